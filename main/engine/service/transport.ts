import { fail, FailureError, type Failure } from '#contract/failure';
import type { Clock } from './clock';
import { causeOf, transportProblemOf } from './failures';

/** The required part of the Fetch standard: Electron's net.fetch in the app, Node's in tests. */
export type Fetch = (input: Request, init?: RequestInit) => Promise<Response>;

/** Limits of a response: time in milliseconds, size in bytes. */
export interface RequestLimits {
  /** Maximum idle time: until the response begins, and between two chunks. */
  readonly idle: number;
  readonly total: number;
  readonly bytes: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MB = 1024 * 1024;

/** The service times out after three minutes (wire facts A); lists and bulk writes wait longer than that. */
export const REQUEST_LIMITS = {
  signIn: { idle: 30 * SECOND, total: 45 * SECOND, bytes: MB },
  quick: { idle: 60 * SECOND, total: 2 * MINUTE, bytes: 32 * MB },
  // A page of 10,000 accounts is 17 MB. Larger responses are requested in smaller pages, or not at all.
  list: { idle: 200 * SECOND, total: 15 * MINUTE, bytes: 64 * MB },
  write: { idle: 200 * SECOND, total: 10 * MINUTE, bytes: 64 * MB },
  download: { idle: 200 * SECOND, total: 60 * MINUTE, bytes: 8192 * MB },
} as const satisfies Record<string, RequestLimits>;
export type LimitsKind = keyof typeof REQUEST_LIMITS;
export type LimitsByKind = Readonly<Record<LimitsKind, RequestLimits>>;

/**
 * Returns the same limits with at most `idle` milliseconds of idle time, for a waiting user and for tests.
 */
export const limitsWithin = (idle: number): LimitsByKind =>
  Object.fromEntries(
    Object.entries(REQUEST_LIMITS).map(([name, limits]) => [
      name,
      { ...limits, idle: Math.min(idle, limits.idle) },
    ]),
  ) as Record<LimitsKind, RequestLimits>;

/** Returns the default limits, or shorter idle times if configured by tests. */
export const systemLimits = (): LimitsByKind =>
  limitsWithin(Number(process.env['FIRM_DESK_IDLE_MS'] ?? Infinity));

export interface OutgoingRequest {
  readonly request: Request;
  /** Host and path template for messages; never the filled path, which may hold a tax ID. */
  readonly where: string;
  readonly limits: RequestLimits;
  readonly signal?: AbortSignal | undefined;
  /**
   * Called after an idle period, with the remaining milliseconds; the returned function is called when data
   * arrives or the request ends.
   */
  readonly onIdle?: ((ms: number) => () => void) | undefined;
}

/**
 * For a request that must not arrive twice. Chromium resends a request, even a POST, when a reused
 * connection closes without a response: with net.fetch, one create arrived twice. Requests with a different
 * credentials mode use separate connections, which close after one response, so a write always uses a new
 * connection and is sent once. (HTTP/2 is off for the same reason: all requests would share one.)
 */
export const SEND_ONCE = {
  options: { credentials: 'include' },
  headers: { connection: 'close' },
} as const;

/** Facts about a failed request; false if left out. */
interface TransportErrorOptions {
  readonly isUnsent?: boolean;
  readonly isTransient?: boolean;
  /** The error that led to this one. */
  readonly cause?: unknown;
}

/** A transport failure, with the facts that decide whether to retry. */
export class TransportError extends FailureError {
  /** True if the service cannot have received the request. */
  readonly isUnsent: boolean;
  /** True if the same read may succeed a moment later. */
  readonly isTransient: boolean;
  constructor(
    problem: Failure,
    { isUnsent = false, isTransient = false, cause }: TransportErrorOptions = {},
  ) {
    super(problem, cause);
    this.name = 'TransportError';
    this.isUnsent = isUnsent;
    this.isTransient = isTransient;
  }
}

/** Sends one request once. Never follows a redirect, never retries, never exceeds its limits. */
export async function send(fetch: Fetch, clock: Clock, outgoing: OutgoingRequest): Promise<IncomingResponse> {
  const watch = new Watchdog(clock, outgoing);
  try {
    // Not the Request's signal, which follows the given one only until the Request is collected.
    const response = await fetch(outgoing.request, { signal: watch.signal });
    watch.markReceived();
    return new IncomingResponse(response, outgoing, watch);
  } catch (error) {
    watch.end();
    throw transportError(error, watch, outgoing.where);
  }
}

/** A response whose head has arrived and whose body has not been read. */
export class IncomingResponse {
  readonly response: Response;
  readonly #outgoing: OutgoingRequest;
  readonly #watch: Watchdog;

  constructor(response: Response, outgoing: OutgoingRequest, watch: Watchdog) {
    this.response = response;
    this.#outgoing = outgoing;
    this.#watch = watch;
  }

  /** Reads the whole body, up to the size limit. Cancels it on every failure: an unread body keeps its connection. */
  async bytes(): Promise<ArrayBuffer> {
    const reader = this.response.body?.getReader();
    try {
      return await readWithin(this.#outgoing.limits.bytes, this.response, reader, this.#watch);
    } catch (error) {
      void reader?.cancel().catch(() => undefined);
      throw this.#toTransportError(error);
    }
  }

  /** Streams the body under the same limits, and ends the watchdog at its end; null for a response without a body. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    const reader = this.response.body?.getReader();
    if (!reader) {
      this.#watch.end();
      return null;
    }
    const limit = maxBytesOf(this.response, this.#outgoing.limits);
    let size = 0;
    return new ReadableStream({
      pull: async (controller) => {
        try {
          const { done, value } = await this.#watch.readChunk(reader);
          if (done) {
            this.#watch.end();
            controller.close();
            return;
          }
          size += value.byteLength;
          if (size > limit) throw tooLarge(limit);
          controller.enqueue(value);
        } catch (error) {
          void reader.cancel().catch(() => undefined);
          controller.error(this.#toTransportError(error));
        }
      },
      cancel: (reason) => {
        this.#watch.end();
        return reader.cancel(reason);
      },
    });
  }

  /** Discards the body. */
  drop(): void {
    this.#watch.end();
    void this.response.body?.cancel().catch(() => undefined);
  }

  #toTransportError(error: unknown): TransportError {
    this.#watch.end();
    return transportError(error, this.#watch, this.#outgoing.where);
  }
}

function transportError(error: unknown, watch: Watchdog, where: string): TransportError {
  if (error instanceof TransportError) return error;
  if (watch.reason) return new TransportError({ kind: watch.reason, where }, { cause: error });
  if (error instanceof FailureError) {
    const { failure } = error;
    const isTransient = failure.kind === 'cut-short';
    return new TransportError({ ...failure, where }, { isTransient, cause: error });
  }
  const { kind, isUnsent, isTransient } = transportProblemOf(error);
  return new TransportError({ kind, where, cause: causeOf(error) }, { isUnsent, isTransient, cause: error });
}

/** An archive is already compressed; one that grows much when decoded is invalid. */
const MAX_DECODED_BYTES = 512 * MB;
const maxBytesOf = ({ headers }: Response, { bytes }: RequestLimits): number =>
  headers.has('content-encoding') ? Math.min(bytes, MAX_DECODED_BYTES) : bytes;

const tooLarge = (limit: number) => fail('too-big', { cause: `more than ${Math.round(limit / MB)} MB` });

async function readWithin(
  limit: number,
  response: Response,
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined,
  watch: Watchdog,
): Promise<ArrayBuffer> {
  // With a content encoding, the announced length is that of the encoded bytes.
  const announced = response.headers.has('content-encoding') ? null : response.headers.get('content-length');
  const length = announced === null ? Number.NaN : Number(announced);
  if (length > limit) throw tooLarge(limit);
  // Copied once, at the end: most services announce no length, and a buffer that grows is copied at every step.
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (reader) {
    const { done, value } = await watch.readChunk(reader);
    if (done) break;
    size += value.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(value);
  }
  watch.end();
  if (size < length) throw fail('cut-short', { cause: `${size} of ${length} bytes arrived` });
  const body = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return body.buffer;
}

/** Idle time after which the user is informed. */
const idleReportMs = (idle: number): number => Math.min(10_000, idle / 2);

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

/** Ends a request that is idle, takes too long, or was canceled. */
class Watchdog {
  readonly #clock: Clock;
  readonly #idle: number;
  readonly #abort = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #onIdle: OutgoingRequest['onIdle'];
  #cancelIdle: () => void = () => undefined;
  readonly #cancelTotal: () => void;
  #reader: Reader | undefined;
  /** The reason why it was ended; undefined if it was not. */
  reason: 'timeout' | 'canceled' | undefined;

  constructor(clock: Clock, { limits, signal: caller, onIdle }: OutgoingRequest) {
    this.#clock = clock;
    this.#idle = limits.idle;
    this.#caller = caller;
    this.#onIdle = onIdle;
    this.#startIdleTimer();
    this.#cancelTotal = clock.after(limits.total, () => this.#stop('timeout'));
    if (caller?.aborted) this.#stop('canceled');
    else caller?.addEventListener('abort', this.#canceled, { once: true });
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Reads the next chunk. The watchdog can end the read if the sender stalls. */
  async readChunk(reader: Reader): Promise<ReadableStreamReadResult<Uint8Array<ArrayBuffer>>> {
    this.#reader = reader;
    if (this.reason) this.#cancelReader();
    const result = await reader.read();
    if (this.reason) throw new DOMException('The read was ended.', 'AbortError');
    this.markReceived();
    return result;
  }

  markReceived(): void {
    this.#cancelIdle();
    if (!this.#abort.signal.aborted) this.#startIdleTimer();
  }

  end(): void {
    this.#cancelIdle();
    this.#cancelTotal();
    this.#caller?.removeEventListener('abort', this.#canceled);
  }

  #startIdleTimer(): void {
    const onIdle = this.#onIdle;
    const stop = (): void => this.#stop('timeout');
    if (!onIdle) {
      this.#cancelIdle = this.#clock.after(this.#idle, stop);
      return;
    }
    const reportMs = idleReportMs(this.#idle);
    this.#cancelIdle = this.#clock.after(reportMs, () => {
      const remainingMs = this.#idle - reportMs;
      const endIdleReport = onIdle(remainingMs);
      const cancel = this.#clock.after(remainingMs, stop);
      this.#cancelIdle = () => {
        cancel();
        endIdleReport();
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
