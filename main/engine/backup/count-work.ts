import fs from 'node:fs';
import path from 'node:path';
import type { WorkCounts } from '#contract/backup';
import { fail } from '#contract/failure';
import { COUNTED_TABLES } from '#contract/saved-work-labels';
import { errorCodeOf } from '#common/error-code';
import { WORKSPACE } from '#common/work-swap';
import { openEncrypted, type Db } from '../sqlite/open-database';
import { DAMAGE_CODE } from '../sqlite/integrity';

/**
 * Returns how much saved work a folder has. Fails with `workspace-unreadable` if the key is wrong or the file
 * is damaged.
 */
export function countWork(folder: string, databaseKey: string): WorkCounts {
  const file = path.join(folder, WORKSPACE);
  if (!fs.existsSync(file)) throw fail('workspace-unreadable', { cause: 'the file is missing' });
  let db: Db | undefined;
  try {
    db = openEncrypted(file, databaseKey);
    const tables = new Set(db.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all());
    const read = (table: string, expression: string): unknown =>
      tables.has(table) ? db?.prepare(`SELECT ${expression} FROM ${table}`).pluck().get() : undefined;
    const count = (table: string): number => Number(read(table, 'count(*)') ?? 0);
    const lastAt = read('activity', 'max(at)');
    return {
      lastAt: typeof lastAt === 'string' ? lastAt : null,
      rows: Object.fromEntries([...COUNTED_TABLES.keys()].map((table) => [table, count(table)])),
    };
  } catch (error) {
    const code = errorCodeOf(error);
    if (!DAMAGE_CODE.test(code)) throw error;
    throw fail('workspace-unreadable', { cause: code }, error);
  } finally {
    db?.close();
  }
}
