import { getContext, setContext } from 'svelte';

/** Context key of `provideReadOnly`. */
export const READ_ONLY = Symbol('read-only');

/** Provides every screen below the shell with whether the open connection is read-only. */
export const provideReadOnly = (isReadOnly: () => boolean): void => void setContext(READ_ONLY, isReadOnly);

/** Returns a function that is true if the connection is read-only; it is false for a screen without the shell. */
export const readOnly = (): (() => boolean) =>
  getContext<(() => boolean) | undefined>(READ_ONLY) ?? (() => false);
