import type { ArchiveEntry } from '#contract/features/fee-files/calls';
import { failureOf, type Failure } from '#contract/failure';
import type { EngineClient } from '../../bridge';

const ROWS_PER_READ = 200;

/** The contents of a saved archive: its entries, and the rows of the selected one. */
export class ArchiveContents {
  entries = $state.raw<readonly ArchiveEntry[] | null>(null);
  total = $state(0);
  /** Set if the archive itself cannot be read. */
  failure = $state.raw<Failure | null>(null);

  entry = $state.raw<ArchiveEntry | null>(null);
  rows = $state.raw<readonly (readonly string[])[]>([]);
  /** The line of each row in the file. */
  lineNumbers = $state.raw<readonly number[]>([]);
  /** True for a table, false for lines of text. */
  hasColumns = $state(true);
  hasMore = $state(false);
  isReading = $state(false);
  /** Set if the entry cannot be read. */
  problem = $state.raw<Failure | null>(null);

  /** Aborts reads of the archive when its view closes, and of an entry when another one is selected. */
  readonly #closed = new AbortController();
  #readAbort = new AbortController();

  constructor(
    readonly engine: EngineClient,
    readonly id: number,
  ) {}

  async load(): Promise<void> {
    try {
      const { entries, total } = await this.engine.feeFiles.entries(
        { id: this.id },
        { signal: this.#closed.signal },
      );
      this.entries = entries;
      this.total = total;
      // Prefers a readable entry, but an unreadable one shows its error instead of an empty table.
      const first = entries.find(({ problem }) => problem === null) ?? entries[0];
      if (first) await this.show(first);
    } catch (error) {
      if (!this.#closed.signal.aborted) this.failure = failureOf(error);
    }
  }

  /** Aborts all reads when the view closes. */
  close(): void {
    this.#closed.abort();
    this.#readAbort.abort();
  }

  async show(entry: ArchiveEntry): Promise<void> {
    this.#readAbort.abort();
    this.entry = entry;
    this.rows = [];
    this.lineNumbers = [];
    this.hasMore = false;
    this.problem = null;
    if (entry.problem === null) await this.readMore();
  }

  /** Reads the next rows of the entry. */
  async readMore(): Promise<void> {
    const { entry } = this;
    if (!entry || this.isReading || this.#closed.signal.aborted) return;
    this.isReading = true;
    this.#readAbort = new AbortController();
    const { signal } = this.#readAbort;
    try {
      const { rows, lineNumbers, hasColumns, hasMore } = await this.engine.feeFiles.rows(
        { id: this.id, entry: entry.index, offset: this.rows.length, limit: ROWS_PER_READ },
        { signal },
      );
      if (!signal.aborted) {
        this.rows = [...this.rows, ...rows];
        this.lineNumbers = [...this.lineNumbers, ...lineNumbers];
        this.problem = null;
        this.hasColumns = hasColumns;
        this.hasMore = hasMore;
      }
    } catch (error) {
      if (!signal.aborted) this.problem = failureOf(error);
    } finally {
      this.isReading = false;
    }
    // Another entry was selected during this read.
    if (signal.aborted && this.entry?.problem === null) await this.readMore();
  }
}
