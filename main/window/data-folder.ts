import { randomBytes } from 'node:crypto';
import { app } from 'electron';
import fs from 'node:fs';
import path from 'node:path';

/**
 * The folder that the data are meant to be in. The runtime's own answer is no help where that folder cannot be made: it
 * throws, and of a folder that was asked for by a switch it names another one, which would open as a first start.
 */
export function dataFolder(): string {
  const asked = app.commandLine.getSwitchValue('user-data-dir');
  return asked === '' ? path.join(app.getPath('appData'), app.name) : path.resolve(asked);
}

/** Node's own `recursive` never ends where the system says "no such folder" of one that it should make (seen under /proc). */
function makeFolder(folder: string): void {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = path.dirname(folder);
  if (parent !== folder && !fs.existsSync(parent)) makeFolder(parent);
  fs.mkdirSync(folder);
}

/**
 * Fails as the system does where nothing can be written into a folder, which is made where it is missing. Chromium says
 * of such a folder only that another instance may be using it, and the app would end without a word.
 */
export function proveWritable(folder: string): void {
  makeFolder(folder);
  const proof = path.join(folder, `${randomBytes(6).toString('hex')}.part`);
  fs.writeFileSync(proof, '', { flag: 'wx', mode: 0o600 });
  fs.rmSync(proof);
}
