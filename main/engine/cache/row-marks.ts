import type { ResourceName } from '../../../preload/contract/resources';
import type { Db } from '../sqlite/open-database';

/** Before the name of a table, in `meta`. */
const PREFIX = 'rows of ';

/** Notes that a table has other rows than before, in the transaction that gave them to it. */
export type MarkRows = (table: ResourceName) => void;

export function rowMarker(db: Db): MarkRows {
  const mark = db.prepare<[string]>(
    `INSERT INTO meta VALUES (?, '1')
     ON CONFLICT (name) DO UPDATE SET value = CAST(value AS INTEGER) + 1`,
  );
  return (table) => void mark.run(PREFIX + table);
}

/** By table, what moves whenever it has other rows; tables that nobody has written to since there are marks are missing. */
export const rowMarks = (db: Db): Map<string, string> =>
  new Map(
    db
      .prepare<[number, string], [string, string]>(
        'SELECT substr(name, ?), value FROM meta WHERE name GLOB ?',
      )
      .raw()
      .all(PREFIX.length + 1, `${PREFIX}*`),
  );
