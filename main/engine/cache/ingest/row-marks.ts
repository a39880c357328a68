import type { ResourceName } from '#contract/resources';
import type { Db } from '../../sqlite/open-database';

/** Prefix of a table's name in `meta`. */
const PREFIX = 'rows of ';

/** Increments a table's version mark, in the transaction that changed its rows. */
export type MarkRows = (table: ResourceName) => void;

export function rowMarker(db: Db): MarkRows {
  const mark = db.prepare<[string]>(
    `INSERT INTO meta VALUES (?, '1')
     ON CONFLICT (name) DO UPDATE SET value = CAST(value AS INTEGER) + 1`,
  );
  return (table) => void mark.run(PREFIX + table);
}

/** Returns the version mark of each table; tables that were never written since marks exist are missing. */
export const rowMarks = (db: Db): Map<string, string> =>
  new Map(
    db
      .prepare<[number, string], [string, string]>(
        'SELECT substr(name, ?), value FROM meta WHERE name GLOB ?',
      )
      .raw()
      .all(PREFIX.length + 1, `${PREFIX}*`),
  );
