import { errorCodeOf } from '#common/error-code';
import { sha256 } from '#common/sha256';
import { localDay } from '#contract/dates';
import fs from 'node:fs';
import path from 'node:path';

/** Number of daily backups kept per connection, unless a policy sets another number. */
const MAX_DAILY_BACKUPS = 14;
const EXTENSION = 'fdbackup';

/** The saved work of a daily backup: that of one connection on one computer. */
interface BackupSource {
  readonly id: string;
  readonly name: string;
  readonly databaseKey: string;
}

/** Returns a short hash of the key, which each computer creates for itself: a restored connection keeps its ID. */
const computerOf = ({ databaseKey }: BackupSource): string =>
  sha256(`daily backups ${databaseKey}`).slice(0, 6);

/**
 * Returns a file name that sorts by time and names the connection and the computer:
 * "Smith-Wealth-1a2b3c4d-5e6f70-2026-11-22-053000.fdbackup".
 */
export function backupName(source: BackupSource, now: Date): string {
  const { id, name } = source;
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join('');
  const readableName = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '') || 'connection';
  return `${readableName}-${id.slice(0, 8)}-${computerOf(source)}-${localDay(now)}-${time}.${EXTENSION}`;
}

/**
 * Deletes a connection's oldest daily backups after one was made; files with other names are not touched, nor those
 * with a later date, as after the clock was ahead. Names of earlier versions name no computer: in a shared folder, they
 * may be another's. Returns the error codes of failed deletions: the new backup is complete even if none is allowed.
 */
export function dropOldest(
  folder: string,
  source: BackupSource,
  made: string,
  keep = MAX_DAILY_BACKUPS,
): string[] {
  const owner = `${source.id.slice(0, 8)}-${computerOf(source)}`;
  const pattern = new RegExp(`-${owner}-(\\d{4}-\\d{2}-\\d{2}-\\d{6})\\.${EXTENSION}$`);
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
    // By time only: a file system may return the new name in another Unicode form.
    const isEarlier = (name: string): boolean => pattern.test(name) && stampOf(name) < stampOf(made);
    const newestFirst = fs.readdirSync(folder).filter(isEarlier);
    newestFirst.sort((a, b) => stampOf(b).localeCompare(stampOf(a)));
    for (const name of newestFirst.slice(keep - 1).reverse())
      attempt(() => fs.rmSync(path.join(folder, name), { force: true }));
  });
  return errorCodes;
}
