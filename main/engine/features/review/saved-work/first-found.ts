import type { Db } from '#engine/sqlite/open-database';

/** The findings of a rule's latest check. */
export interface StoredFindings {
  /** Keys of the records with a finding. */
  readonly keys: readonly string[];
  /** When a finding was first found (ISO, UTC); those of a rule's first check have no time. */
  readonly found: readonly (readonly [key: string, at: string])[];
}

export type FirstFoundStore = ReturnType<typeof firstFoundStore>;

/**
 * Stores the findings of the latest check by rule, to distinguish new ones. One row per rule: there may be 100,000
 * keys.
 */
export function firstFoundStore(db: Db) {
  return {
    read(rule: string): StoredFindings | undefined {
      const row = db
        .prepare<[string], { keys: string; found: string }>(
          'SELECT keys, found FROM review_found WHERE rule = ?',
        )
        .get(rule);
      return (
        row && {
          keys: JSON.parse(row.keys) as StoredFindings['keys'],
          found: JSON.parse(row.found) as StoredFindings['found'],
        }
      );
    },
    write(rule: string, { keys, found }: StoredFindings): void {
      db.prepare('INSERT OR REPLACE INTO review_found (rule, keys, found) VALUES (?, ?, ?)').run(
        rule,
        JSON.stringify(keys),
        JSON.stringify(found),
      );
    },
  };
}
