import type { ArchiveEntry } from '../../../preload/contract/calls/fee-files';
import { failureOf, type Failure } from '../../../preload/contract/failure';
import type { EngineClient } from '../../bridge';

const STRETCH = 200;

/** What is in a saved archive: its entries, and the rows of the one that is looked at. */
export class LookInside {
  entries = $state.raw<readonly ArchiveEntry[] | null>(null);
  total = $state(0);
  /** The archive itself cannot be read. */
  failure = $state.raw<Failure | null>(null);

  entry = $state.raw<ArchiveEntry | null>(null);
  rows = $state.raw<readonly (readonly string[])[]>([]);
  /** A table; otherwise lines of text. */
  columns = $state(true);
  more = $state(false);
  reading = $state(false);
  /** The entry cannot be read. */
  problem = $state.raw<Failure | null>(null);

  constructor(
    readonly engine: EngineClient,
    readonly id: number,
  ) {}

  async load(): Promise<void> {
    try {
      const { entries, total } = await this.engine.feeFiles.entries({ id: this.id });
      this.entries = entries;
      this.total = total;
      // One that cannot be opened says so; it must not pass for an empty one.
      const first = entries.find(({ problem }) => problem === null) ?? entries[0];
      if (first) await this.show(first);
    } catch (error) {
      this.failure = failureOf(error);
    }
  }

  async show(entry: ArchiveEntry): Promise<void> {
    this.entry = entry;
    this.rows = [];
    this.more = false;
    this.problem = null;
    if (entry.problem === null) await this.readOn();
  }

  /** Reads the next rows of the entry. */
  async readOn(): Promise<void> {
    const { entry } = this;
    if (!entry || this.reading) return;
    this.reading = true;
    try {
      const { rows, columns, more } = await this.engine.feeFiles.rows({
        id: this.id,
        entry: entry.at,
        offset: this.rows.length,
        limit: STRETCH,
      });
      if (this.entry !== entry) return;
      this.rows = [...this.rows, ...rows];
      this.columns = columns;
      this.more = more;
    } catch (error) {
      if (this.entry === entry) this.problem = failureOf(error);
    } finally {
      this.reading = false;
    }
    // Another entry was chosen while this one was read.
    if (this.entry !== entry && this.entry?.problem === null && this.rows.length === 0) await this.readOn();
  }
}
