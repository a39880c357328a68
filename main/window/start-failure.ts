import { app, dialog } from 'electron';
import fs from 'node:fs';
import path from 'node:path';
import { fail, failureOf } from '../../preload/contract/failure';
import { codeOf } from '../common/error-code';
import { startFailureWords } from './start-failure-words';

/** Shows why the app cannot start, in a system message box and on stderr; then exits. */
export function endUnstarted(error: unknown, folder: string): void {
  const words = startFailureWords(failureOf(error), folder);
  process.stderr.write(`Firm Desk cannot start. ${words}\n`);
  dialog.showErrorBox('Firm Desk cannot start', words);
  app.exit(1);
}

/** Returns the failure for a folder that is not writable. */
export const notWritable = (error: unknown): Error => fail('file-not-saved', { cause: codeOf(error) }, error);

/**
 * Does the same before the app is ready: system dialogs need the runtime, which does not start in an unusable
 * folder, so a temporary one is used.
 */
export async function endWithoutFolder(error: unknown, folder: string): Promise<void> {
  const aside = fs.mkdtempSync(path.join(app.getPath('temp'), 'firm-desk-'));
  app.setPath('userData', aside);
  app.once('quit', () => fs.rmSync(aside, { recursive: true, force: true }));
  await app.whenReady();
  endUnstarted(notWritable(error), folder);
}
