import { app, dialog } from 'electron';
import fs from 'node:fs';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { fail, failureOf } from '../../preload/contract/failure';
import { codeOf } from '../common/error-code';
import { startFailureWords } from './start-failure-words';

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
 * Fails as `file-not-saved` where nothing can be written into a folder, which is made where it is missing. Chromium says
 * of such a folder only that another instance may be using it, and the app would end without a word.
 */
export function proveWritable(folder: string): void {
  try {
    makeFolder(folder);
    const proof = path.join(folder, `${randomBytes(6).toString('hex')}.part`);
    fs.writeFileSync(proof, '', { flag: 'wx', mode: 0o600 });
    fs.rmSync(proof);
  } catch (error) {
    throw fail('file-not-saved', { cause: codeOf(error) }, error);
  }
}

/** Tells why the app cannot start, in the system's own box and to whoever started it in a terminal; then it ends. */
export function endUnstarted(error: unknown, folder: string): void {
  const words = startFailureWords(failureOf(error), folder);
  process.stderr.write(`Firm Desk cannot start. ${words}\n`);
  dialog.showErrorBox('Firm Desk cannot start', words);
  app.exit(1);
}

/** The same before the app is ready: the system's boxes come with the runtime, which starts in no folder it cannot use. */
export async function endWithoutFolder(error: unknown, folder: string): Promise<void> {
  const aside = fs.mkdtempSync(path.join(app.getPath('temp'), 'firm-desk-'));
  app.setPath('userData', aside);
  app.once('quit', () => fs.rmSync(aside, { recursive: true, force: true }));
  await app.whenReady();
  endUnstarted(error, folder);
}
