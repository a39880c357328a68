import { jobKindText, type JobKind } from '#contract/job';
import type { Db } from '../../sqlite/open-database';

/** The value last sent to a field of a record, or already there when it would have been sent. */
export interface LastDone {
  readonly key: string;
  /** JSON text. */
  readonly after: string;
  /** ISO, UTC: when its job started. */
  readonly at: string;
  readonly isConfirmed: boolean;
}

/** Returns a query for the last value of a field that jobs of a kind sent, per record; only rows that are done. */
export function lastDoneIn(db: Db): (kind: JobKind, field: string) => LastDone[] {
  // Only jobs whose facts name the field are read row by row, and those of versions that stored no names.
  const selectDone = db.prepare<
    [string, string, string],
    { key: string; after: string; at: string; code: string | null }
  >(
    `SELECT r.input ->> 'key' AS key, f.value ->> 'after' AS after, j.started AS at, t.issue ->> 'code' AS code
     FROM job j JOIN job_outcome t ON t.job = j.id AND t.state = 'done' JOIN job_row r ON r.job = t.job AND r.at = t.at
     JOIN json_each(r.input, '$.fields') f ON f.value ->> 'field' = ?
     WHERE j.kind = ? AND j.started IS NOT NULL AND (j.facts ->> 'names' IS NULL OR instr(',' || (j.facts ->> 'names') || ',', ',' || ? || ',') > 0)
     ORDER BY j.started, j.rowid`,
  );
  return (kind, field) => {
    const last = new Map<string, LastDone>();
    for (const { code, ...row } of selectDone.iterate(field, jobKindText(kind), field))
      last.set(row.key, { ...row, isConfirmed: code !== 'not-confirmed' });
    return [...last.values()];
  };
}
