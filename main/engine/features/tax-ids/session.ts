import { randomUUID } from 'node:crypto';
import type { LineState, TaxIdLine } from '#contract/features/tax-ids/schemas';
import type { TaxIdProgress } from '#contract/features/tax-ids/calls';
import { fail, failureOf, type Failure } from '#contract/failure';
import type { ActivityFacts } from '#contract/features/activity/schemas';
import type { ActivityOutcome } from '#contract/features/activity/outcome';
import { Observable } from '#common/observable';
import { appendTo } from '#contract/maps';
import type { Clock } from '../../service/clock';
import type { Activity, NewEntry } from '../../workspace/activity/activity';
import { requestInChunks } from './chunks';

/** Minimum time between two state updates to the window. */
const STATE_THROTTLE_MS = 100;
/**
 * Time before unused plain values of tokens are forgotten, if they were not dropped earlier (`REVEAL_MS`); they are
 * requested again when needed.
 */
const IDLE_MS = 60_000;
/** Time for values that the user typed, which cannot be requested again. */
export const TYPED_IDLE_MS = 5 * 60_000;

export interface SessionDeps {
  readonly activity: Pick<Activity, 'begin' | 'note'>;
  readonly clock: Clock;
  /** Aborted when the connection closes. */
  readonly closed: AbortSignal;
}

export type SessionLine = Omit<TaxIdLine, 'index'>;

/**
 * Returns a text per line of the list, to be pasted next to it in a spreadsheet: null where there is nothing
 * to say, and for empty lines and headings.
 */
export function lineForLine(
  lines: readonly SessionLine[],
  outcomeOf: (index: number) => string | null,
): (string | null)[] {
  const rows: (string | null)[] = [];
  for (const [index, { number }] of lines.entries()) rows[(number ?? index + 1) - 1] = outcomeOf(index);
  return Array.from(rows, (row) => row ?? null);
}

/** Counts the lines of a copy with a value and the blank ones. */
export function countsOf(rows: readonly (string | null)[]): { values: number; blank: number } {
  const values = rows.filter((row) => row !== null).length;
  return { values, blank: rows.length - values };
}

/**
 * A list of lines that is requested in chunks, with progress, cancel and retry: the common part of both
 * directions. Plain values exist only in the subclasses, in memory, until `forget`.
 */
export abstract class TaxIdSession<T> {
  readonly id = randomUUID();
  protected readonly lines: SessionLine[];
  protected readonly deps: SessionDeps;
  readonly #progress: Observable<TaxIdProgress>;
  readonly #ended = new AbortController();
  #run: AbortController | undefined;
  /** Aborted when the computer is locked or the app quits; responses to earlier requests are dropped. */
  #interrupted = new AbortController();
  #running: Promise<void> | undefined;
  #failure: Failure | undefined;
  #stopIdle: (() => void) | undefined;

  /** The activity entry of each run. */
  readonly #entry: Pick<NewEntry, 'kind' | 'facts'>;
  /** True if nothing is requested until values are wanted. */
  readonly #onDemand: boolean;

  constructor(
    lines: SessionLine[],
    deps: SessionDeps,
    entry: Pick<NewEntry, 'kind' | 'facts'>,
    onDemand = false,
  ) {
    this.lines = lines;
    this.deps = deps;
    this.#entry = entry;
    this.#onDemand = onDemand;
    this.#progress = new Observable<TaxIdProgress>(this.#progressIn(onDemand ? 'on-demand' : 'ready'));
    deps.closed.addEventListener('abort', () => this.close(), { signal: this.#ended.signal });
  }

  /** Returns the token or value to send for a line; undefined after it was forgotten. */
  protected abstract textToSend(index: number): string | undefined;
  protected abstract requestResults(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (T | null)[]>;
  protected abstract storeResult(index: number, response: T | null): void;
  /** The service refused the text of a line. */
  protected reject(index: number): void {
    this.change(index, { state: 'rejected', issue: { code: 'not-taken' } });
  }
  /** Drops every plain value that no action in progress needs. */
  abstract forget(): void;

  /** Called when nothing runs. */
  protected stopProcessIfIdle(): void {
    // Only subclasses with a process have something to end.
  }

  protected get idleMs(): number {
    return IDLE_MS;
  }

  protected get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Requests every line without a response; joins a run in progress. */
  start(): Promise<void> {
    this.#stopIdle?.();
    this.#running ??= this.#requestUnanswered().finally(() => {
      this.#running = undefined;
      this.stopProcessIfIdle();
    });
    return this.#running;
  }

  /** Forgets the values unless the session starts within the idle time. */
  waitForStart(): void {
    this.restartIdleTimer();
  }

  cancel(): void {
    this.#run?.abort();
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Ends requests in flight; resolves after the end of the run is logged. */
  async stop(): Promise<void> {
    this.#endRequests();
    await this.#running;
  }

  /** Ends requests in flight, drops their responses, and forgets all values. */
  interrupt(): void {
    this.#endRequests();
    this.forget();
  }

  #endRequests(): void {
    this.cancel();
    this.#interrupted.abort();
    this.#interrupted = new AbortController();
  }

  close(): void {
    this.#ended.abort();
    this.cancel();
    this.#stopIdle?.();
    this.forget();
  }

  async *follow(signal?: AbortSignal): AsyncGenerator<TaxIdProgress, void, void> {
    const until = AbortSignal.any([this.#ended.signal, ...(signal ? [signal] : [])]);
    for await (const progress of this.#progress.follow(until, STATE_THROTTLE_MS)) {
      yield progress;
      if (progress.state !== 'running') return; // there is nothing to follow outside a run
    }
  }

  page(request: { only?: LineState | undefined; offset: number; limit: number }) {
    const indexes: number[] = [];
    for (const [index, { state }] of this.lines.entries())
      if (request.only === undefined || state === request.only) indexes.push(index);
    const items = indexes
      .slice(request.offset, request.offset + request.limit)
      .flatMap((index): TaxIdLine[] => (this.lines[index] ? [{ index, ...this.lines[index] }] : []));
    return { items, total: indexes.length };
  }

  /** Values are forgotten after a time without use. */
  protected restartIdleTimer(): void {
    this.#stopIdle?.();
    if (!this.#ended.signal.aborted) this.#stopIdle = this.deps.clock.after(this.idleMs, () => this.forget());
  }

  protected change(index: number, change: Partial<SessionLine>): void {
    const line = this.lines[index];
    if (line) this.lines[index] = { ...line, ...change };
  }

  /** Requests some lines only; rejects with the failure if any has no response. */
  protected async requestLines(indexes: readonly number[]): Promise<void> {
    // Known lines were looked up before, and their values dropped since.
    const again = indexes.every((index) => this.lines[index]?.state === 'known');
    for (const index of indexes)
      if (this.lines[index]?.state === 'failed') this.change(index, { state: 'waiting' });
    const end = this.deps.activity.begin({ ...this.#entry, count: indexes.length });
    const until = AbortSignal.any([this.#ended.signal, this.#interrupted.signal]);
    const { failure, found } = await this.#requestLines(indexes, until, () => undefined);
    this.#progress.set(this.#progressIn(this.#onDemand ? 'on-demand' : this.#progress.value.state));
    if (!this.deps.closed.aborted)
      end(until.aborted ? 'canceled' : failure ? 'failed' : 'done', {
        facts: {
          ...(again ? { again } : {}),
          ...(failure ? { reason: failure.kind } : {}),
          ...(failure || until.aborted ? { found } : {}),
        },
      });
    if (until.aborted) throw fail('canceled');
    if (failure) throw fail(failure.kind, failure);
  }

  /** Never rejects: a failure to log the run is part of the progress. */
  async #requestUnanswered(): Promise<void> {
    const unanswered = [...this.lines.keys()].filter((index) => {
      const state = this.lines[index]?.state;
      return state === 'waiting' || state === 'failed';
    });
    const run = (this.#run = new AbortController());
    for (const index of unanswered) this.change(index, { state: 'waiting' });
    this.#failure = undefined;
    if (unanswered.length > 0) {
      try {
        await this.#requestAndLog(unanswered, run.signal);
      } catch (error) {
        for (const index of unanswered)
          if (this.lines[index]?.state === 'waiting') this.change(index, { state: 'failed' });
        this.#failure = failureOf(error);
      }
      this.restartIdleTimer();
    }
    this.#progress.set(this.#progressIn(run.signal.aborted ? 'canceled' : 'done'));
  }

  /** Requests lines and logs it; rejects if it cannot be logged. */
  async #requestAndLog(indexes: readonly number[], signal: AbortSignal): Promise<void> {
    const end = this.deps.activity.begin({ ...this.#entry, count: indexes.length });
    const onProgress = () => this.#progress.set(this.#progressIn('running'));
    onProgress();
    this.#failure = (await this.#requestLines(indexes, signal, onProgress)).failure;
    // If the connection and its log are closed, the entry stays open.
    if (this.deps.closed.aborted) return;
    const progress = this.#progressIn(signal.aborted ? 'canceled' : 'done');
    end(outcomeOf(progress, indexes.length), { facts: this.#factsOf(indexes) });
  }

  #factsOf(indexes: readonly number[]): ActivityFacts {
    const countOf = (state: LineState) =>
      indexes.filter((index) => this.lines[index]?.state === state).length;
    return {
      found: countOf('known'),
      not_known: countOf('unknown'),
      rejected: countOf('rejected'),
      doubtful: countOf('doubtful'),
      // Requested lines can only be wrong because their values were forgotten.
      without_answer: countOf('failed') + countOf('waiting') + countOf('wrong'),
    };
  }

  /** Returns the latest failure, and how many lines were found. */
  async #requestLines(
    indexes: readonly number[],
    signal: AbortSignal,
    onProgress: () => void,
  ): Promise<{ failure: Failure | undefined; found: number }> {
    const interrupted = this.#interrupted.signal;
    const byText = new Map<string, number[]>();
    for (const index of indexes) {
      const text = this.textToSend(index);
      if (text !== undefined) appendTo(byText, text, index);
    }
    let latestFailure: Failure | undefined;
    let found = 0;
    const forEachLine = (text: string, then: (index: number) => void) => byText.get(text)?.forEach(then);
    await requestInChunks<T>([...byText.keys()], {
      signal,
      requestChunk: (texts) => this.requestResults(texts, signal),
      onResult: (text, response) => {
        if (!interrupted.aborted && !this.#ended.signal.aborted)
          forEachLine(text, (index) => {
            this.storeResult(index, response);
            if (this.lines[index]?.state === 'known') found += 1;
          });
      },
      onRejected: (text) => {
        if (!interrupted.aborted && !this.#ended.signal.aborted)
          forEachLine(text, (index) => this.reject(index));
      },
      onFailed: (texts, failure) => {
        latestFailure = failure;
        for (const text of texts)
          forEachLine(
            text,
            // A known line that was requested again keeps its result.
            (index) => this.lines[index]?.state === 'waiting' && this.change(index, { state: 'failed' }),
          );
      },
      onProgress,
    }).catch((error: unknown) => (latestFailure = failureOf(error)));
    return { failure: latestFailure, found };
  }

  #progressIn(state: TaxIdProgress['state']): TaxIdProgress {
    const counts = { waiting: 0, known: 0, unknown: 0, rejected: 0, doubtful: 0, wrong: 0, failed: 0 };
    for (const line of this.lines) counts[line.state] += 1;
    return { state, total: this.lines.length, counts, ...(this.#failure ? { failure: this.#failure } : {}) };
  }
}

function outcomeOf({ state, counts }: TaxIdProgress, total: number): ActivityOutcome {
  const unanswered = counts.failed + counts.waiting;
  if (state === 'canceled') return 'canceled';
  if (unanswered === 0) return 'done';
  return unanswered < total ? 'partly' : 'failed';
}
