import path from 'node:path';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');

/** Bundles code of the engine into one file, with the packages beside it. `name` keeps runs apart, `entry` is from the root. */
export async function bundled(name: string, entry: string, file: string): Promise<string> {
  const outDir = path.join(root, 'node_modules/.firm-desk-tests', name);
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    build: {
      ssr: path.join(root, entry),
      outDir,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: file } },
    },
  });
  return path.join(outDir, file);
}
