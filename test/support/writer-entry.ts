import path from 'node:path';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');

/** Bundles the cache's writer thread as it ships: one file, with the database addon beside it. `name` keeps runs apart. */
export const bundledWriter = (name: string): Promise<string> =>
  bundled(name, 'main/engine/cache/thread/writer-thread.ts');

/** The thread for long work on whole files, in the same way. */
export const bundledAside = (name: string): Promise<string> =>
  bundled(name, 'main/engine/aside/aside-thread.ts');

async function bundled(name: string, entry: string): Promise<string> {
  const outDir = path.join(root, 'node_modules/.firm-desk-tests', name);
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    build: {
      ssr: path.join(root, entry),
      outDir,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'thread.mjs' } },
    },
  });
  return path.join(outDir, 'thread.mjs');
}
