import { jobRow, rowState, type JobRow, type RowRemark, type RowState } from '../../../preload/contract/job';
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
}
export interface JobCounts {
  readonly total: number;
  readonly counts: Record<RowState, number>;
  readonly seen: { readonly yes: number; readonly no: number };
}
/** Which rows: those of one state, or all. */
export interface RowsWish {
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

/** As the index has it, word for word: else it is not used. */
const TOLD = `state NOT IN ('planned', 'asked')`;
/** The rows that something became of, by their states: the others are read in their order. */
const TOLD_ROWS = 'job_row INDEXED BY job_row_told';

/** The rows of durable jobs. Whoever changes several does so in a transaction. */
export function jobRows(db: Db) {
  const allRows = db.prepare<[string, number, number], RowLine>(
    'SELECT * FROM job_row WHERE job = ? ORDER BY at LIMIT ? OFFSET ?',
  );
  const rowsIn = (rows: string, and: string) =>
    db.prepare<[string, RowState, number, number], RowLine>(
      `SELECT * FROM ${rows} WHERE job = ? AND state = ? ${and} ORDER BY at LIMIT ? OFFSET ?`,
    );
  const ahead = rowsIn('job_row', '');
  const told = rowsIn(TOLD_ROWS, `AND ${TOLD}`);
  const inState = (id: string, state: RowState, limit: number, offset: number): RowLine[] =>
    (state === 'planned' || state === 'asked' ? ahead : told).all(id, state, limit, offset);

  const insert = db.prepare('INSERT INTO job_row (job, at, state, input, remark) VALUES (?, ?, ?, ?, ?)');
  const set = db.prepare(
    'UPDATE job_row SET state = ?, remark = ?, answer = ?, seen = coalesce(?, seen) WHERE job = ? AND at = ?',
  );
  const ask = db.prepare<[string, number, number]>(
    "UPDATE job_row SET state = 'asked' WHERE job = ? AND at BETWEEN ? AND ? AND state = 'planned'",
  );
  const setSeen = db.prepare('UPDATE job_row SET seen = ? WHERE job = ? AND at = ?');
  const setAnswer = db.prepare(
    "UPDATE job_row SET answer = ? WHERE job = ? AND at = ? AND state = 'unknown'",
  );
  const setInstead = db.prepare(
    "UPDATE job_row SET state = 'refused', remark = ? WHERE job = ? AND at = ? AND state = 'unknown'",
  );
  const setFound = db.prepare<[string, string]>(
    `UPDATE job_row SET state = 'done', remark = ? WHERE job = ? AND state = 'unknown' AND ${TOLD} AND seen = 1`,
  );
  const setSaid = db.prepare<[string]>(
    `UPDATE job_row SET state = 'refused'
     WHERE job = ? AND state = 'unknown' AND ${TOLD} AND seen = 0 AND remark ->> 'code' = 'message'`,
  );
  const unseen = db.prepare<[string], RowLine>(
    `SELECT * FROM ${TOLD_ROWS} WHERE job = ? AND state = 'done' AND ${TOLD} AND seen IS NOT 1 ORDER BY at`,
  );
  const counted = db.prepare<[string], { state: RowState; seen: number | null; n: number }>(
    `SELECT state, seen, count(*) n FROM ${TOLD_ROWS} WHERE job = ? AND ${TOLD} GROUP BY state, seen`,
  );
  const number = db
    .prepare<[string], number>('SELECT ifnull(max(at) + 1, 0) FROM job_row WHERE job = ?')
    .pluck();
  const asked = db
    .prepare<[string], number>("SELECT count(*) FROM job_row WHERE job = ? AND state = 'asked'")
    .pluck();

  return {
    /** The rows of a plan, numbered from 0 without a gap. */
    plan(id: string, rows: readonly NewRow[]): void {
      for (const [at, { input, state, remark }] of rows.entries())
        insert.run(id, at, state, JSON.stringify(input), remark && JSON.stringify(remark));
    },

    counts: (id: string): JobCounts => {
      const of = Object.fromEntries(rowState.options.map((state) => [state, 0])) as Record<RowState, number>;
      const seen = { yes: 0, no: 0 };
      let ended = 0;
      for (const line of counted.all(id)) {
        of[line.state] += line.n;
        ended += line.n;
        if (line.state !== 'done' || line.seen === null) continue;
        if (line.seen === 1) seen.yes += line.n;
        else seen.no += line.n;
      }
      const total = number.get(id) ?? 0;
      if (ended < total) {
        of.asked = asked.get(id) ?? 0;
        of.planned = total - ended - of.asked;
      }
      return { total, counts: of, seen };
    },

    /** A window of the rows, in the order of the plan. */
    window: (id: string, { state, offset, limit }: RowsWish): JobRow[] =>
      (state === undefined ? allRows.all(id, limit, offset) : inState(id, state, limit, offset)).map(rowOf),

    /** The first rows of some states; each state in the order of the plan. */
    first: (id: string, states: readonly RowState[], limit: number): JobRow[] =>
      states
        .flatMap((state) => inState(id, state, limit, 0))
        .slice(0, limit)
        .map(rowOf),

    /** Those that are done, and that nothing has shown yet. */
    unseen: (id: string): JobRow[] => unseen.all(id).map(rowOf),

    /** Throws when one of them is not to be sent. */
    ask(id: string, indexes: readonly number[]): void {
      for (const [from, to] of stretches(indexes))
        if (ask.run(id, from, to).changes !== to - from + 1)
          throw new Error(`a row of ${from} to ${to} of the job is not to be sent`);
    },

    settle(id: string, rows: readonly Settled[]): void {
      for (const { index, state, remark = null, answer = [], seen } of rows)
        set.run(
          state,
          remark && JSON.stringify(remark),
          answer.length > 0 ? JSON.stringify(answer) : null,
          seen ? 1 : null,
          id,
          index,
        );
    },

    /** What reading the service showed; how many of those whose outcome was not known are done by it. */
    look(id: string, rows: readonly Seen[]): number {
      for (const { index, seen, remark, answer } of rows) {
        setSeen.run(seen === null ? null : Number(seen), id, index);
        if (answer && answer.length > 0) setAnswer.run(JSON.stringify(answer), id, index);
        if (seen === false && remark) setInstead.run(JSON.stringify(remark), id, index);
      }
      const found = setFound.run(JSON.stringify({ code: 'found' }), id).changes;
      setSaid.run(id);
      return found;
    },

    /** Nothing more is sent of it: what left without an answer is not known, the rest has not left. */
    end(id: string): void {
      db.prepare("UPDATE job_row SET state = 'unknown' WHERE job = ? AND state = 'asked'").run(id);
      db.prepare("UPDATE job_row SET state = 'not-sent' WHERE job = ? AND state = 'planned'").run(id);
    },

    /** What has not left is to be sent after all. */
    again(id: string): void {
      db.prepare(
        `UPDATE job_row SET state = 'planned', remark = NULL WHERE job = ? AND state = 'not-sent' AND ${TOLD}`,
      ).run(id);
    },
  };
}

/** Numbers that follow one another, by the first and the last of them. */
function stretches(numbers: readonly number[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found;
}

const rowOf = ({ at, state, input, remark, answer, seen }: RowLine): JobRow =>
  jobRow.parse({
    index: at,
    state,
    input: JSON.parse(input) as unknown,
    remark: remark === null ? null : (JSON.parse(remark) as unknown),
    answer: answer === null ? [] : (JSON.parse(answer) as unknown),
    seen: seen === null ? null : seen === 1,
  });
