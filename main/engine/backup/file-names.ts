import { errorCodeOf } from '#common/error-code';
import { localDay } from '#contract/dates';
import fs from 'node:fs';
import path from 'node:path';

/** Number of daily backups kept per connection, unless a policy sets another number. */
const MAX_DAILY_BACKUPS = 14;
const EXTENSION = 'fdbackup';

/**
 * Returns a file name that sorts by time and names the connection:
 * "Smith-Wealth-1a2b3c4d-2026-11-22-053000.fdbackup".
 */
export function backupName({ id, name }: { id: string; name: string }, now: Date): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join('');
  const readableName = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '') || 'connection';
  return `${readableName}-${id.slice(0, 8)}-${localDay(now)}-${time}.${EXTENSION}`;
}

/**
 * Deletes a connection's oldest daily backups after one was made; files with other names are not touched, nor those
 * with a later date, as after the clock was ahead. Returns the error codes of failed deletions: the new backup is
 * complete even if the folder allows none.
 */
export function dropOldest(folder: string, id: string, made: string, keep = MAX_DAILY_BACKUPS): string[] {
  const pattern = new RegExp(`-${id.slice(0, 8)}-(\\d{4}-\\d{2}-\\d{2}-\\d{6})\\.${EXTENSION}$`);
  const stampOf = (name: string) => pattern.exec(name)?.[1] ?? '';
  const errorCodes: string[] = [];
  const attempt = (deletion: () => void): void => {
    try {
      deletion();
    } catch (error) {
      errorCodes.push(errorCodeOf(error));
    }
  };
  attempt(() => {
    const isEarlier = (name: string): boolean =>
      name !== made && pattern.test(name) && stampOf(name) <= stampOf(made);
    const newestFirst = fs.readdirSync(folder).filter(isEarlier);
    newestFirst.sort((a, b) => stampOf(b).localeCompare(stampOf(a)));
    for (const name of newestFirst.slice(keep - 1).reverse())
      attempt(() => fs.rmSync(path.join(folder, name), { force: true }));
  });
  return errorCodes;
}
