// Paths in this clone, and the Node that runs its tools. Node's built-in modules only: a new clone has no
// packages.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const repoPath = (...parts) => path.join(root, ...parts);

/** Returns the text of a file, or undefined if it is missing. */
export const readIfExists = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined);

/** Writes a file atomically: a killed process leaves the old file. */
export function writeFileAtomic(file, text) {
  const next = `${file}.${process.pid}`;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(next, text);
  fs.renameSync(next, file);
}

/** Returns the user's cache folder for files that are fetched or compiled once for all clones. */
export function cacheFolder() {
  const home = os.homedir();
  const base =
    process.env.XDG_CACHE_HOME ||
    { win32: process.env.LOCALAPPDATA, darwin: path.join(home, 'Library/Caches') }[process.platform] ||
    path.join(home, '.cache');
  return path.join(base, 'firm-desk-runtime');
}

/** Returns a short name for this clone, for files outside it. */
export const cloneName = () => createHash('sha256').update(root).digest('hex').slice(0, 12);

const bundledNode = () => {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const folder = repoPath('node_modules', `node-${platform}-${process.arch}`, 'bin');
  return ['node', 'node.exe'].map((name) => path.join(folder, name)).find((file) => fs.existsSync(file));
};

/** Returns the Node that the lock file pins, or the running one if none is published for the platform. */
export const node = () => bundledNode() ?? process.execPath;

/** Returns the script behind a package's command, to run with `node()`: the same on every platform. */
export function bin(name, command = path.basename(name)) {
  const folder = repoPath('node_modules', name);
  const { bin: entry } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof entry === 'string' ? entry : entry[command]);
}

/** Returns the environment for tools: `node` and the packages' commands are the pinned ones. */
export function toolEnvironment(extra = {}) {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = [repoPath('node_modules/.bin'), process.env[key] ?? ''];
  return { ...process.env, [key]: folders.join(path.delimiter), ...extra };
}
