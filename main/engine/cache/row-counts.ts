import type { Db } from '../sqlite/open-database';
import { rowMarks } from './row-marks';
import { tables } from './schema';

/** Before the name of a table, in `meta`. */
const PREFIX = 'count of ';

/** How many rows a table has, and how many of them do not fit what is known of such records. */
export interface RowCounts {
  readonly count: number;
  readonly drifted: number;
}

/** Counts the rows of a table: with a million of them most of what opening takes. */
export function countRows(db: Db, table: string): RowCounts {
  const of = (where: string) =>
    db.prepare<[], number>(`SELECT count(*) FROM ${table}_state ${where}`).pluck().get() ?? 0;
  return { count: of(''), drifted: of('WHERE drifted = 1') };
}

/** Keeps the counts of all tables for the next opening, beside the marks of their rows. */
export function keepCounts(db: Db): void {
  const put = db.prepare<[string, string]>('INSERT OR REPLACE INTO meta VALUES (?, ?)');
  db.transaction(() => {
    const marks = rowMarks(db);
    for (const { name } of tables) {
      const { count, drifted } = countRows(db, name);
      put.run(PREFIX + name, [marks.get(name) ?? '', count, drifted].join(' '));
    }
  })();
}

/** What was kept, by table, of those that have the same rows still. */
export function keptCounts(db: Db, marks: ReadonlyMap<string, string>): Map<string, RowCounts> {
  const rows = db
    .prepare<[number, string], [string, string]>('SELECT substr(name, ?), value FROM meta WHERE name GLOB ?')
    .raw()
    .all(PREFIX.length + 1, `${PREFIX}*`);
  return new Map(
    rows.flatMap(([name, kept]) => {
      const [mark, count, drifted] = kept.split(' ');
      return mark === (marks.get(name) ?? '')
        ? [[name, { count: Number(count), drifted: Number(drifted) }]]
        : [];
    }),
  );
}
