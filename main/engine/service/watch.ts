import type { Clock } from './clock';

export interface Watched {
  /** Maximum idle time and total time, in milliseconds. */
  readonly pace: { readonly idle: number; readonly total: number };
  readonly signal?: AbortSignal | undefined;
  /**
   * Called after an idle period, with the remaining milliseconds; the returned function is called when it
   * ends.
   */
  readonly onSilence?: ((ms: number) => () => void) | undefined;
}

/** Idle time after which the user is informed. */
const silenceToTell = (idle: number): number => Math.min(10_000, idle / 2);

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

/** Ends a request that is idle, takes too long, or was canceled. */
export class Watch {
  readonly #clock: Clock;
  readonly #idle: number;
  readonly #abort = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #onSilence: Watched['onSilence'];
  #cancelIdle: () => void = () => undefined;
  readonly #cancelTotal: () => void;
  #reader: Reader | undefined;
  /** Why it was ended; undefined if it was not. */
  reason: 'timeout' | 'canceled' | undefined;

  constructor(clock: Clock, { pace, signal: caller, onSilence }: Watched) {
    this.#clock = clock;
    this.#idle = pace.idle;
    this.#caller = caller;
    this.#onSilence = onSilence;
    this.#listen();
    this.#cancelTotal = clock.after(pace.total, () => this.#stop('timeout'));
    if (caller?.aborted) this.#stop('canceled');
    else caller?.addEventListener('abort', this.#canceled, { once: true });
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Reads with the watch, which can end a read from a stalled sender. */
  async next(reader: Reader): Promise<ReadableStreamReadResult<Uint8Array<ArrayBuffer>>> {
    this.#reader = reader;
    if (this.reason) this.#cancelReader();
    const piece = await reader.read();
    if (this.reason) throw new DOMException('The read was ended.', 'AbortError');
    this.heard();
    return piece;
  }

  heard(): void {
    this.#cancelIdle();
    if (!this.#abort.signal.aborted) this.#listen();
  }

  end(): void {
    this.#cancelIdle();
    this.#cancelTotal();
    this.#caller?.removeEventListener('abort', this.#canceled);
  }

  #listen(): void {
    const onSilence = this.#onSilence;
    const stop = (): void => this.#stop('timeout');
    if (!onSilence) {
      this.#cancelIdle = this.#clock.after(this.#idle, stop);
      return;
    }
    const told = silenceToTell(this.#idle);
    this.#cancelIdle = this.#clock.after(told, () => {
      const left = this.#idle - told;
      const heardAgain = onSilence(left);
      const cancel = this.#clock.after(left, stop);
      this.#cancelIdle = () => {
        cancel();
        heardAgain();
      };
    });
  }

  readonly #canceled = (): void => this.#stop('canceled');

  #stop(reason: 'timeout' | 'canceled'): void {
    this.reason ??= reason;
    this.#abort.abort();
    this.#cancelReader();
  }

  #cancelReader(): void {
    void this.#reader?.cancel().catch(() => undefined); // it may have failed already
  }
}
