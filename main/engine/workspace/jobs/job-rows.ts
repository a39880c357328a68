import { zeroCounts } from '#contract/counts';
import {
  CREATED_INCOMPLETE,
  jobRow,
  RIVAL_FACT,
  rowState,
  type JobFacts,
  type JobRow,
  type RowIssue,
  type RowState,
} from '#contract/job';
import { rowInserter } from '../../sqlite/insert-rows';
import type { Db } from '../../sqlite/open-database';

/** A row to plan. */
export interface NewRow {
  readonly input: unknown;
  readonly state: 'planned' | 'skipped';
  readonly issue: RowIssue | null;
}
/** The outcome of a row. */
export interface RowSettlement {
  readonly index: number;
  readonly state: RowState;
  readonly issue?: RowIssue | null;
  readonly responseIds?: readonly string[];
  /** Set if the response shows the row as wanted. */
  readonly verified?: true;
}
/** The result of reading a row's record: as wanted (true), not as wanted (false), or undecidable (null). */
export interface RowVerification {
  readonly index: number;
  readonly verified: boolean | null;
  /** Names the value that the service has instead, if known; an unknown row then becomes `refused`. */
  readonly issue?: RowIssue;
  /** IDs that a response would have contained. */
  readonly responseIds?: readonly string[];
  /** Facts for the issue of an unknown row that turns out to be done. */
  readonly facts?: JobFacts;
  /** The key of another record with the same name, which may be the created one. */
  readonly rival?: string;
}
export interface JobCounts {
  readonly total: number;
  readonly counts: Record<RowState, number>;
  readonly verified: { readonly yes: number; readonly no: number };
}
/** Selects rows: those in one state, or all. */
export interface RowsRequest {
  readonly state?: RowState | undefined;
  readonly offset: number;
  readonly limit: number;
}

interface RowLine {
  /** The row's index. */
  at: number;
  state: string;
  input: string;
  issue: string | null;
  /** JSON of the response IDs. */
  answer: string | null;
  verified: number | null;
}

/** A row's current state: its outcome, or else whether it is in flight. */
const ROWS = `SELECT r.at, r.input, CASE WHEN t.at IS NULL THEN r.issue ELSE t.issue END AS issue, t.answer, t.verified, coalesce(t.state, CASE WHEN EXISTS
    (SELECT 1 FROM job_in_flight a WHERE a.job = r.job AND r.at BETWEEN a.first AND a.last)
    THEN 'in-flight' ELSE 'planned' END) AS state
  FROM job_row r LEFT JOIN job_outcome t ON t.job = r.job AND t.at = r.at WHERE r.job = ?`;

/** Rows that are done, and rows with another outcome, by state. */
const DONE_ROWS = `SELECT r.input, t.* FROM job_outcome t
  JOIN job_row r ON r.job = t.job AND r.at = t.at WHERE t.job = ? AND t.state = 'done'`;
// `<> 'done'` is redundant, but lets SQLite use the partial index.
const OTHER_ROWS = `SELECT r.input, t.* FROM job_outcome t INDEXED BY job_outcome_open
  JOIN job_row r ON r.job = t.job AND r.at = t.at WHERE t.job = ? AND t.state = ? AND t.state <> 'done'`;

/** Condition of rows that were restored from a backup and have not been sent since. */
const RESTORED = "issue ->> 'code' = 'restored'";

/** Condition of rows without another record of the same name that may be the created one. */
const NO_RIVAL = `issue ->> '$.facts.${RIVAL_FACT}' IS NULL`;

/** Condition of rows without an outcome. */
const NO_OUTCOME = 'NOT EXISTS (SELECT 1 FROM job_outcome t WHERE t.job = r.job AND t.at = r.at)';

/** Prepares the statements about the rows of jobs. */
const jobRowStatements = (db: Db) => ({
  putRows: rowInserter(db, { table: 'job_row', columns: ['job', 'at', 'input', 'issue'] }),
  putOutcomes: rowInserter(db, {
    table: 'job_outcome',
    columns: ['job', 'at', 'state', 'issue', 'answer', 'verified'],
    conflict: `ON CONFLICT (job, at) DO UPDATE SET state = excluded.state, issue = excluded.issue,
    answer = excluded.answer, verified = coalesce(excluded.verified, verified)`,
  }),
  setInput: db.prepare<[string, string, number]>('UPDATE job_row SET input = ? WHERE job = ? AND at = ?'),
  allRows: db.prepare<[string, number, number], RowLine>(`${ROWS} ORDER BY r.at LIMIT ? OFFSET ?`),
  pending: db.prepare<[string, RowState, number, number], RowLine>(
    `SELECT * FROM (${ROWS} AND t.at IS NULL) WHERE state = ? ORDER BY at LIMIT ? OFFSET ?`,
  ),
  done: db.prepare<[string, number, number], RowLine>(`${DONE_ROWS} ORDER BY t.at LIMIT ? OFFSET ?`),
  others: db.prepare<[string, RowState, number, number], RowLine>(
    `${OTHER_ROWS} ORDER BY t.at LIMIT ? OFFSET ?`,
  ),
  unverified: db.prepare<[string], RowLine>(`${DONE_ROWS} AND t.verified IS NOT 1 ORDER BY t.at`),
  inFlight: db.prepare<[string], IndexRange>('SELECT first, last FROM job_in_flight WHERE job = ?'),
  insertInFlight: db.prepare<[string, number, number]>('INSERT INTO job_in_flight VALUES (?, ?, ?)'),
  deleteInFlight: db.prepare<[string]>('DELETE FROM job_in_flight WHERE job = ?'),
  countSendable: db
    .prepare<[IndexRange & { id: string }], number>(
      `SELECT (SELECT count(*) FROM job_row WHERE job = @id AND at BETWEEN @first AND @last)
         - (SELECT count(*) FROM job_outcome WHERE job = @id AND at BETWEEN @first AND @last)
       WHERE NOT EXISTS (SELECT 1 FROM job_in_flight a WHERE a.job = @id AND a.first <= @last AND a.last >= @first)`,
    )
    .pluck(),
  deleteOutcome: db.prepare<[string, number]>('DELETE FROM job_outcome WHERE job = ? AND at = ?'),
  restoredNotSent: db.prepare<[string], RowLine>(
    `${DONE_ROWS.replace("t.state = 'done'", "t.state = 'not-sent'")} AND t.${RESTORED} ORDER BY t.at`,
  ),
  countDone: db.prepare<[string], { done: number; yes: number; no: number }>(
    `SELECT count(*) done, ifnull(sum(verified = 1), 0) yes, ifnull(sum(verified = 0), 0) no
   FROM job_outcome WHERE job = ? AND state = 'done'`,
  ),
  countOthers: db.prepare<[string], { state: RowState; n: number }>(
    `SELECT state, count(*) n FROM job_outcome INDEXED BY job_outcome_open
   WHERE job = ? AND state <> 'done' GROUP BY state`,
  ),
  countIncomplete: db
    .prepare<[string, string], number>(
      `SELECT count(*) FROM job_outcome INDEXED BY job_outcome_open
     WHERE job = ? AND state = 'refused' AND state <> 'done' AND issue ->> 'code' = ?`,
    )
    .pluck(),
  countMissing: db
    .prepare<[string], number>(
      `SELECT count(*) FROM job_outcome INDEXED BY job_outcome_open
     WHERE job = ? AND state = 'unknown' AND state <> 'done' AND verified = 0`,
    )
    .pluck(),
  countRows: db.prepare<[string], number>('SELECT ifnull(max(at) + 1, 0) FROM job_row WHERE job = ?').pluck(),
  // Joins from the few rows in flight; on its own, SQLite would scan all rows.
  markUnknown: db.prepare<[string]>(
    `INSERT INTO job_outcome (job, at, state) SELECT r.job, r.at, 'unknown' FROM job_in_flight a
   CROSS JOIN job_row r ON r.job = a.job AND r.at BETWEEN a.first AND a.last WHERE a.job = ? AND ${NO_OUTCOME}`,
  ),
  addNotSent: db.prepare<[string]>(
    `INSERT INTO job_outcome (job, at, state) SELECT job, at, 'not-sent' FROM job_row r WHERE job = ? AND ${NO_OUTCOME}`,
  ),
  replan: db.prepare<[string]>("DELETE FROM job_outcome WHERE job = ? AND state = 'not-sent'"),
});

/**
 * The rows of durable jobs. The input (`job_row`) is written once, unless its preparation changes it; the outcome next
 * to it (`job_outcome`); and rows in flight as ranges (`job_in_flight`), so that updating hundreds of rows does not
 * rewrite their text. Callers that change several rows use a transaction.
 */
export class JobRows {
  readonly #sql;
  readonly #readOutcomes: ReadOutcomes;

  constructor(db: Db) {
    this.#sql = jobRowStatements(db);
    this.#readOutcomes = new ReadOutcomes(db);
  }

  counts(id: string): JobCounts {
    const counts = zeroCounts(rowState.options);
    const total = this.#sql.countRows.get(id) ?? 0;
    const { done, ...verified } = this.#sql.countDone.get(id) ?? { done: 0, yes: 0, no: 0 };
    for (const { first, last } of this.#sql.inFlight.all(id)) counts['in-flight'] += last - first + 1;
    for (const { state, n } of this.#sql.countOthers.all(id)) counts[state] = n;
    counts.done = done;
    counts.planned = total - Object.values(counts).reduce((sum, n) => sum + n, 0);
    return { total, counts, verified };
  }

  /** Stores the rows of a plan, numbered from 0 without gaps. */
  plan(id: string, rows: readonly NewRow[]): void {
    const issueJson = ({ issue }: NewRow) => (issue ? JSON.stringify(issue) : null);
    this.#sql.putRows(
      rows.map((row, index) => [
        id,
        index,
        JSON.stringify(row.input),
        row.state === 'planned' ? issueJson(row) : null,
      ]),
    );
    this.#sql.putOutcomes(
      rows.flatMap((row, index) =>
        row.state === 'planned' ? [] : [[id, index, row.state, issueJson(row), null, null]],
      ),
    );
  }

  /** Replaces the inputs of rows. */
  setInputs(id: string, rows: readonly Pick<JobRow, 'index' | 'input'>[]): void {
    for (const { index, input } of rows) this.#sql.setInput.run(JSON.stringify(input), id, index);
  }

  /** Returns the number of refused rows whose record was created but is incomplete. */
  incomplete(id: string): number {
    return this.#sql.countIncomplete.get(id, CREATED_INCOMPLETE) ?? 0;
  }

  /** Returns the number of rows of unknown outcome that the last read shows not as wanted. */
  missing(id: string): number {
    return this.#sql.countMissing.get(id) ?? 0;
  }

  /** Returns a range of rows, in plan order. */
  window(id: string, { state, offset, limit }: RowsRequest): JobRow[] {
    return (
      state === undefined ? this.#sql.allRows.all(id, limit, offset) : this.#inState(id, state, limit, offset)
    ).map(rowOf);
  }

  /** Returns the first rows in some states; each state in plan order. */
  first(id: string, states: readonly RowState[], limit: number): JobRow[] {
    return states
      .flatMap((state) => this.#inState(id, state, limit, 0))
      .slice(0, limit)
      .map(rowOf);
  }

  /** Returns restored rows that the service lacked when it was read and that have not been sent since. */
  restoredNotSent(id: string): JobRow[] {
    return this.#sql.restoredNotSent.all(id).map(rowOf);
  }

  /** Returns done rows that were not verified yet. */
  unverified(id: string): JobRow[] {
    return this.#sql.unverified.all(id).map(rowOf);
  }

  /** Marks rows as in flight. Throws if one of them may not be sent. */
  markInFlight(id: string, indexes: readonly number[]): void {
    for (const { first, last } of indexRanges(indexes)) {
      if (this.#sql.countSendable.get({ id, first, last }) !== last - first + 1)
        throw new Error(`a row of ${first} to ${last} of the job may not be sent`);
      this.#sql.insertInFlight.run(id, first, last);
    }
  }

  /** Stores outcomes; none of the rows is in flight then, and a `planned` one can be sent again. */
  settle(id: string, rows: readonly RowSettlement[]): void {
    const outcomes: unknown[][] = [];
    for (const { index, state, issue = null, responseIds = [], verified } of rows)
      if (state === 'planned') this.#sql.deleteOutcome.run(id, index);
      else
        outcomes.push([
          id,
          index,
          state,
          issue && JSON.stringify(issue),
          responseIds.length > 0 ? JSON.stringify(responseIds) : null,
          verified ? 1 : null,
        ]);
    this.#sql.putOutcomes(outcomes);
    const inFlight = this.#sql.inFlight.all(id);
    if (inFlight.length === 0) return;
    const settled = new Set(rows.map(({ index }) => index));
    const stillInFlight = inFlight.flatMap(numbersOf).filter((index) => !settled.has(index));
    this.#sql.deleteInFlight.run(id);
    for (const { first, last } of indexRanges(stillInFlight)) this.#sql.insertInFlight.run(id, first, last);
  }

  /** Stores the results of a read; returns how many unknown or restored rows it proved done. */
  recordVerifications(id: string, rows: readonly RowVerification[]): number {
    return this.#readOutcomes.record(id, rows);
  }

  /** Ends sending: rows in flight become unknown, the rest `not-sent`. Returns the resulting counts. */
  end(id: string): JobCounts {
    this.markUnknown(id);
    const counts = this.counts(id);
    if (counts.counts.planned === 0) return counts;
    this.#sql.addNotSent.run(id);
    return this.counts(id);
  }

  /** Marks rows that were not sent as planned again. */
  replan(id: string): void {
    return void this.#sql.replan.run(id);
  }

  #inState(id: string, state: RowState, limit: number, offset: number): RowLine[] {
    if (state === 'done') return this.#sql.done.all(id, limit, offset);
    return (state === 'planned' || state === 'in-flight' ? this.#sql.pending : this.#sql.others).all(
      id,
      state,
      limit,
      offset,
    );
  }

  /** Marks rows in flight as unknown. */
  markUnknown(id: string): void {
    this.#sql.markUnknown.run(id);
    this.#sql.deleteInFlight.run(id);
  }
}

/** Prepares the statements that correct outcomes after a read. */
const readOutcomeStatements = (db: Db) => ({
  setVerified: db.prepare('UPDATE job_outcome SET verified = ? WHERE job = ? AND at = ?'),
  setResponseIds: db.prepare(
    "UPDATE job_outcome SET answer = ? WHERE job = ? AND at = ? AND state = 'unknown'",
  ),
  refuseUnknown: db.prepare(
    "UPDATE job_outcome SET state = 'refused', issue = ? WHERE job = ? AND at = ? AND state = 'unknown'",
  ),
  refuseIncomplete: db.prepare<[string, string, number, string]>(
    `UPDATE job_outcome SET state = 'refused', issue = ?, verified = 0
   WHERE job = ? AND at = ? AND state = 'done' AND answer = ?`,
  ),
  isConfirmed: db
    .prepare<[string, number, string], number>(
      "SELECT 1 FROM job_outcome WHERE job = ? AND at = ? AND state = 'done' AND verified = 1 AND answer = ?",
    )
    .pluck(),
  setRival: db.prepare<[string, string, number]>(
    `UPDATE job_outcome SET issue = json_set(coalesce(issue, '{"code":"lost"}'), '$.facts.${RIVAL_FACT}', ?)
   WHERE job = ? AND at = ? AND state IN ('unknown', 'not-sent')`,
  ),
  removeRival: db.prepare<[string, number]>(
    `UPDATE job_outcome SET issue = json_remove(issue, '$.facts.${RIVAL_FACT}')
   WHERE job = ? AND at = ? AND state = 'unknown' AND NOT (${NO_RIVAL})`,
  ),
  setRivalOfDone: db.prepare<[string, string, number]>(
    `UPDATE job_outcome SET issue = json_set(coalesce(issue, '{"code":"contradicted"}'), '$.facts.${RIVAL_FACT}', ?)
   WHERE job = ? AND at = ? AND state = 'done'`,
  ),
  removeRivalOfDone: db.prepare<[string, number]>(
    `UPDATE job_outcome SET issue = CASE WHEN issue ->> 'code' = 'contradicted' THEN NULL
     ELSE json_remove(issue, '$.facts.${RIVAL_FACT}') END
   WHERE job = ? AND at = ? AND state = 'done' AND NOT (${NO_RIVAL})`,
  ),
  settleFound: db.prepare<[string, string]>(
    `UPDATE job_outcome SET state = 'done', issue = ?
   WHERE job = ? AND verified = 1 AND (state = 'unknown' OR (state = 'not-sent' AND ${RESTORED}))`,
  ),
  setFoundFacts: db.prepare<[string, string, number]>(
    `UPDATE job_outcome SET issue = json_set(issue, '$.facts', json(?))
   WHERE job = ? AND at = ? AND state = 'done' AND issue ->> 'code' = 'found'`,
  ),
  setRestored: db.prepare<[RowState, string, number]>(
    `UPDATE job_outcome SET state = ? WHERE job = ? AND at = ? AND state IN ('unknown', 'not-sent') AND ${RESTORED}`,
  ),
  setNotSent: db.prepare<[string]>(
    `UPDATE job_outcome SET state = 'not-sent'
   WHERE job = ? AND state = 'unknown' AND verified = 0 AND issue ->> 'code' = 'turned-away' AND ${NO_RIVAL}`,
  ),
  // None of these responses proves a refusal alone; with a read that shows the row not as wanted, it does.
  setRefused: db.prepare<[string]>(
    `UPDATE job_outcome SET state = 'refused'
   WHERE job = ? AND state = 'unknown' AND verified = 0
     AND issue ->> 'code' IN ('message', 'none-deleted', 'refused', 'refused-together', 'conflict', 'not-found')`,
  ),
});

/** The outcomes of rows as corrected by what a later read of their records showed. */
class ReadOutcomes {
  readonly #sql;

  constructor(db: Db) {
    this.#sql = readOutcomeStatements(db);
  }

  /** Stores the results of a read; returns how many unknown or restored rows it proved done. */
  record(id: string, rows: readonly RowVerification[]): number {
    for (const { index, verified, issue, responseIds, rival } of rows) {
      if (issue?.code === CREATED_INCOMPLETE && this.#settleCreated(id, index, issue, responseIds)) continue;
      this.#sql.setVerified.run(verified === null ? null : Number(verified), id, index);
      if (responseIds && responseIds.length > 0)
        this.#sql.setResponseIds.run(JSON.stringify(responseIds), id, index);
      if (verified !== null) this.#sql.removeRivalOfDone.run(id, index);
      if (rival !== undefined) {
        this.#sql.setRival.run(rival, id, index);
        this.#sql.setRivalOfDone.run(rival, id, index);
      } else if (verified === false) this.#sql.removeRival.run(id, index);
      if (verified === false && issue) this.#sql.refuseUnknown.run(JSON.stringify(issue), id, index);
    }
    const doneCount = this.#sql.settleFound.run(JSON.stringify({ code: 'found' }), id).changes;
    for (const { index, verified, facts, rival } of rows)
      if (verified === true) {
        if (facts) this.#sql.setFoundFacts.run(JSON.stringify(facts), id, index);
      } else
        this.#sql.setRestored.run(
          verified === false && rival === undefined ? 'not-sent' : 'unknown',
          id,
          index,
        );
    this.#sql.setRefused.run(id);
    this.#sql.setNotSent.run(id);
    return doneCount;
  }

  /**
   * Settles a done row whose record exists under its response's ID with other values. Values that were confirmed
   * before have been changed since, and the row stays as it is; else it is refused as incomplete. Returns false for
   * any other row.
   */
  #settleCreated(id: string, index: number, issue: RowIssue, responseIds: readonly string[] = []): boolean {
    const answer = JSON.stringify(responseIds);
    if (this.#sql.isConfirmed.get(id, index, answer) !== undefined) return true;
    return this.#sql.refuseIncomplete.run(JSON.stringify(issue), id, index, answer).changes > 0;
  }
}

/** Consecutive rows, by first and last. */
interface IndexRange {
  readonly first: number;
  readonly last: number;
}

function indexRanges(numbers: readonly number[]): IndexRange[] {
  const ranges: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const latest = ranges.at(-1);
    if (latest?.last === number - 1) latest.last = number;
    else ranges.push({ first: number, last: number });
  }
  return ranges;
}

const numbersOf = ({ first, last }: IndexRange): number[] =>
  Array.from({ length: last - first + 1 }, (_, offset) => first + offset);

const rowOf = ({ at, state, input, issue, answer, verified }: RowLine): JobRow =>
  jobRow.parse({
    index: at,
    state,
    input: JSON.parse(input) as unknown,
    issue: issue === null ? null : (JSON.parse(issue) as unknown),
    responseIds: answer === null ? [] : (JSON.parse(answer) as unknown),
    verified: verified === null ? null : verified === 1,
  });
