import type { FileJob } from '#contract/features/fee-files/calls';
import { fail, failureOf } from '#contract/failure';
import type { Clock } from '../../service/clock';
import { Meter } from '../../jobs/meter';

const UPDATE_INTERVAL_MS = 100;

/** What a job does, and with which file. */
export interface FeeFileTask {
  readonly what: FileJob['what'];
  readonly fileId: string;
  readonly name: string;
  /** A new job replaces an ended one with the same key. */
  readonly dedupeKey: string;
  /** Returns the ID of the saved file. */
  readonly work: (job: FeeFileJob) => Promise<number>;
}

interface FeeFileJobOptions extends FeeFileTask {
  readonly id: number;
  readonly clock: Clock;
  readonly notifyChange: () => void;
}

/** A file being saved or verified. `run` never rejects: a failure becomes part of the state. */
export class FeeFileJob {
  hasStarted = false;
  /** True if it was paused during the current download. */
  wasPaused = false;
  readonly dedupeKey: string;
  readonly #abort = new AbortController();
  readonly #clock: Clock;
  readonly #meter: Meter;
  readonly #work: FeeFileJobOptions['work'];
  readonly #notifyChange: () => void;
  #state: FileJob;
  #wake: (() => void) | undefined;
  #unreportedBytes = 0;
  #notifiedAt = 0;

  constructor({ id, what, fileId, name, dedupeKey, clock, work, notifyChange }: FeeFileJobOptions) {
    this.dedupeKey = dedupeKey;
    this.#clock = clock;
    this.#meter = new Meter(clock);
    this.#work = work;
    this.#notifyChange = notifyChange;
    this.#state = {
      id,
      what,
      fileId,
      name,
      state: 'waiting',
      bytes: 0,
      total: null,
      rate: 0,
      secondsLeft: null,
    };
  }

  get snapshot(): FileJob {
    return this.#state;
  }
  get signal(): AbortSignal {
    return this.#abort.signal;
  }
  get isActive(): boolean {
    return !['done', 'failed', 'canceled'].includes(this.#state.state);
  }
  /** Progress, 0 to 1. Verification counts as complete: it is fast, and its length is unknown. */
  get share(): number {
    const { bytes, total, state } = this.#state;
    if (!this.isActive || state === 'checking') return 1;
    return total ? Math.min(1, bytes / total) : 0;
  }

  async run(): Promise<void> {
    this.hasStarted = true;
    if (this.#state.state === 'waiting') this.update({ state: 'running' });
    this.#meter.begin(0);
    try {
      await this.untilResumed();
      if (this.signal.aborted) throw fail('canceled');
      const savedId = await this.#work(this);
      this.update({
        state: 'done',
        savedId,
        bytes: this.#state.total ?? this.#state.bytes,
        rate: 0,
        secondsLeft: null,
      });
    } catch (error) {
      const failure = failureOf(error);
      if (this.signal.aborted || failure.kind === 'canceled')
        this.update({ state: 'canceled', rate: 0, secondsLeft: null });
      else this.update({ state: 'failed', failure, rate: 0, secondsLeft: null });
    }
  }

  downloadStarted(total: number | null): void {
    this.#meter.begin(0);
    this.#unreportedBytes = 0;
    // The user may have paused it before its first byte; it stays paused.
    this.update({ bytes: 0, total, ...(this.#state.state === 'paused' ? {} : { state: 'running' }) });
  }
  verificationStarted(): void {
    this.#meter.begin(0);
    this.#unreportedBytes = 0;
    this.update({ state: 'checking', bytes: 0, rate: 0, secondsLeft: null });
  }
  /** Called for every chunk; updates are throttled. */
  addBytes(count: number): void {
    this.#unreportedBytes += count;
    const now = this.#clock.now();
    if (now - this.#notifiedAt < UPDATE_INTERVAL_MS) return;
    this.#notifiedAt = now;
    const bytes = this.#state.bytes + this.#unreportedBytes;
    this.#unreportedBytes = 0;
    // Verification counts uncompressed bytes, whose total is unknown.
    const total = this.#state.state === 'checking' ? null : this.#state.total;
    this.update({ bytes, ...this.#meter.record(bytes, total) });
  }

  pause(): void {
    if (this.#state.state !== 'running' && this.#state.state !== 'waiting') return;
    this.wasPaused = true;
    this.update({ state: 'paused', rate: 0, secondsLeft: null });
  }
  resume(): void {
    if (this.#state.state !== 'paused') return;
    this.#meter.begin(this.#state.bytes);
    this.update({ state: this.hasStarted ? 'running' : 'waiting' });
    this.#wake?.();
  }
  cancel(): void {
    if (!this.isActive) return;
    this.#abort.abort();
    this.#wake?.();
    if (!this.hasStarted) this.update({ state: 'canceled' });
  }

  async untilResumed(): Promise<void> {
    while (this.#state.state === 'paused' && !this.signal.aborted)
      await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  update(change: Partial<FileJob>): void {
    this.#state = { ...this.#state, ...change };
    this.#notifyChange();
  }
}
