import { markStart } from '#contract/start-mark';
import { fail, failureOf, type Failure } from '#contract/failure';
import { BLOCK_SIZE, RowBlocks, gridRows } from './blocks';
import { dependsOn } from './depends-on';
import type { GridRow, GridSource } from './types';

/** Maximum number of concurrent requests; more would only wait in the engine. */
const MAX_CONCURRENT = 2;
/** Time after which a request fails without a response. */
export const TIMEOUT_MS = 15_000;

export interface RowQuery {
  readonly source: GridSource;
  readonly columns: readonly string[];
  /** First row that will be visible after the response. */
  readonly first: number;
  /** True if the same rows are expected again (a refresh): old ones stay until they are replaced. */
  readonly keepsRows: boolean;
  /** True if other records are expected: without a response, those of the previous query are dropped. */
  readonly hasOtherRecords?: boolean;
}

/** Callbacks for when the first rows of a query are loaded. */
export interface LoadCallbacks {
  /** Called before the old rows are replaced, while the user still sees them. */
  readonly beforeReplace?: () => void;
  /** Called before the new rows are painted. */
  readonly afterReplace: () => void;
}

interface Request {
  readonly query: RowQuery;
  readonly block: number;
}

/**
 * The rows around the view, and no others. Tracks which blocks are needed, requests missing ones, drops
 * distant ones, and ignores responses to earlier queries.
 */
export class RowWindow {
  /** Number of rows: matching records and group headings; null until the first response. */
  total = $state.raw<number | null>(null);
  /** Number of matching records, including those in collapsed groups; null if it equals `total`. */
  matching = $state.raw<number | null>(null);
  /** Why rows are missing; `retry` requests them again. */
  failure = $state.raw<Failure | null>(null);
  /** True until the first rows of the latest query arrive; until then, rows of the previous query are displayed. */
  isAwaitingRows = $state.raw(false);

  #changes = $state(0);
  #blocks = new RowBlocks();
  #query: RowQuery | null = null;
  #callbacks: LoadCallbacks | undefined;
  #first = 0;
  #last = BLOCK_SIZE - 1;
  #inFlight: readonly Request[] = [];
  readonly #onLoaded: () => void;

  /** `onLoaded` is called after each response with rows. */
  constructor(onLoaded: () => void = () => undefined) {
    this.#onLoaded = onLoaded;
  }

  /** Returns the row at an index of the list, or undefined while it is loading. Reactive. */
  rowAt(index: number): GridRow | undefined {
    return this.lookup(index);
  }

  /** `rowAt` as a value: a new function after every load. */
  readonly lookup = $derived.by(() => {
    dependsOn(this.#changes);
    return (index: number) => this.#blocks.row(index);
  });

  /** Returns a record's index among rows of the latest query; undefined if it is not loaded. */
  indexOf(key: string): number | undefined {
    return this.#blocks.indexOf(key);
  }

  /** Number of loaded rows: the visible ones and a margin. */
  get loadedCount(): number {
    return this.#blocks.size;
  }

  /** Sends another query. */
  load(query: RowQuery, callbacks?: LoadCallbacks): void {
    this.#blocks.markStale();
    this.#last = query.first + this.#last - this.#first;
    this.#first = query.first;
    this.#query = query;
    this.#callbacks = callbacks;
    this.isAwaitingRows = true;
    this.failure = null;
    this.#requestMissingBlocks();
  }

  /** Sets the visible rows, including the margin. Ignored while a new query decides what will be visible. */
  setVisibleRows(first: number, last: number): void {
    if (this.isAwaitingRows && this.total !== null) return;
    this.#first = first;
    this.#last = Math.max(first, last);
    this.#blocks.keepAround(this.#first, this.#last);
    this.#requestMissingBlocks();
  }

  /** Tries again after a failure. */
  retry(): void {
    this.failure = null;
    this.isAwaitingRows = this.#blocks.isEmpty;
    this.#requestMissingBlocks();
  }

  /** Forgets pending requests to an engine that has ended. */
  forget(): void {
    this.#inFlight = [];
  }

  #requestMissingBlocks(): void {
    const query = this.#query;
    if (!query || this.failure) return;
    for (const block of this.#missingBlocks(query)) {
      if (this.#inFlight.length >= MAX_CONCURRENT) return;
      void this.#fetch({ query, block });
    }
  }

  #missingBlocks(query: RowQuery): number[] {
    const inFlight = this.#inFlight.filter((request) => request.query === query).map(({ block }) => block);
    const end =
      this.total === null || this.isAwaitingRows ? this.#last : Math.min(this.#last, this.total - 1);
    const missing = this.#blocks.missingBlocks(this.#first, end, inFlight);
    // The first response has the number of rows, so one request is enough until then.
    if (this.isAwaitingRows) return inFlight.length > 0 ? [] : missing.slice(0, 1);
    return missing;
  }

  async #fetch(request: Request): Promise<void> {
    const { query, block } = request;
    markStart('first rows requested');
    this.#inFlight = [...this.#inFlight, request];
    try {
      const rowsRequest = query.source.window(query.columns, block * BLOCK_SIZE, BLOCK_SIZE);
      const { rows, total, matching = null } = await withRowsTimeout(rowsRequest);
      if (query === this.#query) {
        this.matching = matching;
        this.#storeRows(query, block, gridRows(query.columns, rows), total);
      }
    } catch (error) {
      if (query === this.#query) {
        this.failure = failureOf(error);
        if (this.isAwaitingRows && query.hasOtherRecords) this.#dropRows();
        this.isAwaitingRows = false;
      }
    }
    this.#inFlight = this.#inFlight.filter((each) => each !== request);
    this.#requestMissingBlocks();
  }

  /** Drops the rows of the previous query, which would look like the result of the one that failed. */
  #dropRows(): void {
    this.#blocks.dropStale();
    this.total = null;
    this.matching = null;
    this.#changes += 1;
  }

  #storeRows(query: RowQuery, block: number, rows: readonly GridRow[], total: number): void {
    markStart('first rows received');
    const callbacks = this.isAwaitingRows ? this.#callbacks : undefined;
    callbacks?.beforeReplace?.();
    this.total = total;
    this.#blocks.put(block, rows);
    if (!query.keepsRows) this.#blocks.dropStale();
    this.#changes += 1;
    if (this.isAwaitingRows) {
      this.isAwaitingRows = false;
      this.#callbacks = undefined;
      callbacks?.afterReplace();
    }
    this.#onLoaded();
  }
}

async function withRowsTimeout<T>(rowsRequest: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(fail('engine-lost', { cause: `No rows arrived within ${TIMEOUT_MS / 1000} seconds.` }));
    }, TIMEOUT_MS);
  });
  try {
    return await Promise.race([rowsRequest, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
