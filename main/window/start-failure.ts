import { app, dialog } from 'electron';
import fs from 'node:fs';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { fail, failureOf } from '../../preload/contract/failure';
import { codeOf } from '../common/error-code';
import { startFailureWords } from './start-failure-words';

/**
 * Fails as `file-not-saved` where nothing can be written into a folder, which is made where it is missing. Chromium says
 * of such a folder only that another instance may be using it, and the app would end without a word.
 */
export function proveWritable(folder: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true });
    const proof = path.join(folder, `${randomBytes(6).toString('hex')}.part`);
    fs.writeFileSync(proof, '', { flag: 'wx', mode: 0o600 });
    fs.rmSync(proof);
  } catch (error) {
    throw fail('file-not-saved', { cause: codeOf(error) }, error);
  }
}

/** Tells why the app cannot start, in the system's own box and to whoever started it in a terminal; then it ends. */
export function endUnstarted(error: unknown): void {
  const words = startFailureWords(failureOf(error), app.getPath('userData'));
  process.stderr.write(`Firm Desk cannot start. ${words}\n`);
  dialog.showErrorBox('Firm Desk cannot start', words);
  app.exit(1);
}
