import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { ensureSystemPackages } from './debian.mjs';
import { repoPath, readIfExists } from './project.mjs';
import { log, ExpectedError } from './terminal.mjs';

/** Returns true if this machine can display windows. Windows and macOS always can. */
export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

export const isRoot = () => process.platform === 'linux' && process.getuid() === 0;

/** Ensures that a window can open, if necessary on a virtual display. Throws if the system lacks what it needs. */
export async function ensureDisplay() {
  if (!hasDisplay()) {
    await ensureSystemPackages(
      'desktop',
      'This machine has no display (neither DISPLAY nor WAYLAND_DISPLAY is set).\n' +
        '  Run this on a desktop, or install a virtual display.',
    );
    log('this machine has no display: the window opens on an invisible virtual display,');
    log('with a separate keyring and data folders, which are removed at the end. Ctrl-C ends it.');
  }
  if (process.platform === 'linux' && !isRoot() && !process.env.NO_SANDBOX && !canSandbox())
    throw new ExpectedError(
      'This system does not let Electron use its sandbox. Either allow it once:\n' +
        `  sudo chown root ${repoPath('node_modules/electron/dist/chrome-sandbox')}\n` +
        `  sudo chmod 4755 ${repoPath('node_modules/electron/dist/chrome-sandbox')}\n` +
        '  or, on a machine that only you use, set NO_SANDBOX=1. Then run this again.',
    );
}

/** Chromium's sandbox needs user namespaces for everyone, or its helper owned by root. */
function canSandbox() {
  const helper = fs.statSync(repoPath('node_modules/electron/dist/chrome-sandbox'), {
    throwIfNoEntry: false,
  });
  if (helper?.uid === 0 && (helper.mode & 0o4000) !== 0) return true;
  if (readIfExists('/proc/sys/kernel/apparmor_restrict_unprivileged_userns')?.trim() === '1') return false;
  return spawnSync('unshare', ['--user', 'true']).status !== 1; // no `unshare`: leave the check to Electron
}
