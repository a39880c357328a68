import { randomBytes } from 'node:crypto';
import { app } from 'electron';
import fs from 'node:fs';
import path from 'node:path';

/**
 * Returns the intended data folder. The runtime throws if it cannot create that folder, and replaces a folder
 * given by switch with another, which would look like a first start.
 */
export function dataFolder(): string {
  const userDataSwitch = app.commandLine.getSwitchValue('user-data-dir');
  return userDataSwitch === '' ? path.join(app.getPath('appData'), app.name) : path.resolve(userDataSwitch);
}

/**
 * Creates a folder. Node's `recursive` never ends if the system reports "no such folder" for one it should
 * create (seen under /proc).
 */
function makeFolder(folder: string): void {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = path.dirname(folder);
  if (parent !== folder && !fs.existsSync(parent)) makeFolder(parent);
  fs.mkdirSync(folder);
}

/**
 * Fails with the system's error if a folder, created if missing, is not writable. Chromium would only report
 * that another instance may be using it, and the app would end silently.
 */
export function expectWritable(folder: string): void {
  makeFolder(folder);
  const probeFile = path.join(folder, `${randomBytes(6).toString('hex')}.part`);
  fs.writeFileSync(probeFile, '', { flag: 'wx', mode: 0o600 });
  fs.rmSync(probeFile);
}
