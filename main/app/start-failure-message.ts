import type { Failure } from '#contract/failure';

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
