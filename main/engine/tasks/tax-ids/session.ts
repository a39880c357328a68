import { randomUUID } from 'node:crypto';
import type { LineState, TaxIdLine, TaxIdProgress } from '../../../../preload/contract/calls/tax-ids';
import { fail, failureOf, type Failure } from '../../../../preload/contract/failure';
import type { ActivityFacts, ActivityOutcome } from '../../../../preload/contract/calls/activity';
import { Observable } from '../../../common/observable';
import type { Clock } from '../../service/clock';
import type { Activity, NewEntry } from '../../workspace/activity';
import { askInChunks } from './chunks';

/** State is pushed to the window at most this often. */
const PAUSE_MS = 100;
/** Plain values that nobody asks for are forgotten after so long; wanted again, they are asked for again. */
export const IDLE_MS = 60_000;
/** Those that a person typed are longer there: nobody can be asked for them again. */
export const TYPED_IDLE_MS = 5 * 60_000;

export interface SessionParts {
  readonly activity: Pick<Activity, 'begin' | 'note'>;
  readonly clock: Clock;
  /** Aborted when the connection closes. */
  readonly closed: AbortSignal;
}

export type Line = Omit<TaxIdLine, 'index'>;

/**
 * What to say for each line of the list, so that it can stand beside the list in a spreadsheet: null where there is
 * nothing to say, and where the list itself had an empty line or a heading.
 */
export function lineForLine(
  lines: readonly Line[],
  said: (index: number) => string | null,
): (string | null)[] {
  const rows: (string | null)[] = [];
  for (const [index, { number }] of lines.entries()) rows[(number ?? index + 1) - 1] = said(index);
  return Array.from(rows, (row) => row ?? null);
}

/** How many lines of a copy say something, and how many are blank. */
export function countsOf(rows: readonly (string | null)[]): { values: number; blank: number } {
  const values = rows.filter((row) => row !== null).length;
  return { values, blank: rows.length - values };
}

/**
 * A list of lines that is asked for in chunks, with progress, cancel and retry: what both directions have in common.
 * Plain values live only in the subclasses, in memory, and go with `forget`.
 */
export abstract class Session<T> {
  readonly id = randomUUID();
  readonly #progress: Observable<TaxIdProgress>;
  readonly #ended = new AbortController();
  #run: AbortController | undefined;
  /** Aborted at a lock: what was asked for before is not kept. */
  #interrupted = new AbortController();
  #running: Promise<void> | undefined;
  #failure: Failure | undefined;
  #stopIdle: (() => void) | undefined;

  constructor(
    protected readonly lines: Line[],
    protected readonly parts: SessionParts,
    private readonly entry: Pick<NewEntry, 'kind' | 'facts'>,
    /** Nothing is asked before values are wanted. */
    private readonly onDemand = false,
  ) {
    this.#progress = new Observable<TaxIdProgress>(this.#now(onDemand ? 'held' : 'ready'));
    parts.closed.addEventListener('abort', () => this.close(), { signal: this.#ended.signal });
  }

  /** What is asked for a line: its token or its value; undefined when it was forgotten. */
  protected abstract askedOf(index: number): string | undefined;
  protected abstract ask(texts: readonly string[], signal: AbortSignal): Promise<readonly (T | null)[]>;
  protected abstract keep(index: number, answer: T | null): void;
  /** The service does not take what was asked for a line. */
  protected reject(index: number): void {
    this.change(index, { state: 'rejected', remark: { code: 'not-taken' } });
  }
  /** Drops every plain value. */
  abstract forget(): void;

  /** Nothing runs any more. */
  protected rested(): void {
    // Only what has a process of its own has something to end.
  }

  protected get idleMs(): number {
    return IDLE_MS;
  }

  protected get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Asks for everything that was not answered yet; joins the asking that goes on. */
  start(): Promise<void> {
    this.#stopIdle?.();
    this.#running ??= this.#carryOut().finally(() => {
      this.#running = undefined;
      this.rested();
    });
    return this.#running;
  }

  /** Waits for somebody to start it, for some time. */
  wait(): void {
    this.used();
  }

  cancel(): void {
    this.#run?.abort();
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Cancels it; resolves when its end stands in the log. */
  async stop(): Promise<void> {
    this.cancel();
    await this.#running;
  }

  /** Ends whatever is being asked for, drops its answers, and forgets. */
  interrupt(): void {
    this.cancel();
    this.#interrupted.abort();
    this.#interrupted = new AbortController();
    this.forget();
  }

  close(): void {
    this.#ended.abort();
    this.cancel();
    this.#stopIdle?.();
    this.forget();
  }

  async *follow(signal?: AbortSignal): AsyncGenerator<TaxIdProgress, void, void> {
    const until = AbortSignal.any([this.#ended.signal, ...(signal ? [signal] : [])]);
    for await (const progress of this.#progress.follow(until, PAUSE_MS)) {
      yield progress;
      if (progress.state !== 'running') return; // nothing goes on before, or after, a run
    }
  }

  page(request: { only?: LineState | undefined; offset: number; limit: number }) {
    const found: number[] = [];
    for (const [index, { state }] of this.lines.entries())
      if (request.only === undefined || state === request.only) found.push(index);
    const items = found
      .slice(request.offset, request.offset + request.limit)
      .flatMap((index): TaxIdLine[] => (this.lines[index] ? [{ index, ...this.lines[index] }] : []));
    return { items, total: found.length };
  }

  /** Values are forgotten some time after the last use. */
  protected used(): void {
    this.#stopIdle?.();
    if (!this.#ended.signal.aborted)
      this.#stopIdle = this.parts.clock.after(this.idleMs, () => this.forget());
  }

  protected change(index: number, change: Partial<Line>): void {
    const line = this.lines[index];
    if (line) this.lines[index] = { ...line, ...change };
  }

  /** Asks for some lines and nothing else; rejects with the failure when any of them got no answer. */
  protected async askNow(indexes: readonly number[]): Promise<void> {
    const again = indexes.every((index) => this.lines[index]?.state === 'known');
    for (const index of indexes)
      if (this.lines[index]?.state === 'failed') this.change(index, { state: 'waiting' });
    const end = this.parts.activity.begin({ ...this.entry, count: indexes.length });
    const until = AbortSignal.any([this.#ended.signal, this.#interrupted.signal]);
    const failure = await this.#askFor(indexes, until, () => undefined);
    if (!this.parts.closed.aborted)
      end(until.aborted ? 'canceled' : failure ? 'failed' : 'done', {
        facts: { ...(again ? { again } : {}), ...(failure ? { reason: failure.kind } : {}) },
      });
    this.#progress.set(this.#now(this.onDemand ? 'held' : this.#progress.value.state));
    if (until.aborted) throw fail('canceled');
    if (failure) throw fail(failure.kind, failure);
  }

  async #carryOut(): Promise<void> {
    const open = [...this.lines.keys()].filter((index) => {
      const state = this.lines[index]?.state;
      return state === 'waiting' || state === 'failed';
    });
    const run = (this.#run = new AbortController());
    for (const index of open) this.change(index, { state: 'waiting' });
    this.#failure = undefined;
    this.#progress.set(this.#now(open.length === 0 ? 'done' : 'running'));
    if (open.length === 0) return;
    const end = this.parts.activity.begin({ ...this.entry, count: open.length });
    this.#failure = await this.#askFor(open, run.signal, () => this.#progress.set(this.#now('running')));
    this.used();
    const now = this.#now(run.signal.aborted ? 'canceled' : 'done');
    // The connection may be closed by now, and its log with it: the entry then stays without an end.
    if (!this.parts.closed.aborted) end(outcomeOf(now, open.length), { facts: this.#factsOf(open) });
    this.#progress.set(now);
  }

  #factsOf(asked: readonly number[]): ActivityFacts {
    const of = (state: LineState) => asked.filter((index) => this.lines[index]?.state === state).length;
    return {
      found: of('known'),
      not_known: of('unknown'),
      rejected: of('rejected'),
      doubtful: of('doubtful'),
      without_answer: of('failed') + of('waiting') + of('wrong'),
    };
  }

  async #askFor(
    indexes: readonly number[],
    signal: AbortSignal,
    moved: () => void,
  ): Promise<Failure | undefined> {
    const interrupted = this.#interrupted.signal;
    const byText = new Map<string, number[]>();
    for (const index of indexes) {
      const text = this.askedOf(index);
      if (text !== undefined) byText.set(text, [...(byText.get(text) ?? []), index]);
    }
    let last: Failure | undefined;
    const each = (text: string, then: (index: number) => void) => byText.get(text)?.forEach(then);
    await askInChunks<T>([...byText.keys()], {
      signal,
      ask: (texts) => this.ask(texts, signal),
      answered: (text, answer) => {
        if (!interrupted.aborted && !this.#ended.signal.aborted)
          each(text, (index) => this.keep(index, answer));
      },
      rejected: (text) => {
        if (!interrupted.aborted && !this.#ended.signal.aborted) each(text, (index) => this.reject(index));
      },
      failed: (texts, failure) => {
        last = failure;
        for (const text of texts)
          each(
            text,
            (index) => this.lines[index]?.state === 'waiting' && this.change(index, { state: 'failed' }),
          );
      },
      moved,
    }).catch((error: unknown) => (last = failureOf(error)));
    return last;
  }

  #now(state: TaxIdProgress['state']): TaxIdProgress {
    const counts = { waiting: 0, known: 0, unknown: 0, rejected: 0, doubtful: 0, wrong: 0, failed: 0 };
    for (const line of this.lines) counts[line.state] += 1;
    return { state, total: this.lines.length, counts, ...(this.#failure ? { failure: this.#failure } : {}) };
  }
}

function outcomeOf({ state, counts }: TaxIdProgress, asked: number): ActivityOutcome {
  const open = counts.failed + counts.waiting;
  if (state === 'canceled') return 'canceled';
  if (open === 0) return 'done';
  return open < asked ? 'partly' : 'failed';
}
