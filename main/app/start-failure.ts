import { app, dialog } from 'electron';
import fs from 'node:fs';
import path from 'node:path';
import { fail, failureOf, type Failure } from '#contract/failure';
import { errorCodeOf } from '../common/error-code';

/** Shows why the app cannot start, in a system message box and on stderr; then exits. */
export function exitWithStartFailure(error: unknown, folder: string): void {
  const message = startFailureMessage(failureOf(error), folder);
  process.stderr.write(`Firm Desk cannot start. ${message}\n`);
  dialog.showErrorBox('Firm Desk cannot start', message);
  app.exit(1);
}

/** Shows that the window could not be loaded, in a system message box; then quits, because the page has no buttons. */
export function quitWithBlankPage(): void {
  dialog.showErrorBox(
    'The Firm Desk window could not be loaded',
    'Your saved work is safe. Start Firm Desk again. If it happens again, install Firm Desk again.',
  );
  app.quit();
}

/** Returns why the app cannot start, for the system's message box. */
export function startFailureMessage({ kind, where = '', cause = '' }: Failure, folder: string): string {
  switch (kind) {
    case 'newer-data':
      return `A newer version of Firm Desk wrote ${where} in ${folder}. Nothing was changed. Install the newer version, or use it on the computer it came from.`;
    case 'file-unreadable':
      return `${where} in ${folder} could not be read (${cause}). Nothing was changed. Check that your account can read the folder and that the disk works, then start Firm Desk again.`;
    case 'file-not-saved':
      return `It cannot write to ${folder} (${cause}). Nothing was changed. Check that your account can write to this folder and that the disk is not full, then start Firm Desk again.`;
    default:
      return `Check that your account can write to ${folder} and that the disk is not full, then start Firm Desk again. Nothing was changed. Details for support: ${kind} ${cause}`;
  }
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
