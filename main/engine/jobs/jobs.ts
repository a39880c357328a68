import { fail, failureOf, type Failure } from '#contract/failure';
import { Observable } from '#common/observable';
import { jobKindText, unsentCount, type JobFacts, type Job, type JobKind, type JobRow } from '#contract/job';
import type { NewEntry } from '../workspace/activity/activity';
import type { JobCounts, NewRow, RowsRequest } from '../workspace/jobs/job-rows';
import type { JobEnding, JobStore, StoredJob } from '../workspace/jobs/jobs';
import type { ApprovalGuard, GuardedRows } from './approval-guard';
import { UnstoredEndings } from './unstored-endings';
import { endingOf } from './ending';
import { JobFollowers } from './followers';
import type { AnyJobDefinition } from './kind';
import { JobVerifier } from './verifier';
import { sendRows, wasTurnedAway } from './send';
import { ActiveJobs, type ActiveJob } from './active-jobs';

export interface JobsDeps {
  readonly store: JobStore;
  /** Aborted when the connection closes. */
  readonly closed: AbortSignal;
  /** True if nothing may be sent: jobs are refused before anything of them is stored as sent. */
  readonly isReadOnly?: boolean | undefined;
  /** Prevents rows that need a second person's approval from being sent without it. */
  readonly guard?: ApprovalGuard | undefined;
}

/** More rows than any job has: reads all. */
const MAX_ROWS = 1_000_000;
/** Minimum interval between reports of a changed list. */
const LIST_INTERVAL_MS = 250;

/** The durable jobs of one connection, of any kind (docs/decisions/076-durable-jobs.md). */
export class Jobs {
  readonly #deps: JobsDeps;
  readonly #kinds = new Map<string, AnyJobDefinition>();
  readonly #active: ActiveJobs;
  readonly #followers: JobFollowers;
  readonly #verifier: JobVerifier;
  /**
   * Jobs with nothing left to send, and since when; their end is stored once the lists have their records.
   */
  readonly #ending = new Map<string, string>();
  readonly #unstoredEndings: UnstoredEndings;
  /** Grows with every change of the list of jobs; not with the progress of one. */
  readonly #listVersion = new Observable(0);

  constructor(deps: JobsDeps) {
    this.#deps = deps;
    this.#unstoredEndings = new UnstoredEndings(deps.store);
    this.#followers = new JobFollowers((id) => this.get(id), deps.closed);
    this.#active = new ActiveJobs({
      onFailure: (id, error) => {
        if (!this.#isClosed()) this.#unstoredEndings.interrupt(id, failureOf(error));
      },
      onIdle: (id) => this.#listChanged(id),
    });
    this.#verifier = new JobVerifier({
      ...deps,
      onProgress: (id) => this.#followers.notifyFollowers(id),
      createLogEntry: (id, kind, doneCount) => entryOf(kind, this.#stored(id), doneCount),
    });
  }

  get guard(): ApprovalGuard | undefined {
    return this.#deps.guard;
  }

  /**
   * Registers a kind of job. Its interrupted jobs, those restored from a backup, and those whose outcomes a rescue lost
   * are verified by reading the service.
   */
  register(kind: AnyJobDefinition): void {
    const text = jobKindText(kind);
    this.#kinds.set(text, kind);
    for (const job of this.#deps.store.started())
      if (jobKindText(job.kind) === text && job.state === 'interrupted' && isUnchecked(job))
        this.#recover(job);
  }

  plan(kind: AnyJobDefinition, rows: readonly NewRow[], facts: JobFacts): Job {
    return this.get(this.#deps.store.create(kind, rows, facts));
  }

  /** Fails with `not-found`. */
  get(id: string): Job {
    return this.#view(this.#stored(id));
  }

  /** Returns a job; null if it was deleted. */
  find(id: string): Job | null {
    const job = this.#deps.store.get(id);
    return job && this.#view(job);
  }

  list(): Job[] {
    return this.#deps.store.started().map((job) => this.#view(job));
  }

  /** Yields the version of the list, again after a job starts, ends, is verified or is dismissed. */
  changes(signal: AbortSignal | undefined): AsyncGenerator<number, void, void> {
    return this.#listVersion.follow(signal, LIST_INTERVAL_MS);
  }

  rows(id: string, request: RowsRequest): { rows: JobRow[]; total: number } {
    this.#stored(id);
    const { counts, total } = this.#unstoredEndings.counts(id);
    return {
      rows: this.#unstoredEndings.rows(id, request),
      total: request.state === undefined ? total : counts[request.state],
    };
  }

  /** Returns the rows that a job would send. */
  guardedRows(id: string): GuardedRows<JobKind> {
    const { kind, total, counts } = this.get(id);
    return {
      kind,
      approvalRows: () => {
        const { rows } = this.rows(id, { offset: 0, limit: MAX_ROWS });
        const unsent = rows.filter(({ state }) => state === 'planned' || state === 'not-sent');
        return this.#kindOf(this.#stored(id)).approvalRows(unsent.map(({ input }) => input));
      },
      total: total - counts.skipped,
      subject: id,
    };
  }

  /** Fails with `read-only` if nothing may be sent. */
  assertWritable(): void {
    if (this.#deps.isReadOnly) throw fail('read-only');
  }

  /**
   * Starts sending a plan, once; further calls do nothing. Fails with `changed-since` unless `confirmedCount`, which
   * some kinds of jobs require, is the number of planned rows; with `refused` if there are none; with `conflict` while
   * another job for the same resource is active; and with `read-only` like `launch` and `resume`.
   */
  start(id: string, confirmedCount?: number): void {
    this.assertWritable();
    const job = this.#stored(id);
    if (this.#active.has(id) || job.state !== 'planned') return;
    const { planned } = this.#deps.store.counts(id).counts;
    if (planned === 0) throw fail('refused', { cause: 'no row of the job is planned' });
    const kind = this.#kindOf(job);
    const isOptional = !kind.requiresConfirmation && confirmedCount === undefined;
    if (!isOptional && confirmedCount !== planned)
      throw fail('changed-since', { cause: 'a different number of rows was confirmed' });
    this.#begin(job, kind, false);
  }

  /**
   * Plans and starts at once and calls `inTransaction` in the same transaction, so that a draft becomes a job or stays
   * a draft. Sends after earlier jobs for the same records; can be resumed if the app ends first.
   */
  launch(kind: AnyJobDefinition, rows: readonly NewRow[], facts: JobFacts, inTransaction: () => void): Job {
    this.assertWritable();
    const planned = rows.flatMap(({ input, state }, index): JobRow[] =>
      state === 'planned' ? [{ index, input, state, issue: null, responseIds: [], verified: null }] : [],
    );
    const id = this.#deps.store.launch(
      { kind, rows, facts },
      (job) => entryOf(kind, { id: job, facts }, planned.length),
      inTransaction,
    );
    const earlier = this.#activeOf(kind).map(({ work }) => work);
    this.#active.begin(id, async (stop) => {
      // If the user stops it here, `#sendJob` sends nothing and stores the end.
      await settledOrAborted(earlier, stop, this.#deps.closed);
      if (!this.#isClosed()) await this.#sendJob(this.#stored(id), kind, stop, planned);
    });
    return this.get(id);
  }

  /**
   * Sends what is left, after verifying what may have arrived. Waits first for verifications of the same
   * records. Fails with `refused` if nothing is left, and with `conflict` as `start` does.
   */
  async resume(id: string): Promise<void> {
    this.assertWritable();
    const kind = this.#kindOf(this.#stored(id));
    const verifications = this.#activeOf(kind).filter(({ isReadOnly }) => isReadOnly);
    await Promise.all(verifications.map(({ work }) => work));
    if (this.#isClosed()) return;
    this.#retryStoringEnd(id);
    const job = this.#stored(id);
    if (this.#active.has(id) || job.state === 'planned') return;
    if (unsentCount(this.#view(job)) === 0) throw fail('refused', { cause: 'no row of the job is left' });
    this.#begin(job, kind, true);
  }

  /** Stops sending, and verifying in `check` and `resume`; rows that were sent are still verified at the end. */
  stop(id: string): void {
    this.#active.stop(id);
  }

  /** Reads the outcome of the rows from the service. */
  check(id: string): void {
    this.#retryStoringEnd(id);
    const job = this.#stored(id);
    if (this.#active.has(id) || job.state === 'planned') return;
    this.#recover(job);
  }

  /**
   * Returns the number of sending jobs; a verification does not count, since stopping it loses nothing. After the
   * connection closed, states are not read from disk, and every active job counts.
   */
  count = (): number =>
    this.#active.all().filter(({ id }) => this.#mayBeSending(id) && !this.#ending.has(id)).length;

  /** Never throws: the connection must be able to close while the disk fails. */
  #mayBeSending(id: string): boolean {
    try {
      return this.#isClosed() || this.#stored(id).state === 'running';
    } catch {
      return true;
    }
  }

  /** Stops all jobs; each ends after its active request. */
  end = (): Promise<void> => this.#active.end();

  /** Removes a job from the list; does nothing while it is active. */
  dismiss(id: string): void {
    if (this.#active.has(id)) return;
    this.#deps.store.dismiss(id);
    this.#listChanged(id);
  }

  /** Yields the current state, then the newest after changes. */
  follow(id: string, signal: AbortSignal | undefined): AsyncGenerator<Job, void, void> {
    this.#stored(id);
    return this.#followers.follow(id, signal);
  }

  /** Resolves when the job neither sends nor verifies. */
  settled(id: string): Promise<void> {
    return this.#active.settled(id);
  }

  #begin(job: StoredJob, kind: AnyJobDefinition, isResumed: boolean): void {
    if (this.#activeOf(kind).length > 0) throw fail('conflict', { cause: 'another job is under way' });
    this.#active.begin(job.id, async (stop) => {
      const { store } = this.#deps;
      // Turned-away rows count as unknown until they are read from the service; only then are they sent again.
      const turnedAway = isResumed ? store.first(job.id, ['not-sent'], MAX_ROWS).filter(wasTurnedAway) : [];
      const settleTurnedAway = (state: 'unknown' | 'not-sent') =>
        store.settle(
          job.id,
          turnedAway.map(({ index, issue }) => ({ index, issue, state })),
        );
      settleTurnedAway('unknown');
      const unknown = isResumed
        ? [...store.first(job.id, ['unknown'], MAX_ROWS), ...store.restoredNotSent(job.id)]
        : [];
      if (unknown.length > 0 && !(await this.#verifier.verifyRows(job.id, kind, unknown, stop))) {
        // Nothing was read: the rows are as they were, so that the user can resume again.
        if (!this.#isClosed()) settleTurnedAway('not-sent');
        return;
      }
      if (this.#isClosed()) return;
      const readRows = new Set(unknown.map(({ index }) => index));
      if (readRows.size > 0) await this.#verifier.publish(job.id, kind, (index) => readRows.has(index));
      if (stop.aborted || this.#isClosed()) return;
      const { planned, 'not-sent': notSent } = store.counts(job.id).counts;
      const isNoneLeft = planned + notSent === 0; // all rows of a restored job were already sent
      // Ends the log entry that an interrupted run left open.
      if (isResumed && (isNoneLeft || store.get(job.id)?.activity !== null)) this.#conclude(job, kind);
      if (isNoneLeft) return;
      if (store.begin(job.id, entryOf(kind, job, planned + notSent))) await this.#sendJob(job, kind, stop);
    });
  }

  /** Sends a job's planned rows and stores its end. `planned`: those rows, if already in memory. */
  async #sendJob(
    job: StoredJob,
    kind: AnyJobDefinition,
    stop: AbortSignal,
    planned?: JobRow[],
  ): Promise<void> {
    const { store, closed } = this.#deps;
    const { id } = job;
    this.#listChanged(id);
    /** Number of rows that reached the service, or may have. */
    const settledCount = (counts: JobCounts['counts']) =>
      counts.done + counts.unknown + counts.refused + counts['not-taken'];
    const settledBefore = settledCount(store.counts(id).counts);
    const readRows = new Set<number>();
    const rows = planned ?? store.first(id, ['planned'], MAX_ROWS);
    const { refusal, approval } = await this.#approvalOf(job, kind, rows);
    const sendEnd = await sendRows({
      store,
      kind,
      id,
      planned: refusal ? [] : rows,
      closed,
      createLogEntry: (doneCount) => entryOf(kind, job, doneCount),
      onProgress: () => this.#followers.notifyFollowers(id),
      isStopped: () => stop.aborted,
      onRead: (index) => readRows.add(index),
    });
    if (sendEnd === 'closed') return;
    const failure = refusal ?? sendEnd;
    const published = kind.publishResponses?.();
    const { counts, verified } = store.counts(id);
    const hasChanged = settledCount(counts) > settledBefore;
    const done =
      kind.responseProves || !hasChanged || counts.done === verified.yes ? [] : store.unverified(id);
    const unsettled = [
      ...done,
      ...(hasChanged && counts.unknown > 0 ? store.first(id, ['unknown'], MAX_ROWS) : []),
    ];
    // Runs even if the user stopped sending: these rows were sent.
    if (unsettled.length > 0 && (await this.#verifier.verifyRows(id, kind, unsettled, closed)))
      for (const { index } of unsettled) readRows.add(index);
    // An undo is built from the lists, so they are updated first. Followers see the end at once; on disk
    // the job ends when the lists have the records, so that after an earlier crash they are read again.
    if (!kind.responseProves && failure === null && counts.planned === 0)
      this.#ending.set(id, new Date().toISOString());
    this.#listChanged(id);
    try {
      await published;
      if (readRows.size > 0) await this.#verifier.publish(id, kind, (index) => readRows.has(index));
      if (this.#isClosed()) return;
      store.end(id, (current, previous) =>
        withFacts(endingOf(current, previous, failure, stop.aborted, kind.listDecides), approval),
      );
    } finally {
      this.#ending.delete(id);
    }
    this.#followers.notifyFollowers(id);
  }

  /**
   * Checks the approval right before sending. Returns the refusal; or who requested the approval and who gave it, if
   * the log does not have these names yet.
   */
  async #approvalOf(
    { id, facts }: StoredJob,
    kind: AnyJobDefinition,
    rows: readonly JobRow[],
  ): Promise<{ readonly refusal: Failure | null; readonly approval: JobFacts }> {
    const { guard, store } = this.#deps;
    if (!guard || rows.length === 0) return { refusal: null, approval: {} };
    const { counts, total } = store.counts(id);
    try {
      const checkedFacts = await guard.check({
        kind,
        approvalRows: () => kind.approvalRows(rows.map(({ input }) => input)),
        total: total - counts.skipped,
        subject: typeof facts['draft'] === 'string' ? facts['draft'] : id,
      });
      if (facts['approval'] !== undefined || checkedFacts['approval'] === undefined)
        return { refusal: null, approval: {} };
      store.addFacts(id, checkedFacts);
      return { refusal: null, approval: approvalFacts(checkedFacts) };
    } catch (error) {
      return { refusal: failureOf(error), approval: {} };
    }
  }

  /** Verifies sent and restored rows, writes the missing end of the log entry and updates the lists. */
  #recover(job: StoredJob): void {
    const kind = this.#kindOf(job);
    const recover = async (stop: AbortSignal): Promise<void> => {
      const { store } = this.#deps;
      const sent = [...store.first(job.id, ['done', 'unknown'], MAX_ROWS), ...store.restoredNotSent(job.id)];
      if (sent.length > 0 && !(await this.#verifier.verifyRows(job.id, kind, sent, stop))) return;
      if (stop.aborted || this.#isClosed()) return;
      this.#conclude(job, kind);
      if (sent.length > 0) await this.#verifier.publish(job.id, kind, () => true);
    };
    this.#active.begin(job.id, recover, true);
  }

  /** Stores a job's end after its rows were read: `done` if none is unsent or unknown; else its state stays. */
  #conclude({ id, state, failure }: StoredJob, { listDecides }: AnyJobDefinition): void {
    this.#deps.store.end(id, (current, previous) => {
      const isComplete = unsentCount(current) + current.counts.unknown === 0;
      const end = isComplete ? { state: 'done' as const, failure: null } : { state, failure };
      return { ...endingOf(current, previous, failure, false, listDecides), ...end };
    });
  }

  #listChanged(id: string): void {
    this.#followers.notifyFollowers(id);
    this.#listVersion.update((version) => version + 1);
  }

  /** Returns active jobs for the same resource, also those that are only being verified. */
  #activeOf({ resource }: JobKind): ActiveJob[] {
    return this.#active.all().filter(({ id }) => this.#stored(id).kind.resource === resource);
  }

  /** Fails again while the disk is full. */
  #retryStoringEnd(id: string): void {
    if (!this.#active.has(id)) this.#unstoredEndings.end(id);
  }

  #stored(id: string): StoredJob {
    const job = this.#deps.store.get(id);
    if (!job) throw fail('not-found', { where: 'job' });
    return job;
  }

  #kindOf({ kind }: StoredJob): AnyJobDefinition {
    const text = jobKindText(kind);
    const known = this.#kinds.get(text);
    if (!known) throw fail('unexpected', { cause: `no kind of job is called ${text}` });
    return known;
  }

  #isClosed(): boolean {
    return this.#deps.closed.aborted;
  }

  /** Returns a job for display: its stored data and its current state. */
  #view({ id, kind, state, facts, failure, created, started, ended, checked, restored }: StoredJob): Job {
    const counted = this.#unstoredEndings.counts(id);
    const mayBeIncomplete = kind.operation === 'create' && counted.counts.refused > 0;
    /** Number of records that were created without all requested values. */
    const incomplete = mayBeIncomplete ? this.#deps.store.incomplete(id) : 0;
    const missing = counted.counts.unknown > 0 ? this.#deps.store.missing(id) : 0;
    /** Why its end could not be stored. */
    const storeFailure = this.#unstoredEndings.failureOf(id);
    /** When the last row was sent, while the end is not stored yet (ISO, UTC). */
    const ending = this.#ending.get(id);
    return {
      id,
      kind,
      state: storeFailure ? 'stopped' : ending ? 'done' : state,
      ...counted,
      ...(incomplete > 0 ? { incomplete } : {}),
      ...(missing > 0 ? { missing } : {}),
      facts,
      failure: storeFailure ?? failure,
      createdAt: created,
      startedAt: started,
      endedAt: ending ?? ended,
      checkedAt: checked,
      restored,
      ...this.#verifier.statusOf(id),
    };
  }
}

/** True if the outcomes of an interrupted job's rows must still be verified. */
const isUnchecked = ({ activity, checked }: StoredJob): boolean => activity !== null || checked === null;

const entryOf = (
  kind: AnyJobDefinition,
  { id, facts }: Pick<StoredJob, 'id' | 'facts'>,
  count: number,
): NewEntry => ({
  kind: kind.activity,
  count,
  facts: { ...kind.logFacts(facts, id), ...approvalFacts(facts) },
});

/** Returns an ending with more facts for the log. */
const withFacts = (ending: JobEnding, facts: JobFacts): JobEnding => ({
  ...ending,
  result: { ...ending.result, facts: { ...facts, ...ending.result.facts } },
});

/** Returns the facts that name who asked for approval and who approved. */
const approvalFacts = (facts: JobFacts): JobFacts =>
  Object.fromEntries(
    ['asked by', 'approved by'].flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]])),
  );

/** Resolves when all work has ended or a signal aborts, and leaves no listener: a connection can be open for days. */
function settledOrAborted(work: readonly Promise<void>[], ...signals: readonly AbortSignal[]): Promise<void> {
  const listening = new AbortController();
  const ended = new Promise<void>((resolve) => {
    if (signals.some(({ aborted }) => aborted)) resolve();
    for (const signal of signals)
      signal.addEventListener('abort', () => resolve(), { signal: listening.signal });
    void Promise.all(work).then(() => resolve());
  });
  return ended.finally(() => listening.abort());
}
