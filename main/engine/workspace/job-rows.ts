import {
  CREATED_INCOMPLETE,
  jobRow,
  rowState,
  type JobRow,
  type RowRemark,
  type RowState,
} from '../../../preload/contract/job';
import { rowInserter } from '../sqlite/insert-rows';
import type { Db } from '../sqlite/open-database';

/** A row to plan. */
export interface NewRow {
  readonly input: unknown;
  readonly state: 'planned' | 'skipped';
  readonly remark: RowRemark | null;
}
/** What became of a row. */
export interface Settled {
  readonly index: number;
  readonly state: RowState;
  readonly remark?: RowRemark | null;
  readonly answer?: readonly string[];
  /** The answer shows it as asked for. */
  readonly seen?: true;
}
/** What reading the service showed of a row: as asked for, not so, or nothing. */
export interface Seen {
  readonly index: number;
  readonly seen: boolean | null;
  /** What the service has instead, where that can be said. */
  readonly remark?: RowRemark;
  /** Ids that an answer would have given. */
  readonly answer?: readonly string[];
  /** The service has another record of its name, which may be what became of it. */
  readonly rival?: true;
}
export interface JobCounts {
  readonly total: number;
  readonly counts: Record<RowState, number>;
  readonly seen: { readonly yes: number; readonly no: number };
}
/** Which rows: those of one state, or all. */
export interface RowsRequest {
  readonly state?: RowState | undefined;
  readonly offset: number;
  readonly limit: number;
}

interface RowLine {
  at: number;
  state: string;
  input: string;
  remark: string | null;
  answer: string | null;
  seen: number | null;
}

/** A row as it stands: what became of it, else whether it is on its way. */
const ROWS = `SELECT r.at, r.input, CASE WHEN t.at IS NULL THEN r.remark ELSE t.remark END AS remark, t.answer, t.seen, coalesce(t.state, CASE WHEN EXISTS
    (SELECT 1 FROM job_asked a WHERE a.job = r.job AND r.at BETWEEN a.first AND a.last)
    THEN 'asked' ELSE 'planned' END) AS state
  FROM job_row r LEFT JOIN job_told t ON t.job = r.job AND t.at = r.at WHERE r.job = ?`;

/** Those that are done, and those that something else became of, by their states. */
const DONE_ROWS = `SELECT r.input, t.* FROM job_told t
  JOIN job_row r ON r.job = t.job AND r.at = t.at WHERE t.job = ? AND t.state = 'done'`;
// `<> 'done'` beside a state says no more than it, and lets SQLite use the index, which leaves those out.
const OTHER_ROWS = `SELECT r.input, t.* FROM job_told t INDEXED BY job_told_open
  JOIN job_row r ON r.job = t.job AND r.at = t.at WHERE t.job = ? AND t.state = ? AND t.state <> 'done'`;

/** Rows that came with a backup and were not sent since. */
const RESTORED = "remark ->> 'code' = 'restored'";

/** Those that nothing became of. */
const NOT_TOLD = 'NOT EXISTS (SELECT 1 FROM job_told t WHERE t.job = r.job AND t.at = r.at)';

/**
 * The rows of durable jobs. What is to be sent is written once (`job_row`), what became of it beside it (`job_told`), and
 * what is on its way by the first and last of it (`job_asked`): rows are asked and told hundreds at a time, and their texts
 * are not written again for it. Whoever changes several does so in a transaction.
 */
export function jobRows(db: Db) {
  const putRows = rowInserter(db, { table: 'job_row', columns: ['job', 'at', 'input', 'remark'] });
  const putTold = rowInserter(db, {
    table: 'job_told',
    columns: ['job', 'at', 'state', 'remark', 'answer', 'seen'],
    conflict: `ON CONFLICT (job, at) DO UPDATE SET state = excluded.state, remark = excluded.remark,
      answer = excluded.answer, seen = coalesce(excluded.seen, seen)`,
  });
  const allRows = db.prepare<[string, number, number], RowLine>(`${ROWS} ORDER BY r.at LIMIT ? OFFSET ?`);
  const ahead = db.prepare<[string, RowState, number, number], RowLine>(
    `SELECT * FROM (${ROWS} AND t.at IS NULL) WHERE state = ? ORDER BY at LIMIT ? OFFSET ?`,
  );
  const done = db.prepare<[string, number, number], RowLine>(`${DONE_ROWS} ORDER BY t.at LIMIT ? OFFSET ?`);
  const others = db.prepare<[string, RowState, number, number], RowLine>(
    `${OTHER_ROWS} ORDER BY t.at LIMIT ? OFFSET ?`,
  );
  const inState = (id: string, state: RowState, limit: number, offset: number): RowLine[] => {
    if (state === 'done') return done.all(id, limit, offset);
    return (state === 'planned' || state === 'asked' ? ahead : others).all(id, state, limit, offset);
  };
  const unseen = db.prepare<[string], RowLine>(`${DONE_ROWS} AND t.seen IS NOT 1 ORDER BY t.at`);

  const asked = db.prepare<[string], Stretch>('SELECT first, last FROM job_asked WHERE job = ?');
  const putAsked = db.prepare<[string, number, number]>('INSERT INTO job_asked VALUES (?, ?, ?)');
  const noneAsked = db.prepare<[string]>('DELETE FROM job_asked WHERE job = ?');
  const toBeSent = db
    .prepare<[Stretch & { id: string }], number>(
      `SELECT (SELECT count(*) FROM job_row WHERE job = @id AND at BETWEEN @first AND @last)
           - (SELECT count(*) FROM job_told WHERE job = @id AND at BETWEEN @first AND @last)
         WHERE NOT EXISTS (SELECT 1 FROM job_asked a WHERE a.job = @id AND a.first <= @last AND a.last >= @first)`,
    )
    .pluck();
  const untell = db.prepare<[string, number]>('DELETE FROM job_told WHERE job = ? AND at = ?');

  const setSeen = db.prepare('UPDATE job_told SET seen = ? WHERE job = ? AND at = ?');
  const setAnswer = db.prepare(
    "UPDATE job_told SET answer = ? WHERE job = ? AND at = ? AND state = 'unknown'",
  );
  const setInstead = db.prepare(
    "UPDATE job_told SET state = 'refused', remark = ? WHERE job = ? AND at = ? AND state = 'unknown'",
  );
  const setFound = db.prepare<[string, string]>(
    `UPDATE job_told SET state = 'done', remark = ?
     WHERE job = ? AND seen = 1 AND (state = 'unknown' OR (state = 'not-sent' AND ${RESTORED}))`,
  );
  const setRestored = db.prepare<[RowState, string, number]>(
    `UPDATE job_told SET state = ? WHERE job = ? AND at = ? AND state IN ('unknown', 'not-sent') AND ${RESTORED}`,
  );
  const restoredLeft = db.prepare<[string], RowLine>(
    `${DONE_ROWS.replace("t.state = 'done'", "t.state = 'not-sent'")} AND t.${RESTORED} ORDER BY t.at`,
  );
  const setTurnedAway = db.prepare<[string]>(
    `UPDATE job_told SET state = 'not-sent'
     WHERE job = ? AND state = 'unknown' AND seen = 0 AND remark ->> 'code' = 'turned-away'`,
  );
  const setSaid = db.prepare<[string]>(
    `UPDATE job_told SET state = 'refused'
     WHERE job = ? AND state = 'unknown' AND seen = 0
       AND remark ->> 'code' IN ('message', 'none-deleted', 'refused', 'refused-together', 'conflict', 'not-found')`,
  );
  const countDone = db.prepare<[string], { found: number; yes: number; no: number }>(
    `SELECT count(*) found, ifnull(sum(seen = 1), 0) yes, ifnull(sum(seen = 0), 0) no
     FROM job_told WHERE job = ? AND state = 'done'`,
  );
  const countOthers = db.prepare<[string], { state: RowState; n: number }>(
    `SELECT state, count(*) n FROM job_told INDEXED BY job_told_open
     WHERE job = ? AND state <> 'done' GROUP BY state`,
  );
  const countIncomplete = db
    .prepare<[string, string], number>(
      `SELECT count(*) FROM job_told INDEXED BY job_told_open
       WHERE job = ? AND state = 'refused' AND state <> 'done' AND remark ->> 'code' = ?`,
    )
    .pluck();
  const number = db
    .prepare<[string], number>('SELECT ifnull(max(at) + 1, 0) FROM job_row WHERE job = ?')
    .pluck();
  // From what is on its way, which is little or nothing: SQLite would begin with all the rows.
  const cutOff = db.prepare<[string]>(
    `INSERT INTO job_told (job, at, state) SELECT r.job, r.at, 'unknown' FROM job_asked a
     CROSS JOIN job_row r ON r.job = a.job AND r.at BETWEEN a.first AND a.last WHERE a.job = ? AND ${NOT_TOLD}`,
  );
  const notSent = db.prepare<[string]>(
    `INSERT INTO job_told (job, at, state) SELECT job, at, 'not-sent' FROM job_row r WHERE job = ? AND ${NOT_TOLD}`,
  );
  const again = db.prepare<[string]>("DELETE FROM job_told WHERE job = ? AND state = 'not-sent'");

  const counts = (id: string): JobCounts => {
    const of = Object.fromEntries(rowState.options.map((state) => [state, 0])) as Record<RowState, number>;
    const total = number.get(id) ?? 0;
    const { found, ...seen } = countDone.get(id) ?? { found: 0, yes: 0, no: 0 };
    for (const { first, last } of asked.all(id)) of.asked += last - first + 1;
    for (const { state, n } of countOthers.all(id)) of[state] = n;
    of.done = found;
    of.planned = total - Object.values(of).reduce((sum, n) => sum + n, 0);
    return { total, counts: of, seen };
  };

  /** What was on its way is not known from here on. */
  const cutOffAll = (id: string): void => {
    cutOff.run(id);
    noneAsked.run(id);
  };

  return {
    /** The rows of a plan, numbered from 0 without a gap. */
    plan(id: string, rows: readonly NewRow[]): void {
      const said = ({ remark }: NewRow) => (remark ? JSON.stringify(remark) : null);
      putRows(
        rows.map((row, at) => [
          id,
          at,
          JSON.stringify(row.input),
          row.state === 'planned' ? said(row) : null,
        ]),
      );
      putTold(
        rows.flatMap((row, at) =>
          row.state === 'planned' ? [] : [[id, at, row.state, said(row), null, null]],
        ),
      );
    },

    counts,

    /** Of those that are refused: how many were created, and lack a part. */
    incomplete: (id: string): number => countIncomplete.get(id, CREATED_INCOMPLETE) ?? 0,

    /** A window of the rows, in the order of the plan. */
    window: (id: string, { state, offset, limit }: RowsRequest): JobRow[] =>
      (state === undefined ? allRows.all(id, limit, offset) : inState(id, state, limit, offset)).map(rowOf),

    /** The first rows of some states; each state in the order of the plan. */
    first: (id: string, states: readonly RowState[], limit: number): JobRow[] =>
      states
        .flatMap((state) => inState(id, state, limit, 0))
        .slice(0, limit)
        .map(rowOf),

    /** Those that came with a backup, which the service lacked when it was read, and that are not sent yet. */
    restoredLeft: (id: string): JobRow[] => restoredLeft.all(id).map(rowOf),

    /** Those that are done, and that nothing has shown yet. */
    unseen: (id: string): JobRow[] => unseen.all(id).map(rowOf),

    /** Throws when one of them is not to be sent. */
    ask(id: string, indexes: readonly number[]): void {
      for (const { first, last } of stretches(indexes)) {
        if (toBeSent.get({ id, first, last }) !== last - first + 1)
          throw new Error(`a row of ${first} to ${last} of the job is not to be sent`);
        putAsked.run(id, first, last);
      }
    },

    settle(id: string, rows: readonly Settled[]): void {
      const told: unknown[][] = [];
      for (const { index, state, remark = null, answer = [], seen } of rows)
        if (state === 'planned') untell.run(id, index);
        else
          told.push([
            id,
            index,
            state,
            remark && JSON.stringify(remark),
            answer.length > 0 ? JSON.stringify(answer) : null,
            seen ? 1 : null,
          ]);
      putTold(told);
      const before = asked.all(id);
      if (before.length === 0) return;
      const back = new Set(rows.map(({ index }) => index));
      const left = before.flatMap(numbersOf).filter((index) => !back.has(index));
      noneAsked.run(id);
      for (const { first, last } of stretches(left)) putAsked.run(id, first, last);
    },

    /** What reading the service showed; how many of those whose outcome was not known are done by it. */
    look(id: string, rows: readonly Seen[]): number {
      for (const { index, seen, remark, answer } of rows) {
        setSeen.run(seen === null ? null : Number(seen), id, index);
        if (answer && answer.length > 0) setAnswer.run(JSON.stringify(answer), id, index);
        if (seen === false && remark) setInstead.run(JSON.stringify(remark), id, index);
      }
      const found = setFound.run(JSON.stringify({ code: 'found' }), id).changes;
      for (const { index, seen, rival } of rows)
        if (seen !== true) setRestored.run(seen === false && !rival ? 'not-sent' : 'unknown', id, index);
      setSaid.run(id);
      setTurnedAway.run(id);
      return found;
    },

    cutOff: cutOffAll,

    /** Nothing more is sent of it: what left without an answer is not known, the rest has not left. How it stands then. */
    end(id: string): JobCounts {
      cutOffAll(id);
      const now = counts(id);
      if (now.counts.planned === 0) return now;
      notSent.run(id);
      return counts(id);
    },

    /** What has not left is to be sent after all. */
    again: (id: string): void => void again.run(id),
  };
}

/** Rows that follow one another, by the first and the last of them. */
interface Stretch {
  readonly first: number;
  readonly last: number;
}

function stretches(numbers: readonly number[]): Stretch[] {
  const found: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const latest = found.at(-1);
    if (latest?.last === number - 1) latest.last = number;
    else found.push({ first: number, last: number });
  }
  return found;
}

const numbersOf = ({ first, last }: Stretch): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

const rowOf = ({ at, state, input, remark, answer, seen }: RowLine): JobRow =>
  jobRow.parse({
    index: at,
    state,
    input: JSON.parse(input) as unknown,
    remark: remark === null ? null : (JSON.parse(remark) as unknown),
    answer: answer === null ? [] : (JSON.parse(answer) as unknown),
    seen: seen === null ? null : seen === 1,
  });
