import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './project.mjs';

function* filesUnder(file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isDirectory()) {
    yield file;
    return;
  }
  for (const name of fs.readdirSync(file).sort())
    if (name !== 'node_modules') yield* filesUnder(path.join(file, name));
}

/**
 * Returns one hash over names and contents of files and folders relative to `base`, without missing files,
 * node_modules folders, and paths that do not match the pattern `only`.
 * @param {string[]} names
 * @param {{ base?: string, only?: RegExp | undefined }} [options]
 */
export function fingerprint(names, { base = root, only } = {}) {
  const hash = createHash('sha256');
  for (const name of names)
    for (const file of filesUnder(path.join(base, name))) {
      if (only && !only.test(file)) continue;
      const body = fs.readFileSync(file);
      hash.update(`${path.relative(base, file)}\0${body.length}\0`).update(body);
    }
  return hash.digest('hex');
}
