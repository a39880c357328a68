import { randomUUID } from 'node:crypto';
import type { ActivityOutcome } from '../../../preload/contract/calls/activity';
import type { Failure } from '../../../preload/contract/failure';
import {
  jobRow,
  rowState,
  type Facts,
  type JobKindName,
  type JobRow,
  type JobState,
  type RowRemark,
  type RowState,
} from '../../../preload/contract/job';
import type { Db } from '../sqlite/open-database';
import type { Activity, NewEntry } from './activity';

/** A job as it is kept. */
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
  /** The line of the activity log that is still without its end. */
  readonly activity: number | null;
  /** How the rows stood when that line was begun. */
  readonly before: Record<RowState, number> | null;
}
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
export interface JobEnding {
  readonly state: JobState;
  readonly failure: Failure | null;
  /** For the log. */
  readonly outcome: ActivityOutcome;
  readonly learned: { readonly count: number; readonly facts: Facts };
}

export type JobStore = ReturnType<typeof jobStore>;

type Line = Omit<StoredJob, 'facts' | 'failure' | 'before'> & {
  facts: string;
  failure: string | null;
  before: string | null;
};
interface RowLine {
  at: number;
  state: string;
  input: string;
  remark: string | null;
  answer: string | null;
  seen: number | null;
}

const DAY_MS = 86_400_000;
/** Plans that were never sent, and dismissed jobs, are forgotten after so many days. */
const KEEP_PLANS = 7;
const KEEP_DISMISSED = 90;

/**
 * Durable jobs: a plan of rows, and what became of each. Whatever is about to leave is `asked` on disk before it does; a
 * row that is still so when the workspace opens was cut off by the end of the program, and its outcome is `unknown`.
 * A job and its line of the activity log are written in one transaction.
 */
export function jobStore(db: Db, activity: Activity, now: () => Date = () => new Date()) {
  const stamp = () => now().toISOString();
  db.transaction(() => {
    db.prepare("UPDATE job_row SET state = 'unknown' WHERE state = 'asked'").run();
    db.prepare("UPDATE job SET state = 'interrupted', ended = ? WHERE state = 'running'").run(stamp());
    const before = (days: number) => new Date(now().getTime() - days * DAY_MS).toISOString();
    db.prepare("DELETE FROM job WHERE state = 'planned' AND created < ?").run(before(KEEP_PLANS));
    db.prepare('DELETE FROM job WHERE dismissed < ?').run(before(KEEP_DISMISSED));
  }).immediate();

  const byId = db.prepare<[string], Line>('SELECT * FROM job WHERE id = ?');
  const allRows = db.prepare<[string, number, number], RowLine>(
    'SELECT * FROM job_row WHERE job = ? ORDER BY at LIMIT ? OFFSET ?',
  );
  const rowsIn = db.prepare<[string, RowState, number, number], RowLine>(
    'SELECT * FROM job_row WHERE job = ? AND state = ? ORDER BY at LIMIT ? OFFSET ?',
  );
  const insertRow = db.prepare('INSERT INTO job_row (job, at, state, input, remark) VALUES (?, ?, ?, ?, ?)');
  const setRow = db.prepare('UPDATE job_row SET state = ?, remark = ?, answer = ? WHERE job = ? AND at = ?');
  const ask = db.prepare("UPDATE job_row SET state = 'asked' WHERE job = ? AND at = ? AND state = 'planned'");
  const setSeen = db.prepare('UPDATE job_row SET seen = ? WHERE job = ? AND at = ?');
  const setAnswer = db.prepare(
    "UPDATE job_row SET answer = ? WHERE job = ? AND at = ? AND state = 'unknown'",
  );
  const setInstead = db.prepare(
    "UPDATE job_row SET state = 'refused', remark = ? WHERE job = ? AND at = ? AND state = 'unknown'",
  );
  const counted = db.prepare<[string], { state: RowState; seen: number | null; n: number }>(
    'SELECT state, seen, count(*) n FROM job_row WHERE job = ? GROUP BY state, seen',
  );
  const change = (id: string, set: string, ...values: unknown[]) =>
    db.prepare(`UPDATE job SET ${set} WHERE id = ?`).run(...values, id);

  const get = (id: string): StoredJob | null => {
    const line = byId.get(id);
    return line ? storedOf(line) : null;
  };
  const counts = (id: string): JobCounts => {
    const of = Object.fromEntries(rowState.options.map((state) => [state, 0])) as Record<RowState, number>;
    const seen = { yes: 0, no: 0 };
    let total = 0;
    for (const line of counted.all(id)) {
      of[line.state] += line.n;
      total += line.n;
      if (line.state !== 'done' || line.seen === null) continue;
      if (line.seen === 1) seen.yes += line.n;
      else seen.no += line.n;
    }
    return { total, counts: of, seen };
  };
  const create = db.transaction((kind: JobKindName, rows: readonly NewRow[], facts: Facts): string => {
    const id = randomUUID();
    db.prepare("INSERT INTO job (id, kind, facts, state, created) VALUES (?, ?, ?, 'planned', ?)").run(
      id,
      kind,
      JSON.stringify(facts),
      stamp(),
    );
    for (const [at, { input, state, remark }] of rows.entries())
      insertRow.run(id, at, state, JSON.stringify(input), remark && JSON.stringify(remark));
    return id;
  });
  /** A job begins, or is resumed with what it has left; its line of the log with it. False: it does already. */
  const begin = db.transaction((id: string, entry: NewEntry): boolean => {
    if (get(id)?.state === 'running') return false;
    const before = JSON.stringify(counts(id).counts);
    change(id, "state = 'running', started = coalesce(started, ?), ended = NULL", stamp());
    change(id, 'failure = NULL, dismissed = NULL, activity = ?, before = ?', activity.open(entry), before);
    db.prepare(
      "UPDATE job_row SET state = 'planned', remark = NULL WHERE job = ? AND state = 'not-sent'",
    ).run(id);
    return true;
  });
  const launch = db.transaction(
    (
      { kind, rows, facts }: { kind: JobKindName; rows: readonly NewRow[]; facts: Facts },
      entry: (id: string) => NewEntry,
      also: () => void,
    ): string => {
      const id = create(kind, rows, facts);
      begin(id, entry(id));
      also();
      return id;
    },
  );
  return {
    get,
    counts,
    /** Those of the kinds that were started and not dismissed, latest first. */
    started: (): StoredJob[] =>
      db
        .prepare<[], Line>(
          "SELECT * FROM job WHERE state <> 'planned' AND dismissed IS NULL ORDER BY started DESC, rowid DESC",
        )
        .all()
        .map(storedOf),

    create: (...of: Parameters<typeof create>) => create.immediate(...of),
    begin: (...of: Parameters<typeof begin>) => begin.immediate(...of),
    /** Both, with `also` in the same transaction. */
    launch: (...of: Parameters<typeof launch>) => launch.immediate(...of),

    /** A window of the rows, in the order of the plan. */
    rows: (id: string, of: { state?: RowState | undefined; offset: number; limit: number }): JobRow[] =>
      (of.state === undefined
        ? allRows.all(id, of.limit, of.offset)
        : rowsIn.all(id, of.state, of.limit, of.offset)
      ).map(rowOf),

    /** The first rows of some states; each state in the order of the plan. */
    first: (id: string, states: readonly RowState[], limit: number): JobRow[] =>
      states
        .flatMap((state) => rowsIn.all(id, state, limit, 0))
        .slice(0, limit)
        .map(rowOf),

    /** Rows are about to leave: on disk when this returns. Throws when one of them is not to be sent. */
    asked: (id: string, indexes: readonly number[]): void =>
      db
        .transaction(() => {
          for (const at of indexes)
            if (ask.run(id, at).changes !== 1) throw new Error(`row ${at} of the job is not to be sent`);
        })
        .immediate(),

    /** Adds to what the job's facts tell. */
    learn: (id: string, learned: Facts): void => {
      change(id, 'facts = json_patch(facts, ?)', JSON.stringify(learned));
    },

    settle: (id: string, rows: readonly Settled[]): void =>
      db
        .transaction(() => {
          for (const { index, state, remark = null, answer = [] } of rows)
            setRow.run(
              state,
              remark && JSON.stringify(remark),
              answer.length > 0 ? JSON.stringify(answer) : null,
              id,
              index,
            );
        })
        .immediate(),

    /**
     * What reading the service showed: lost answers that turn out to be so are done; a message instead of
     * a record, where it is not so, was a refusal, and so is what is there otherwise than was asked for.
     * Where the log has told the end already, it is told what was found since.
     */
    looked: (id: string, rows: readonly Seen[], told: (found: number) => NewEntry): void =>
      db
        .transaction(() => {
          for (const { index, seen, remark, answer } of rows) {
            setSeen.run(seen === null ? null : Number(seen), id, index);
            if (answer && answer.length > 0) setAnswer.run(JSON.stringify(answer), id, index);
            if (seen === false && remark) setInstead.run(JSON.stringify(remark), id, index);
          }
          const found = db
            .prepare(
              `UPDATE job_row SET state = 'done', remark = ? WHERE job = ? AND state = 'unknown' AND seen = 1`,
            )
            .run(JSON.stringify({ code: 'found' }), id).changes;
          if (found > 0 && get(id)?.activity === null) activity.note(told(found));
          db.prepare(
            `UPDATE job_row SET state = 'refused'
             WHERE job = ? AND state = 'unknown' AND seen = 0 AND remark ->> 'code' = 'message'`,
          ).run(id);
          change(id, 'checked = ?', stamp());
        })
        .immediate(),

    /** Nothing more is sent: what was to be is `not-sent`. The line of the log gets its end, if it has none. */
    end: (id: string, ending: (counts: JobCounts, before: JobCounts['counts'] | null) => JobEnding): void =>
      db
        .transaction(() => {
          const job = get(id);
          db.prepare("UPDATE job_row SET state = 'unknown' WHERE job = ? AND state = 'asked'").run(id);
          db.prepare("UPDATE job_row SET state = 'not-sent' WHERE job = ? AND state = 'planned'").run(id);
          const { state, failure, outcome, learned } = ending(counts(id), job?.before ?? null);
          change(id, 'state = ?, failure = ?', state, failure && JSON.stringify(failure));
          if (job?.state === 'running') change(id, 'ended = ?', stamp());
          if (typeof job?.activity === 'number') activity.end(job.activity, outcome, learned);
          change(id, 'activity = NULL, before = NULL');
        })
        .immediate(),

    dismiss(id: string): void {
      change(id, 'dismissed = ?', stamp());
    },
  };
}

const storedOf = (line: Line): StoredJob => ({
  ...line,
  facts: JSON.parse(line.facts) as Facts,
  failure: line.failure === null ? null : (JSON.parse(line.failure) as Failure),
  before: line.before === null ? null : (JSON.parse(line.before) as JobCounts['counts']),
});

const rowOf = ({ at, state, input, remark, answer, seen }: RowLine): JobRow =>
  jobRow.parse({
    index: at,
    state,
    input: JSON.parse(input) as unknown,
    remark: remark === null ? null : (JSON.parse(remark) as unknown),
    answer: answer === null ? [] : (JSON.parse(answer) as unknown),
    seen: seen === null ? null : seen === 1,
  });
