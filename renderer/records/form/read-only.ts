import { getContext, setContext } from 'svelte';

/** Its context key. */
export const READ_ONLY = Symbol('read-only');

/** Says for every screen below the shell whether the open connection is read-only. */
export const provideReadOnly = (isReadOnly: () => boolean): void => void setContext(READ_ONLY, isReadOnly);

/** Returns a function that says whether nothing can be sent; false in a screen shown alone. */
export const readOnly = (): (() => boolean) =>
  getContext<(() => boolean) | undefined>(READ_ONLY) ?? (() => false);
