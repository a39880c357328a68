import { lazy } from '#contract/lazy';
import { fail, FailureError, type Failure } from '#contract/failure';
import type { Clock } from './clock';
import { causeOf, transportProblemOf } from './failures';
import { Watch, type Watched } from './watch';

/** The required part of the Fetch standard: Electron's net.fetch in the app, Node's in tests. */
export type Fetch = (input: Request, init?: RequestInit) => Promise<Response>;

/** Limits of an answer: time in milliseconds, size in bytes. */
export interface Pace {
  /** Maximum idle time: until the answer begins, and between two chunks. */
  readonly idle: number;
  readonly total: number;
  readonly bytes: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MB = 1024 * 1024;

/** The service times out after three minutes (wire facts A); lists and bulk writes wait longer than that. */
export const PACES = {
  sign: { idle: 30 * SECOND, total: 45 * SECOND, bytes: MB },
  quick: { idle: 60 * SECOND, total: 2 * MINUTE, bytes: 32 * MB },
  // A page of 10,000 accounts is 17 MB. Larger answers are requested in smaller pages, or not at all.
  list: { idle: 200 * SECOND, total: 15 * MINUTE, bytes: 64 * MB },
  write: { idle: 200 * SECOND, total: 10 * MINUTE, bytes: 64 * MB },
  download: { idle: 200 * SECOND, total: 60 * MINUTE, bytes: 8192 * MB },
} as const satisfies Record<string, Pace>;
export type PaceName = keyof typeof PACES;
export type Paces = Readonly<Record<PaceName, Pace>>;

/**
 * Returns the same limits with at most `idle` milliseconds of idle time, for a waiting user and for tests.
 */
export const pacesWithin = (idle: number): Paces =>
  Object.fromEntries(
    Object.entries(PACES).map(([name, pace]) => [name, { ...pace, idle: Math.min(idle, pace.idle) }]),
  ) as Record<PaceName, Pace>;

/** Returns the default limits, or shorter idle times if configured by tests. */
export const pacesOfSystem = (): Paces =>
  pacesWithin(Number(process.env['FIRM_DESK_SILENCE_MS'] ?? Infinity));

export interface Outgoing extends Watched {
  readonly method: string;
  readonly url: URL;
  /** Host and path template for messages; never the filled path, which may hold a tax ID. */
  readonly where: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams | undefined;
  readonly pace: Pace;
  /** True if it must not arrive twice. */
  readonly once: boolean;
}

/**
 * Chromium resends a request, even a POST, when a reused connection closes without an answer: with net.fetch,
 * one create arrived twice. Requests with another credentials mode use separate connections, which close
 * after one answer, so a write always uses a new connection and is sent once. (HTTP/2 is off for the same
 * reason: all requests would share one.)
 */
const ONCE = { credentials: 'include', headers: { connection: 'close' } } as const;

/** An answer whose head has arrived and whose body has not been read. */
export interface Incoming {
  readonly response: Response;
  /** Reads the whole body, up to the size limit. */
  bytes(): Promise<ArrayBuffer>;
  /** Streams the body under the same limits; ends the watch at its end. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> | null;
  /** Discards the body. */
  drop(): void;
}

/** A transport failure, with what a retry needs to know. */
export class TransportError extends FailureError {
  readonly unsent: boolean;
  readonly passing: boolean;
  constructor(problem: Failure, unsent: boolean, passing: boolean, cause?: unknown) {
    super(problem, cause);
    this.name = 'TransportError';
    this.unsent = unsent;
    this.passing = passing;
  }
}

/** Sends one request once. Never follows a redirect, never retries, never exceeds its limits. */
export function createTransport(options: { readonly fetch: Fetch; readonly clock: Clock }) {
  // ky retries only failures before the answer's head, with its own timers; client.ts also retries lost
  // bodies, with the given clock. So ky only builds, encodes and sends. Loading it and Node's fetch takes a
  // sixth of the engine's start.
  const http = lazy(async () => {
    const { default: ky } = await import('ky');
    return ky.create({
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      // Never followed: on 302 and 307 the credential and body would go to another origin. The answer
      // contains the target.
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
  });

  return async function send(outgoing: Outgoing): Promise<Incoming> {
    const watch = new Watch(options.clock, outgoing);
    const failed = (error: unknown): TransportError => {
      watch.end();
      return transportError(error, watch, outgoing.where);
    };
    let response: Response;
    try {
      const request = await http();
      response = await request(outgoing.url, {
        method: outgoing.method,
        headers: { ...outgoing.headers, ...(outgoing.once ? ONCE.headers : {}) },
        ...(outgoing.once ? { credentials: ONCE.credentials } : {}),
        ...(outgoing.body === undefined ? {} : { body: outgoing.body }),
        // Not the Request's signal, which follows the given one only until the Request is collected.
        fetch: (input, init) =>
          options.fetch(input instanceof Request ? input : new Request(input), {
            ...init,
            signal: watch.signal,
          }),
      });
    } catch (error) {
      throw failed(error);
    }
    watch.heard();
    return {
      response,
      bytes: () =>
        readAll(response, outgoing.pace.bytes, watch).catch((error: unknown) =>
          Promise.reject(failed(error)),
        ),
      stream: () =>
        response.body && observable(response.body, watch, mostOf(response, outgoing.pace), failed),
      drop: () => {
        watch.end();
        void response.body?.cancel().catch(() => undefined);
      },
    };
  };
}

function transportError(error: unknown, watch: Watch, where: string): TransportError {
  if (error instanceof TransportError) return error;
  if (watch.reason === 'canceled')
    return new TransportError({ kind: 'canceled', where }, false, false, error);
  if (watch.reason === 'timeout') return new TransportError({ kind: 'timeout', where }, false, false, error);
  if (error instanceof FailureError) {
    return new TransportError({ ...error.failure, where }, false, error.failure.kind === 'cut-short', error);
  }
  const { kind, unsent, passing } = transportProblemOf(error);
  return new TransportError({ kind, where, cause: causeOf(error) }, unsent, passing, error);
}

/** An archive is already compressed; one that grows much when decoded is invalid. */
const DECODED_BYTES = 512 * MB;
const mostOf = ({ headers }: Response, { bytes }: Pace): number =>
  headers.has('content-encoding') ? Math.min(bytes, DECODED_BYTES) : bytes;

const tooBig = (limit: number) => fail('too-big', { cause: `more than ${Math.round(limit / MB)} MB` });

/** Initial buffer for a body without a plausible length. */
const FIRST_BYTES = 65_536;

/** Reads a whole body. Cancels it on every failure, because an unread body keeps its connection. */
async function readAll(response: Response, limit: number, watch: Watch): Promise<ArrayBuffer> {
  const reader = response.body?.getReader();
  try {
    return await readWithin(limit, response, reader, watch);
  } catch (error) {
    void reader?.cancel().catch(() => undefined);
    throw error;
  }
}

async function readWithin(
  limit: number,
  response: Response,
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined,
  watch: Watch,
): Promise<ArrayBuffer> {
  // With a content encoding, the announced length is that of the encoded bytes.
  const announced = response.headers.has('content-encoding') ? null : response.headers.get('content-length');
  const length = announced === null ? Number.NaN : Number(announced);
  if (length > limit) throw tooBig(limit);
  // Filled as chunks arrive, because keeping the chunks until the end would need twice the memory.
  let whole = new ArrayBuffer(length > 0 ? length : FIRST_BYTES);
  let size = 0;
  while (reader) {
    const { done, value } = await watch.next(reader);
    if (done) break;
    const end = size + value.byteLength;
    if (end > limit) throw tooBig(limit);
    if (end > whole.byteLength) whole = whole.transfer(Math.max(end, 2 * whole.byteLength));
    new Uint8Array(whole).set(value, size);
    size = end;
  }
  watch.end();
  if (size < length) throw fail('cut-short', { cause: `${size} of ${length} bytes arrived` });
  return size === whole.byteLength ? whole : whole.transfer(size);
}

/** Passes a body on in chunks and keeps the watch alive; errors become failures. */
function observable(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  watch: Watch,
  limit: number,
  failed: (error: unknown) => TransportError,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  let size = 0;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await watch.next(reader);
        if (done) {
          watch.end();
          controller.close();
          return;
        }
        size += value.byteLength;
        if (size > limit) throw tooBig(limit);
        controller.enqueue(value);
      } catch (error) {
        void reader.cancel().catch(() => undefined);
        controller.error(failed(error));
      }
    },
    cancel(reason) {
      watch.end();
      return reader.cancel(reason);
    },
  });
}
