import { getContext, setContext } from 'svelte';
import type { LinkRoute } from '#contract/links/link';

/** Context key of the function that copies a link. */
const COPY_LINK = Symbol('copy-link');

export type CopyLink = (to: LinkRoute) => void;

/** Provides every screen below the shell with a function that copies a link. */
export const provideCopyLink = (copy: CopyLink): void => void setContext(COPY_LINK, copy);

/** Returns a function that copies a link; undefined for a screen without the shell. */
export const linkCopier = (): CopyLink | undefined => getContext<CopyLink | undefined>(COPY_LINK);
