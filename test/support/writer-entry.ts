import path from 'node:path';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');

/** Bundles the cache's writer thread as it ships: one file, with the database addon beside it. `name` keeps runs apart. */
export async function bundledWriter(name: string): Promise<string> {
  const outDir = path.join(root, 'node_modules/.firm-desk-tests', name);
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    build: {
      ssr: path.join(root, 'main/engine/cache/thread/writer-thread.ts'),
      outDir,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'writer-thread.mjs' } },
    },
  });
  return path.join(outDir, 'writer-thread.mjs');
}
