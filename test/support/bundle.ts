import fs from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { isProcessRunning } from '../../scripts/lib/is-running.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const bundlesFolder = path.join(root, 'node_modules/.firm-desk-tests');

/**
 * Returns a folder for this process only, as several runs may share the packages. Removes folders of ended
 * processes.
 */
function processFolder(): string {
  fs.mkdirSync(bundlesFolder, { recursive: true });
  for (const name of fs.readdirSync(bundlesFolder))
    if (/^\d+-/.test(name) && !isProcessRunning(Number.parseInt(name)))
      fs.rmSync(path.join(bundlesFolder, name), { recursive: true, force: true });
  return fs.mkdtempSync(path.join(bundlesFolder, `${process.pid}-`));
}

let folder: string | undefined;
const bundles = new Map<string, Promise<string>>();

async function bundle(entry: string): Promise<string> {
  folder ??= processFolder();
  const outDir = fs.mkdtempSync(path.join(folder, 'bundle-'));
  const file = `${path.basename(entry, '.ts')}.mjs`;
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    build: {
      ssr: path.join(root, entry),
      outDir,
      rolldownOptions: { output: { entryFileNames: file } },
    },
  });
  return path.join(outDir, file);
}

/**
 * Bundles engine code into one file as shipped, with the packages beside it, and returns the file's path.
 * `entry` is relative to the root. Tests of one process share a bundle: write nothing there.
 */
export function bundleEntry(entry: string): Promise<string> {
  let file = bundles.get(entry);
  if (!file) bundles.set(entry, (file = bundle(entry)));
  return file;
}

/** Bundles the threads of the cache. */
export const bundleCacheThread = (): Promise<string> =>
  bundleEntry('main/engine/cache/worker/cache-thread.ts');

/** Bundles the thread that reads workbooks. */
export const bundleWorkbookThread = (): Promise<string> =>
  bundleEntry('main/engine/files/tables/workbook-thread.ts');

/** Bundles the worker thread for long work on whole files. */
export const bundleWorkerThread = (): Promise<string> => bundleEntry('main/engine/worker/worker-thread.ts');
