import fs from 'node:fs';
import path from 'node:path';
import { at } from './project.mjs';

/**
 * keytar loads one fixed path: puts the prebuild for a platform there, which its own install script would do (.npmrc turns
 * those off). Moved into place, because an app that runs has the old file mapped into memory.
 */
export function putKeychainAddon(platform, arch) {
  const from = at('node_modules/keytar/prebuilds', `${platform}-${arch}`, 'keytar.node');
  const to = at('node_modules/keytar/build/Release/keytar.node');
  if (fs.existsSync(to) && fs.readFileSync(to).equals(fs.readFileSync(from))) return;
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.copyFileSync(from, `${to}.next`);
  fs.renameSync(`${to}.next`, to);
}
