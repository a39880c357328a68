import type { Db } from '../../sqlite/open-database';
import { tableVersions } from './table-versions';
import { cacheTables } from '../schema/schema';

/** Prefix of a table's name in `meta`. */
const PREFIX = 'count of ';

/** Number of rows in a table, and of those that do not fit their schema. */
export interface RowCounts {
  readonly count: number;
  readonly drifted: number;
}

/** Counts the rows of a table. With a million rows this is most of the opening time. */
export function countRows(db: Db, table: string): RowCounts {
  const countWhere = (where: string) =>
    db.prepare<[], number>(`SELECT count(*) FROM ${table}_state ${where}`).pluck().get() ?? 0;
  return { count: countWhere(''), drifted: countWhere('WHERE drifted = 1') };
}

/** Stores the counts of the tables whose rows have changed, with their versions, for the next opening. */
export function storeCounts(db: Db): void {
  const put = db.prepare<[string, string]>('INSERT OR REPLACE INTO meta VALUES (?, ?)');
  db.transaction(() => {
    const versions = tableVersions(db);
    const stored = storedCounts(db, versions);
    for (const { name } of cacheTables) {
      if (stored.has(name)) continue;
      const { count, drifted } = countRows(db, name);
      put.run(PREFIX + name, [versions.get(name) ?? '', count, drifted].join(' '));
    }
  })();
}

/** Returns the stored counts of tables whose rows have not changed since. */
export function storedCounts(db: Db, versions: ReadonlyMap<string, string>): Map<string, RowCounts> {
  const rows = db
    .prepare<[number, string], [string, string]>('SELECT substr(name, ?), value FROM meta WHERE name GLOB ?')
    .raw()
    .all(PREFIX.length + 1, `${PREFIX}*`);
  return new Map(
    rows.flatMap(([name, value]) => {
      const [version, count, drifted] = value.split(' ');
      return version === (versions.get(name) ?? '')
        ? [[name, { count: Number(count), drifted: Number(drifted) }]]
        : [];
    }),
  );
}
