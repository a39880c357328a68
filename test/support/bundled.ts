import fs from 'node:fs';
import path from 'node:path';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');
const all = path.join(root, 'node_modules/.firm-desk-tests');

const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // somebody else's
  }
};

/** A folder of this process alone: several runs may share the packages. What processes of the past left is removed. */
function ownFolder(): string {
  fs.mkdirSync(all, { recursive: true });
  for (const name of fs.readdirSync(all))
    if (/^\d+-/.test(name) && !lives(Number.parseInt(name)))
      fs.rmSync(path.join(all, name), { recursive: true, force: true });
  return fs.mkdtempSync(path.join(all, `${process.pid}-`));
}

let folder: string | undefined;
const made = new Map<string, Promise<string>>();

async function bundle(entry: string): Promise<string> {
  folder ??= ownFolder();
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
 * Bundles code of the engine into one file as it ships, with the packages beside it, and answers the file. `entry` is from
 * the root. Tests of one process that bundle the same share it: nothing may be written there.
 */
export function bundled(entry: string): Promise<string> {
  let file = made.get(entry);
  if (!file) made.set(entry, (file = bundle(entry)));
  return file;
}

/** The threads of the cache. */
export const bundledWriter = (): Promise<string> => bundled('main/engine/cache/thread/cache-thread.ts');

/** The thread that reads workbooks. */
export const bundledWorkbook = (): Promise<string> => bundled('main/engine/files/tables/workbook-thread.ts');

/** The thread for long work on whole files. */
export const bundledAside = (): Promise<string> => bundled('main/engine/aside/aside-thread.ts');
