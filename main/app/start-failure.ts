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
 * Does the same before the app is ready: system dialogs need the runtime, which does not start in an unusable
 * folder, so a temporary one is used.
 */
export async function exitWithoutFolder(error: unknown, folder: string): Promise<void> {
  const tempFolder = fs.mkdtempSync(path.join(app.getPath('temp'), 'firm-desk-'));
  app.setPath('userData', tempFolder);
  app.once('quit', () => fs.rmSync(tempFolder, { recursive: true, force: true }));
  await app.whenReady();
  exitWithStartFailure(notWritable(error), folder);
}
