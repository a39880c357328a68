import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#contract/dates';
import type { ActivityOutcome } from '#contract/features/activity/outcome';
import type { Failure } from '#contract/failure';
import {
  jobKindOf,
  jobKindText,
  OUTCOMES_LOST_FACT,
  type JobFacts,
  type JobKind,
  type JobRow,
  type JobState,
  type RowState,
} from '#contract/job';
import type { Db } from '../../sqlite/open-database';
import type { Activity, NewEntry } from '../activity/activity';
import { lastDoneIn, type LastDone } from './last-done';
import {
  JobRows,
  type JobCounts,
  type NewRow,
  type RowsRequest,
  type RowVerification,
  type RowSettlement,
} from './job-rows';

/** A job as stored. */
export interface StoredJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly facts: JobFacts;
  readonly state: JobState;
  readonly failure: Failure | null;
  readonly created: string;
  readonly started: string | null;
  readonly ended: string | null;
  readonly checked: string | null;
  /** The start line of its activity entry, while the entry has no end. */
  readonly activity: number | null;
  /** The row counts when that line was written. */
  readonly before: PreviousCounts | null;
  /** Time of the backup that it was restored from (ISO, UTC); null if none. */
  readonly restored: string | null;
}
/** `contradicted`: rows reported as done that a list contradicts; earlier versions did not store it. */
export type PreviousCounts = JobCounts['counts'] & { readonly contradicted?: number };
export interface JobEnding {
  readonly state: JobState;
  readonly failure: Failure | null;
  /** For the end of its activity entry. */
  readonly outcome: ActivityOutcome;
  readonly result: { readonly count: number; readonly facts: JobFacts };
}

type JobTableRow = Omit<StoredJob, 'kind' | 'facts' | 'failure' | 'before'> & {
  kind: string;
  facts: string;
  failure: string | null;
  before: string | null;
};
/**
 * Days after which unsent plans, dismissed jobs and completed jobs are deleted: their rows contain records, and the
 * activity log already says what they did.
 */
const PLAN_RETENTION_DAYS = 7;
const DISMISSED_RETENTION_DAYS = 90;
const DONE_RETENTION_DAYS = 180;

/**
 * Durable jobs: a plan of rows, and their outcomes. Rows are stored as `in-flight` before they are sent; rows
 * still in that state at opening were interrupted, and their outcome is `unknown`. A job and its log line are
 * written in one transaction.
 */
export class JobStore {
  readonly #db: Db;
  readonly #activity: Activity;
  readonly #rows: JobRows;
  readonly #byId;
  readonly #lastDone;

  constructor(db: Db, activity: Activity) {
    this.#db = db;
    this.#activity = activity;
    this.#rows = new JobRows(db);
    db.transaction(() => {
      for (const id of db.prepare<[], string>("SELECT id FROM job WHERE state = 'running'").pluck().all())
        this.#rows.markUnknown(id);
      db.prepare("UPDATE job SET state = 'interrupted', ended = ? WHERE state = 'running'").run(
        this.#stamp(),
      );
      const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
      db.prepare("DELETE FROM job WHERE state = 'planned' AND created < ?").run(daysAgo(PLAN_RETENTION_DAYS));
      db.prepare('DELETE FROM job WHERE dismissed < ?').run(daysAgo(DISMISSED_RETENTION_DAYS));
      const expired = db
        .prepare<[string], string>("SELECT id FROM job WHERE state = 'done' AND ended < ?")
        .pluck()
        .all(daysAgo(DONE_RETENTION_DAYS));
      // Keeps jobs with rows that a user may still have to settle: unknown, in conflict, not taken or not sent.
      for (const id of expired) {
        const { total, counts } = this.#rows.counts(id);
        if (counts.done + counts.skipped + counts.refused === total)
          db.prepare('DELETE FROM job WHERE id = ?').run(id);
      }
    }).immediate();
    this.#byId = db.prepare<[string], JobTableRow>('SELECT * FROM job WHERE id = ?');
    this.#lastDone = lastDoneIn(db);
  }

  get(id: string): StoredJob | null {
    const line = this.#byId.get(id);
    return line ? storedOf(line) : null;
  }

  /** Returns jobs that were started and not dismissed, latest first. */
  started(): StoredJob[] {
    return this.#db
      .prepare<[], JobTableRow>(
        "SELECT * FROM job WHERE state <> 'planned' AND dismissed IS NULL ORDER BY started DESC, rowid DESC",
      )
      .all()
      .map(storedOf);
  }

  /** Plans a job; returns its ID. */
  create(kind: JobKind, planned: readonly NewRow[], facts: JobFacts): string {
    return this.#transaction(() => {
      const id = randomUUID();
      this.#db
        .prepare("INSERT INTO job (id, kind, facts, state, created) VALUES (?, ?, ?, 'planned', ?)")
        .run(id, jobKindText(kind), JSON.stringify(facts), this.#stamp());
      this.#rows.plan(id, planned);
      return id;
    });
  }

  /** Starts or resumes a job and its log line. Returns false if it is already running. */
  begin(id: string, entry: NewEntry): boolean {
    return this.#transaction(() => {
      if (this.get(id)?.state === 'running') return false;
      const { counts, verified } = this.#rows.counts(id);
      const countsBefore: PreviousCounts = { ...counts, contradicted: verified.no };
      this.#change(id, "state = 'running', started = coalesce(started, ?), ended = NULL", this.#stamp());
      const line = this.#activity.open(entry);
      const before = JSON.stringify(countsBefore);
      const facts = `facts = json_remove(facts, '$.${OUTCOMES_LOST_FACT}')`;
      this.#change(id, `failure = NULL, dismissed = NULL, ${facts}, activity = ?, before = ?`, line, before);
      this.#rows.replan(id);
      return true;
    });
  }

  /** Plans and begins a job, with `alongside` in the same transaction. */
  launch(
    { kind, rows, facts }: { kind: JobKind; rows: readonly NewRow[]; facts: JobFacts },
    entry: (id: string) => NewEntry,
    alongside: () => void,
  ): string {
    return this.#transaction(() => {
      const id = this.create(kind, rows, facts);
      this.begin(id, entry(id));
      alongside();
      return id;
    });
  }

  counts(id: string): JobCounts {
    return this.#rows.counts(id);
  }

  incomplete(id: string): number {
    return this.#rows.incomplete(id);
  }

  missing(id: string): number {
    return this.#rows.missing(id);
  }

  rows(id: string, request: RowsRequest): JobRow[] {
    return this.#rows.window(id, request);
  }

  first(id: string, states: readonly RowState[], limit: number): JobRow[] {
    return this.#rows.first(id, states, limit);
  }

  restoredNotSent(id: string): JobRow[] {
    return this.#rows.restoredNotSent(id);
  }

  unverified(id: string): JobRow[] {
    return this.#rows.unverified(id);
  }

  lastDone(kind: JobKind, field: string): LastDone[] {
    return this.#lastDone(kind, field);
  }

  /**
   * Stores that rows are about to be sent, together with the outcomes of earlier rows and the inputs that their
   * preparation changed. Throws if one of them must not be sent.
   */
  markInFlight(
    id: string,
    indexes: readonly number[],
    settled: readonly RowSettlement[] = [],
    changedInputs: readonly Pick<JobRow, 'index' | 'input'>[] = [],
  ): void {
    this.#transaction(() => {
      this.#rows.settle(id, settled);
      this.#rows.setInputs(id, changedInputs);
      this.#rows.markInFlight(id, indexes);
    });
  }

  /** Adds to the job's facts. */
  addFacts(id: string, facts: JobFacts): void {
    this.#change(id, 'facts = json_patch(facts, ?)', JSON.stringify(facts));
  }

  /**
   * Stores outcomes. They survive a crash of the app, and a power failure once the next rows in flight or the
   * job's end are stored; after an earlier power failure, the rows are found as `in-flight` and verified.
   */
  settle(id: string, settled: readonly RowSettlement[]): void {
    if (settled.length === 0) return;
    this.#db.pragma('synchronous = NORMAL');
    try {
      this.#transaction(() => this.#rows.settle(id, settled));
    } finally {
      this.#db.pragma('synchronous = FULL');
    }
  }

  /**
   * Stores the results of reading the service. Rows with a lost response that are as wanted are done; a message
   * instead of a record counts as a refusal, as does a record that differs from the request. Restored rows that the
   * service lacks become `not-sent`. If the log entry has already ended, a new one records the rows found done.
   */
  recordVerifications(
    id: string,
    verifications: readonly RowVerification[],
    createLogEntry: (doneCount: number) => NewEntry,
  ): void {
    this.#transaction(() => {
      const doneCount = this.#rows.recordVerifications(id, verifications);
      if (doneCount > 0 && this.get(id)?.activity === null) this.#activity.note(createLogEntry(doneCount));
      this.#change(id, 'checked = ?', this.#stamp());
    });
  }

  /** Ends sending: remaining rows become `not-sent`, and the log line gets its end if it has none. */
  end(id: string, ending: (counts: JobCounts, previousCounts: PreviousCounts | null) => JobEnding): void {
    this.#transaction(() => {
      const job = this.get(id);
      const { state, failure, outcome, result } = ending(this.#rows.end(id), job?.before ?? null);
      this.#change(id, 'state = ?, failure = ?', state, failure && JSON.stringify(failure));
      if (job?.state === 'running') this.#change(id, 'ended = ?', this.#stamp());
      if (typeof job?.activity === 'number') this.#activity.end(job.activity, outcome, result);
      this.#change(id, 'activity = NULL, before = NULL');
    });
  }

  dismiss(id: string): void {
    this.#change(id, 'dismissed = ?', this.#stamp());
  }

  #stamp() {
    return new Date().toISOString();
  }

  #change(id: string, set: string, ...values: unknown[]) {
    return this.#db.prepare(`UPDATE job SET ${set} WHERE id = ?`).run(...values, id);
  }

  #transaction<T>(work: () => T): T {
    return this.#db.transaction(work).immediate();
  }
}

const storedOf = (line: JobTableRow): StoredJob => ({
  ...line,
  kind: jobKindOf(line.kind),
  facts: JSON.parse(line.facts) as JobFacts,
  failure: line.failure === null ? null : (JSON.parse(line.failure) as Failure),
  before: line.before === null ? null : storedCounts(line.before),
});

/** Earlier versions stored rows that are being sent as `asked`. */
function storedCounts(text: string): PreviousCounts {
  const { asked, ...counts } = JSON.parse(text) as PreviousCounts & { readonly asked?: number };
  return asked === undefined ? counts : { ...counts, 'in-flight': asked };
}
