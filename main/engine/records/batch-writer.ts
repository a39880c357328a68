import { systemClock, type Clock } from '../service/clock';

/** Maximum number of records waiting for the lists: some megabytes. */
const MAX_WAITING_RECORDS = 8_000;
/**
 * Minimum interval between list updates: each one syncs to disk, which would delay the next requests'
 * outcomes.
 */
const INTERVAL_MS = 500;

/**
 * Batches returned records into the local lists while the next requests are in flight, in order. If a batch
 * fails, the next refresh brings the records: the service has them.
 */
export class BatchWriter<Entry> {
  readonly #putBatch: (entries: readonly Entry[]) => Promise<void>;
  readonly #clock: Clock;
  readonly #intervalMs: number;
  #waiting: Entry[] = [];
  #writing: Promise<void> | null = null;
  #cancelTimer: (() => void) | null = null;

  constructor(
    putBatch: (entries: readonly Entry[]) => Promise<void>,
    { clock = systemClock, intervalMs = INTERVAL_MS }: { clock?: Clock; intervalMs?: number } = {},
  ) {
    this.#putBatch = putBatch;
    this.#clock = clock;
    this.#intervalMs = intervalMs;
  }

  /** Resolves when more records may be added. Never rejects. */
  async put(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    this.#waiting = this.#waiting.concat(entries);
    this.#schedule();
    while (this.#waiting.length > MAX_WAITING_RECORDS)
      if (this.#writing) await this.#writing;
      else void this.#write();
  }

  /** Writes all waiting records now; resolves when none is left. */
  async drain(): Promise<void> {
    while (this.#writing !== null || this.#waiting.length > 0) await (this.#writing ?? this.#write());
  }

  #schedule(): void {
    if (this.#writing === null)
      this.#cancelTimer ??= this.#clock.after(this.#intervalMs, () => void this.#write());
  }

  #write(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const batch = this.#waiting;
    this.#waiting = [];
    this.#writing = this.#putBatch(batch)
      .catch(() => undefined)
      .then(() => {
        this.#writing = null;
        if (this.#waiting.length > 0) this.#schedule();
      });
    return this.#writing;
  }
}
