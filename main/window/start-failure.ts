import { app, dialog } from 'electron';
import fs from 'node:fs';
import path from 'node:path';
import { fail, failureOf } from '../../preload/contract/failure';
import { codeOf } from '../common/error-code';
import { startFailureWords } from './start-failure-words';

/** Tells why the app cannot start, in the system's own box and to whoever started it in a terminal; then it ends. */
export function endUnstarted(error: unknown, folder: string): void {
  const words = startFailureWords(failureOf(error), folder);
  process.stderr.write(`Firm Desk cannot start. ${words}\n`);
  dialog.showErrorBox('Firm Desk cannot start', words);
  app.exit(1);
}

/** What it is called that nothing can be written into the folder. */
export const notWritable = (error: unknown): Error => fail('file-not-saved', { cause: codeOf(error) }, error);

/**
 * The same where the folder cannot be written to, before the app is ready: the system's boxes come with the runtime, which
 * starts in no folder it cannot use.
 */
export async function endWithoutFolder(error: unknown, folder: string): Promise<void> {
  const aside = fs.mkdtempSync(path.join(app.getPath('temp'), 'firm-desk-'));
  app.setPath('userData', aside);
  app.once('quit', () => fs.rmSync(aside, { recursive: true, force: true }));
  await app.whenReady();
  endUnstarted(notWritable(error), folder);
}
