import type { ResourceName } from '#contract/resources';
import type { Db } from '../../sqlite/open-database';

/** Prefix of a table's name in `meta`. */
const PREFIX = 'rows of ';

/** Increments a table's version, in the transaction that changed its rows. */
export type BumpTableVersion = (table: ResourceName) => void;

/** Returns the function that increments versions. */
export function tableVersionBumper(db: Db): BumpTableVersion {
  const bump = db.prepare<[string]>(
    `INSERT INTO meta VALUES (?, '1')
     ON CONFLICT (name) DO UPDATE SET value = CAST(value AS INTEGER) + 1`,
  );
  return (table) => void bump.run(PREFIX + table);
}

/** Returns the version of each table; a table without a stored version is missing. */
export const tableVersions = (db: Db): Map<string, string> =>
  new Map(
    db
      .prepare<[number, string], [string, string]>(
        'SELECT substr(name, ?), value FROM meta WHERE name GLOB ?',
      )
      .raw()
      .all(PREFIX.length + 1, `${PREFIX}*`),
  );
