import { bundled } from './bundled';

/** Bundles the cache's writer thread as it ships: one file, with the database addon beside it. `name` keeps runs apart. */
export const bundledWriter = (name: string): Promise<string> =>
  bundled(name, 'main/engine/cache/thread/writer-thread.ts', 'thread.mjs');

/** The thread for long work on whole files, in the same way. */
export const bundledAside = (name: string): Promise<string> =>
  bundled(name, 'main/engine/aside/aside-thread.ts', 'thread.mjs');
