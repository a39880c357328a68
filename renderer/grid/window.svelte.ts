import { fail, failureOf, type Failure } from '../../preload/contract/failure';
import type { GridRow, GridSource } from './types';

/** Rows fetched at once: a tall window needs two of these, so that scrolling meets rows already there. */
export const BLOCK = 100;
/** Requests on their way at one time. More would only queue behind one another in the engine. */
const MOST_IN_FLIGHT = 2;
/** No answer in this time means that there will be none. */
export const PATIENCE_MS = 15_000;

export interface Question {
  readonly source: GridSource;
  readonly columns: readonly string[];
  /** First row that will be in view once it is answered. */
  readonly first: number;
  /** The same rows are expected again (a refresh): old ones stay until their successors come. */
  readonly keep: boolean;
}

/**
 * The rows around what is on screen, and no others. Knows which blocks are wanted, asks for what is missing, drops what
 * is far away, and lets only answers to the latest question in.
 */
export class RowWindow {
  /** How many rows match; null until the first answer. */
  total = $state.raw<number | null>(null);
  /** Why rows are missing; `retry` asks for them again. */
  failure = $state.raw<Failure | null>(null);
  /** What is shown answers the question before; the latest one is on its way. */
  settling = $state.raw(false);

  #changes = $state(0);
  #fresh = new Map<number, readonly GridRow[]>();
  #stale = new Map<number, readonly GridRow[]>();
  #question: Question | null = null;
  #answered: (() => void) | undefined;
  #first = 0;
  #last = BLOCK - 1;
  #inFlight = new Set<{ readonly question: Question; readonly block: number }>();

  /** The row at an index of the list, or undefined while it is on its way. Reactive. */
  rowAt(index: number): GridRow | undefined {
    void this.#changes;
    const block = Math.floor(index / BLOCK);
    return (this.#fresh.get(block) ?? this.#stale.get(block))?.[index % BLOCK];
  }

  /** How many rows are held; for tests of "never more than what is shown plus a margin". */
  get held(): number {
    let held = 0;
    for (const block of this.#fresh.values()) held += block.length;
    return held;
  }

  /** Asks another question. `answered` runs once, when its first rows are in and before they are painted. */
  ask(question: Question, answered?: () => void): void {
    const height = this.#last - this.#first;
    for (const [block, rows] of this.#fresh) this.#stale.set(block, rows);
    this.#fresh = new Map();
    this.#question = question;
    this.#answered = answered;
    this.#first = question.first;
    this.#last = question.first + height;
    this.settling = true;
    this.failure = null;
    this.#pump();
  }

  /** The rows now in view, margin included. Ignored while a new question decides what will be in view. */
  show(first: number, last: number): void {
    if (this.settling && this.total !== null) return;
    this.#first = first;
    this.#last = Math.max(first, last);
    this.#drop();
    this.#pump();
  }

  /** Tries again after a failure. */
  retry(): void {
    this.failure = null;
    this.settling = this.#fresh.size === 0;
    this.#pump();
  }

  /** Gives up waiting for answers: the engine they were asked of is gone. */
  forget(): void {
    this.#inFlight.clear();
  }

  #pump(): void {
    const question = this.#question;
    if (!question || this.failure) return;
    for (const block of this.#wanted()) {
      if (this.#inFlight.size >= MOST_IN_FLIGHT) return;
      void this.#fetch(question, block);
    }
  }

  /** Blocks to ask for: those in view first. */
  #wanted(): number[] {
    const end = this.total === null || this.settling ? this.#last : Math.min(this.#last, this.total - 1);
    const wanted: number[] = [];
    const coming = new Set<number>();
    for (const request of this.#inFlight) if (request.question === this.#question) coming.add(request.block);
    for (let block = Math.floor(this.#first / BLOCK); block <= Math.floor(end / BLOCK); block += 1)
      if (!this.#fresh.has(block) && !coming.has(block)) wanted.push(block);
    // The first answer tells how many rows there are: until then one question is enough.
    return this.settling ? (coming.size > 0 ? [] : wanted.slice(0, 1)) : wanted;
  }

  async #fetch(question: Question, block: number): Promise<void> {
    const request = { question, block };
    this.#inFlight.add(request);
    try {
      const asked = question.source.window(question.columns, block * BLOCK, BLOCK);
      const { rows, total } = await withPatience(asked);
      this.#inFlight.delete(request);
      if (question === this.#question) this.#take(question, block, toGridRows(question.columns, rows), total);
    } catch (error) {
      this.#inFlight.delete(request);
      if (question === this.#question) {
        this.failure = failureOf(error);
        this.settling = false;
      }
    }
    this.#pump();
  }

  #take(question: Question, block: number, rows: readonly GridRow[], total: number): void {
    this.total = total;
    this.#fresh.set(block, rows);
    if (!question.keep) this.#stale.clear();
    this.#stale.delete(block);
    this.#changes += 1;
    if (!this.settling) return;
    this.settling = false;
    const answered = this.#answered;
    this.#answered = undefined;
    answered?.();
  }

  #drop(): void {
    const from = Math.floor(this.#first / BLOCK) - 1;
    const to = Math.floor(this.#last / BLOCK) + 1;
    for (const held of [this.#fresh, this.#stale])
      for (const block of held.keys()) if (block < from || block > to) held.delete(block);
  }
}

const toGridRows = (
  columns: readonly string[],
  rows: Awaited<ReturnType<GridSource['window']>>['rows'],
): GridRow[] =>
  rows.map(({ key, drifted, cells }) => ({
    key,
    drifted,
    cells: Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? null])),
  }));

async function withPatience<T>(asked: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const given = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(fail('engine-lost', { cause: `No rows came within ${PATIENCE_MS / 1000} seconds.` }));
    }, PATIENCE_MS);
  });
  try {
    return await Promise.race([asked, given]);
  } finally {
    clearTimeout(timer);
  }
}
