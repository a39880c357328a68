import type { Db } from '#engine/sqlite/open-database';
import type { VersionedMigration } from '#engine/workspace/open/saved-work';

/** Renames two states of advisor codes and a column of their list in saved views and layouts. */
function renameStatesAndTerms(db: Db): void {
  const states: Readonly<Record<string, string>> = { carried: 'unmapped', idle: 'unused' };
  const renamed = (text: string): string =>
    JSON.stringify(
      JSON.parse(text, (key, value: { field?: string; values?: string[] } | string | null) => {
        if (typeof value === 'string')
          return (key === 'field' || key === 'name') && value === 'word' ? 'term' : value;
        return value?.field === 'state' && value.values
          ? { ...value, values: value.values.map((state) => states[state] ?? state) }
          : value;
      }),
    );
  db.function('renamed', { deterministic: true }, (text) => renamed(String(text)));
  db.exec(`
    UPDATE view SET query = renamed(query) WHERE resource = 'advisorCodes';
    UPDATE view SET columns = renamed(columns) WHERE resource = 'advisorCodes' AND columns IS NOT NULL;
    UPDATE layout SET columns = renamed(columns) WHERE resource = 'advisorCodes';
  `);
}

export const ADVISOR_CODES_MIGRATIONS: readonly VersionedMigration[] = [
  { version: 43, name: 'names of advisor codes', run: renameStatesAndTerms },
];
