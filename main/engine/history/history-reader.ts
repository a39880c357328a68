import type { Change, ChangeFilter, FieldChange, HistorySize } from '../../../preload/contract/calls/changes';
import { run as runSchema, type Run } from '../../../preload/contract/calls/live';
import { openEncrypted, type Db } from '../sqlite/open-database';
import { conditions, type Facet } from './conditions';
import { bytesOf, MOST_BYTES, type FoundChange, type FoundRun } from './history-writer';

/** Changes read at once when many are exported. */
const CHUNK = 1_000;

type StoredChange = Omit<FoundChange, 'seq'> & { readonly id: number };

export type HistoryReader = ReturnType<typeof createHistoryReader>;

/** The reading end of the history of changes, on a connection of its own that cannot write. */
export function createHistoryReader(file: string, keyHex: string) {
  const db = openEncrypted(file, keyHex, { readonly: true });
  const completed = db.prepare<[], FoundRun>(
    `SELECT * FROM run WHERE state = 'done' ORDER BY id DESC LIMIT 1`,
  );
  const last = db.prepare<[], FoundRun>('SELECT * FROM run ORDER BY id DESC LIMIT 1');

  const page = (filter: ChangeFilter, offset: number, limit: number): Change[] => {
    const { where, values } = conditions(filter);
    return db
      .prepare<unknown[], StoredChange>(`SELECT * FROM change ${where} ORDER BY id DESC LIMIT ? OFFSET ?`)
      .all(...values, limit, offset)
      .map(changeOf);
  };

  return {
    /** Newest first; a refresh that was broken off has no report of its own. */
    runs({ offset, limit }: { offset: number; limit: number }): { total: number; items: Run[] } {
      const total = db.prepare<[], number>('SELECT count(*) FROM run').pluck().get() ?? 0;
      const items = db
        .prepare<[number, number], FoundRun>('SELECT * FROM run ORDER BY id DESC LIMIT ? OFFSET ?')
        .all(limit, offset)
        .map(runOf);
      return { total, items };
    },

    latest: () => ({ completed: orNull(completed.get()), last: orNull(last.get()) }),

    list({ filter, offset, limit }: { filter: ChangeFilter; offset: number; limit: number }) {
      const { where, values } = conditions(filter);
      const total = db
        .prepare<unknown[], number>(`SELECT count(*) FROM change ${where}`)
        .pluck()
        .get(...values);
      return { total: total ?? 0, items: page(filter, offset, limit) };
    },

    /** Every change a filter finds, newest first, read in pieces. */
    *each(filter: ChangeFilter): Generator<Change> {
      for (let offset = 0; ; offset += CHUNK) {
        const items = page(filter, offset, CHUNK);
        yield* items;
        if (items.length < CHUNK) return;
      }
    },

    facets({ filter }: { filter: ChangeFilter }) {
      return {
        resources: facet(db, filter, 'resource'),
        kinds: facet(db, filter, 'kind'),
        custodians: facet(db, filter, 'custodian'),
        fields: fieldFacet(db, filter),
      };
    },

    size(): HistorySize {
      const { changes, since } = db
        .prepare<[], { changes: number; since: string | null }>(
          'SELECT count(*) AS changes, min(at) AS since FROM change',
        )
        .get() ?? { changes: 0, since: null };
      const dropped = db
        .prepare<[], { changes: number; until: string }>('SELECT changes, until FROM dropped')
        .get();
      return { changes, since, bytes: bytesOf(db), mostBytes: MOST_BYTES, dropped: dropped ?? null };
    },

    close(): void {
      db.close();
    },
  };
}

const changeOf = ({ run, fields, ...change }: StoredChange): Change => ({
  ...change,
  runId: run,
  fields: JSON.parse(fields) as FieldChange[],
});

const orNull = (stored: FoundRun | undefined): Run | null => (stored ? runOf(stored) : null);

function runOf({ id, started, state, ended, report }: FoundRun): Run {
  const told = report === null ? undefined : runSchema.safeParse(JSON.parse(report));
  const bare = { id, startedAt: started, endedAt: ended, resources: [] };
  return runSchema.parse({ ...(told?.success ? told.data : bare), id, state });
}

/** The values of a column within a filter, leaving its own part of the filter out. */
function facet(db: Db, filter: ChangeFilter, column: Facet): { value: string; count: number }[] {
  const { where, values } = conditions(filter, column);
  const and = where === '' ? 'WHERE' : `${where} AND`;
  return db
    .prepare<unknown[], { value: string; count: number }>(
      `SELECT ${column} AS value, count(*) AS count FROM change ${and} ${column} IS NOT NULL
       GROUP BY ${column} ORDER BY count DESC, value`,
    )
    .all(...values);
}

function fieldFacet(db: Db, filter: ChangeFilter): { value: string; count: number }[] {
  const { where, values } = conditions(filter, 'field');
  const from =
    where === '' ? 'change_field' : `change_field WHERE change IN (SELECT id FROM change ${where})`;
  return db
    .prepare<unknown[], { value: string; count: number }>(
      `SELECT name AS value, count(*) AS count FROM ${from} GROUP BY name ORDER BY count DESC, value`,
    )
    .all(...values);
}
