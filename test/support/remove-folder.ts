import fs from 'node:fs';
import { errorCodeOf } from '#common/error-code';

/**
 * Removes a test's folder. Windows refuses while a database in it is open, as after a simulated kill: then it stays
 * among the system's temporary files.
 */
export function removeFolder(folder: string): void {
  try {
    fs.rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (process.platform !== 'win32' || !/^(EPERM|EBUSY|ENOTEMPTY)$/.test(errorCodeOf(error))) throw error;
  }
}
