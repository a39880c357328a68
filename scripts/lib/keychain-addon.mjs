import fs from 'node:fs';
import path from 'node:path';
import { repoPath } from './project.mjs';

/**
 * Installs keytar's prebuild for a platform at the one path that keytar loads, as its own install script
 * would (.npmrc disables those). Moved into place, because a running app has the old file mapped into memory.
 */
export function installKeychainAddon(platform, arch) {
  const from = repoPath('node_modules/keytar/prebuilds', `${platform}-${arch}`, 'keytar.node');
  const to = repoPath('node_modules/keytar/build/Release/keytar.node');
  if (fs.existsSync(to) && fs.readFileSync(to).equals(fs.readFileSync(from))) return;
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.copyFileSync(from, `${to}.next`);
  fs.renameSync(`${to}.next`, to);
}
