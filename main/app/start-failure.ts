import { app, dialog } from 'electron';
import fs from 'node:fs';
import path from 'node:path';
import { fail, failureOf } from '#contract/failure';
import { errorCodeOf } from '../common/error-code';
import { startFailureMessage } from './start-failure-message';

/** Shows why the app cannot start, in a system message box and on stderr; then exits. */
export function exitWithStartFailure(error: unknown, folder: string): void {
  const message = startFailureMessage(failureOf(error), folder);
  process.stderr.write(`Firm Desk cannot start. ${message}\n`);
  dialog.showErrorBox('Firm Desk cannot start', message);
  app.exit(1);
}

/** Returns the failure for a folder that is not writable. */
export const notWritable = (error: unknown): Error =>
  fail('file-not-saved', { cause: errorCodeOf(error) }, error);

/**
 * Shows that the data folder is unusable, before Electron is ready. Dialogs need Electron, which does not start
 * with an unusable folder, so it starts with a temporary one.
 */
export async function exitWithoutFolder(error: unknown, folder: string): Promise<void> {
  const tempFolder = fs.mkdtempSync(path.join(app.getPath('temp'), 'firm-desk-'));
  app.setPath('userData', tempFolder);
  app.once('quit', () => fs.rmSync(tempFolder, { recursive: true, force: true }));
  await app.whenReady();
  exitWithStartFailure(notWritable(error), folder);
}
