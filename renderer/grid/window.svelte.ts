import { startMoment } from '../../preload/contract/start-moment';
import { fail, failureOf, type Failure } from '../../preload/contract/failure';
import { BLOCK, Blocks, gridRows } from './blocks';
import { dependsOn } from './depends';
import type { GridRow, GridSource } from './types';

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

/** What runs once, when the first rows of a question are in. */
export interface Answered {
  /** Before they take the place of those before: what is under the cursor then is what a person sees there. */
  readonly before?: () => void;
  /** Before they are painted. */
  readonly after: () => void;
}

interface Request {
  readonly question: Question;
  readonly block: number;
}

/**
 * The rows around what is on screen, and no others. Knows which blocks are wanted, asks for what is missing, drops what
 * is far away, and lets only answers to the latest question in.
 */
export class RowWindow {
  /** How many rows match; null until the first answer. */
  total = $state.raw<number | null>(null);
  /** How many of them are records; null where all are. */
  matching = $state.raw<number | null>(null);
  /** Why rows are missing; `retry` asks for them again. */
  failure = $state.raw<Failure | null>(null);
  /** What is shown answers the question before; the latest one is on its way. */
  settling = $state.raw(false);

  #changes = $state(0);
  #blocks = new Blocks();
  #question: Question | null = null;
  #answered: Answered | undefined;
  #first = 0;
  #last = BLOCK - 1;
  #inFlight: readonly Request[] = [];

  /** The row at an index of the list, or undefined while it is on its way. Reactive. */
  rowAt(index: number): GridRow | undefined {
    return this.lookup(index);
  }

  /** `rowAt` as a value: another function each time that rows came. */
  readonly lookup = $derived.by(() => {
    dependsOn(this.#changes);
    return (index: number) => this.#blocks.row(index);
  });

  /** Where a record stands among the rows that answer the latest question; undefined: not among those held. */
  indexOf(key: string): number | undefined {
    return this.#blocks.indexOf(key);
  }

  /** How many rows are held: what is in view and a margin, whatever the length of the list. */
  get held(): number {
    return this.#blocks.size;
  }

  /** Asks another question. */
  ask(question: Question, answered?: Answered): void {
    this.#blocks.age();
    this.#last = question.first + this.#last - this.#first;
    this.#first = question.first;
    this.#question = question;
    this.#answered = answered;
    this.settling = true;
    this.failure = null;
    this.#pump();
  }

  /** The rows now in view, margin included. Ignored while a new question decides what will be in view. */
  show(first: number, last: number): void {
    if (this.settling && this.total !== null) return;
    this.#first = first;
    this.#last = Math.max(first, last);
    this.#blocks.keepAround(this.#first, this.#last);
    this.#pump();
  }

  /** Tries again after a failure. */
  retry(): void {
    this.failure = null;
    this.settling = this.#blocks.empty;
    this.#pump();
  }

  /** Gives up waiting for answers: the engine they were asked of is gone. */
  forget(): void {
    this.#inFlight = [];
  }

  #pump(): void {
    const question = this.#question;
    if (!question || this.failure) return;
    for (const block of this.#wanted(question)) {
      if (this.#inFlight.length >= MOST_IN_FLIGHT) return;
      void this.#fetch({ question, block });
    }
  }

  #wanted(question: Question): number[] {
    const coming = this.#inFlight
      .filter((request) => request.question === question)
      .map(({ block }) => block);
    const end = this.total === null || this.settling ? this.#last : Math.min(this.#last, this.total - 1);
    const missing = this.#blocks.missing(this.#first, end, coming);
    // The first answer tells how many rows there are: until then one request is enough.
    if (this.settling) return coming.length > 0 ? [] : missing.slice(0, 1);
    return missing;
  }

  async #fetch(request: Request): Promise<void> {
    const { question, block } = request;
    startMoment('first rows asked');
    this.#inFlight = [...this.#inFlight, request];
    try {
      const asked = question.source.window(question.columns, block * BLOCK, BLOCK);
      const { rows, total, matching = null } = await withPatience(asked);
      if (question === this.#question) {
        this.matching = matching;
        this.#take(question, block, gridRows(question.columns, rows), total);
      }
    } catch (error) {
      if (question === this.#question) {
        this.failure = failureOf(error);
        this.settling = false;
      }
    }
    this.#inFlight = this.#inFlight.filter((each) => each !== request);
    this.#pump();
  }

  #take(question: Question, block: number, rows: readonly GridRow[], total: number): void {
    startMoment('first rows here');
    const answered = this.settling ? this.#answered : undefined;
    answered?.before?.();
    this.total = total;
    this.#blocks.put(block, rows);
    if (!question.keep) this.#blocks.forgetStale();
    this.#changes += 1;
    if (!this.settling) return;
    this.settling = false;
    this.#answered = undefined;
    answered?.after();
  }
}

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
