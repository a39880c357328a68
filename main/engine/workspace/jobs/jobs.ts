import { randomUUID } from 'node:crypto';
import type { ActivityOutcome } from '#contract/features/activity/calls';
import type { Failure } from '#contract/failure';
import type { Facts, JobKindName, JobState, RowState } from '#contract/job';
import type { Db } from '../../sqlite/open-database';
import type { Activity, NewEntry } from '../activity/activity';
import { lastDoneIn } from './last-done';
import { jobRows, type JobCounts, type NewRow, type RowVerification, type RowSettlement } from './job-rows';

/** A job as stored. */
export interface StoredJob {
  readonly id: string;
  readonly kind: JobKindName;
  readonly facts: Facts;
  readonly state: JobState;
  readonly failure: Failure | null;
  readonly created: string;
  readonly started: string | null;
  readonly ended: string | null;
  readonly checked: string | null;
  /** The line of the activity log that has no end yet. */
  readonly activity: number | null;
  /** The row counts when that line was written. */
  readonly before: Record<RowState, number> | null;
  /** When the backup was made that it came with. */
  readonly restored: string | null;
}
export interface JobEnding {
  readonly state: JobState;
  readonly failure: Failure | null;
  /** For the log. */
  readonly outcome: ActivityOutcome;
  readonly learned: { readonly count: number; readonly facts: Facts };
}

export type JobStore = ReturnType<typeof jobStore>;

type JobTableRow = Omit<StoredJob, 'facts' | 'failure' | 'before'> & {
  facts: string;
  failure: string | null;
  before: string | null;
};
const DAY_MS = 86_400_000;
/**
 * Days after which unsent plans, dismissed jobs and completed jobs are deleted: the activity log keeps what
 * they did, and each row contains a record.
 */
const KEEP_PLANS = 7;
const KEEP_DISMISSED = 90;
const KEEP_DONE = 180;

/**
 * Durable jobs: a plan of rows, and their outcomes. Rows are stored as `asked` before they are sent; rows
 * still in that state at opening were interrupted, and their outcome is `unknown`. A job and its log line are
 * written in one transaction.
 */
export function jobStore(db: Db, activity: Activity, now: () => Date = () => new Date()) {
  const stamp = () => now().toISOString();
  const rows = jobRows(db);
  db.transaction(() => {
    for (const id of db.prepare<[], string>("SELECT id FROM job WHERE state = 'running'").pluck().all())
      rows.cutOff(id);
    db.prepare("UPDATE job SET state = 'interrupted', ended = ? WHERE state = 'running'").run(stamp());
    const before = (days: number) => new Date(now().getTime() - days * DAY_MS).toISOString();
    db.prepare("DELETE FROM job WHERE state = 'planned' AND created < ?").run(before(KEEP_PLANS));
    db.prepare('DELETE FROM job WHERE dismissed < ?').run(before(KEEP_DISMISSED));
    const over = db
      .prepare<[string], string>("SELECT id FROM job WHERE state = 'done' AND ended < ?")
      .pluck()
      .all(before(KEEP_DONE));
    for (const id of over) {
      const { total, counts } = rows.counts(id);
      if (counts.done + counts.skipped + counts.refused === total)
        db.prepare('DELETE FROM job WHERE id = ?').run(id);
    }
  }).immediate();

  const byId = db.prepare<[string], JobTableRow>('SELECT * FROM job WHERE id = ?');
  const change = (id: string, set: string, ...values: unknown[]) =>
    db.prepare(`UPDATE job SET ${set} WHERE id = ?`).run(...values, id);
  const together = <T>(work: () => T): T => db.transaction(work).immediate();

  const get = (id: string): StoredJob | null => {
    const line = byId.get(id);
    return line ? storedOf(line) : null;
  };
  const create = db.transaction((kind: JobKindName, planned: readonly NewRow[], facts: Facts): string => {
    const id = randomUUID();
    db.prepare("INSERT INTO job (id, kind, facts, state, created) VALUES (?, ?, ?, 'planned', ?)").run(
      id,
      kind,
      JSON.stringify(facts),
      stamp(),
    );
    rows.plan(id, planned);
    return id;
  });
  /** Starts or resumes a job and its log line. Returns false if it is already running. */
  const begin = db.transaction((id: string, entry: NewEntry): boolean => {
    if (get(id)?.state === 'running') return false;
    const before = JSON.stringify(rows.counts(id).counts);
    change(id, "state = 'running', started = coalesce(started, ?), ended = NULL", stamp());
    change(id, 'failure = NULL, dismissed = NULL, activity = ?, before = ?', activity.open(entry), before);
    rows.again(id);
    return true;
  });
  const launch = db.transaction(
    (
      { kind, rows: planned, facts }: { kind: JobKindName; rows: readonly NewRow[]; facts: Facts },
      entry: (id: string) => NewEntry,
      also: () => void,
    ): string => {
      const id = create(kind, planned, facts);
      begin(id, entry(id));
      also();
      return id;
    },
  );
  return {
    get,
    counts: rows.counts,
    incomplete: rows.incomplete,
    rows: rows.window,
    first: rows.first,
    restoredLeft: rows.restoredLeft,
    unseen: rows.unseen,
    /** Returns jobs that were started and not dismissed, latest first. */
    started: (): StoredJob[] =>
      db
        .prepare<[], JobTableRow>(
          "SELECT * FROM job WHERE state <> 'planned' AND dismissed IS NULL ORDER BY started DESC, rowid DESC",
        )
        .all()
        .map(storedOf),

    create: (...of: Parameters<typeof create>) => create.immediate(...of),
    begin: (...of: Parameters<typeof begin>) => begin.immediate(...of),
    /** Does both, with `also` in the same transaction. */
    launch: (...of: Parameters<typeof launch>) => launch.immediate(...of),

    lastDone: lastDoneIn(db),

    /**
     * Stores that rows are about to be sent, together with the outcomes of earlier rows. Throws if one is not
     * to be sent.
     */
    asked: (id: string, indexes: readonly number[], settled: readonly RowSettlement[] = []): void =>
      together(() => {
        rows.settle(id, settled);
        rows.ask(id, indexes);
      }),

    /** Adds to the job's facts. */
    learn: (id: string, learned: Facts): void => {
      change(id, 'facts = json_patch(facts, ?)', JSON.stringify(learned));
    },

    /**
     * Stores outcomes. They survive the end of the app, and a power failure once the next intent or the job's
     * end is stored; until then they would be found as `asked` and verified.
     */
    settle: (id: string, settled: readonly RowSettlement[]): void => {
      if (settled.length === 0) return;
      db.pragma('synchronous = NORMAL');
      try {
        together(() => rows.settle(id, settled));
      } finally {
        db.pragma('synchronous = FULL');
      }
    },

    /**
     * Stores what a read of the service showed. Lost answers that prove correct are done; a message instead
     * of a record was a refusal, as is a record that differs from the request. Rows from a backup that the
     * service lacks are not sent. If the log entry has already ended, a new one records what was found.
     */
    looked: (id: string, seen: readonly RowVerification[], told: (found: number) => NewEntry): void =>
      together(() => {
        const found = rows.look(id, seen);
        if (found > 0 && get(id)?.activity === null) activity.note(told(found));
        change(id, 'checked = ?', stamp());
      }),

    /** Ends sending: remaining rows become `not-sent`, and the log line gets its end if it has none. */
    end: (id: string, ending: (counts: JobCounts, before: JobCounts['counts'] | null) => JobEnding): void =>
      together(() => {
        const job = get(id);
        const { state, failure, outcome, learned } = ending(rows.end(id), job?.before ?? null);
        change(id, 'state = ?, failure = ?', state, failure && JSON.stringify(failure));
        if (job?.state === 'running') change(id, 'ended = ?', stamp());
        if (typeof job?.activity === 'number') activity.end(job.activity, outcome, learned);
        change(id, 'activity = NULL, before = NULL');
      }),

    dismiss(id: string): void {
      change(id, 'dismissed = ?', stamp());
    },
  };
}

const storedOf = (line: JobTableRow): StoredJob => ({
  ...line,
  facts: JSON.parse(line.facts) as Facts,
  failure: line.failure === null ? null : (JSON.parse(line.failure) as Failure),
  before: line.before === null ? null : (JSON.parse(line.before) as JobCounts['counts']),
});
