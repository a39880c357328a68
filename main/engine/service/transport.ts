import { lazy } from '../../../preload/contract/domain/lazy';
import { fail, FailureError, type Failure } from '../../../preload/contract/failure';
import type { Clock } from './clock';
import { causeOf, transportProblemOf } from './failures';
import { Watch, type Watched } from './watch';

/** The part of the Fetch standard that is needed: Electron's net.fetch in the app, Node's in tests. */
export type Fetch = (input: Request, init?: RequestInit) => Promise<Response>;

/** How long an answer may take, in milliseconds, and how big it may be, in bytes. */
export interface Pace {
  /** Longest silence: until the answer begins, and between two pieces of it. */
  readonly idle: number;
  readonly total: number;
  readonly bytes: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MB = 1024 * 1024;

/** The service gives up by itself after three minutes (wire facts A); lists and bulk writes wait longer than that. */
export const PACES = {
  sign: { idle: 30 * SECOND, total: 45 * SECOND, bytes: MB },
  quick: { idle: 60 * SECOND, total: 2 * MINUTE, bytes: 32 * MB },
  // A page of 10,000 accounts is 17 MB. What is bigger than this is asked for in smaller pages, or not at all.
  list: { idle: 200 * SECOND, total: 15 * MINUTE, bytes: 64 * MB },
  write: { idle: 200 * SECOND, total: 10 * MINUTE, bytes: 64 * MB },
  download: { idle: 200 * SECOND, total: 60 * MINUTE, bytes: 8192 * MB },
} as const satisfies Record<string, Pace>;
export type PaceName = keyof typeof PACES;
export type Paces = Readonly<Record<PaceName, Pace>>;

/** The same paces with no silence longer than `idle` milliseconds: for a person who waits, and for tests. */
export const pacesWithin = (idle: number): Paces =>
  Object.fromEntries(
    Object.entries(PACES).map(([name, pace]) => [name, { ...pace, idle: Math.min(idle, pace.idle) }]),
  ) as Record<PaceName, Pace>;

/** The usual paces, with shorter silences where somebody wants them: the tests do. */
export const pacesOfSystem = (): Paces =>
  pacesWithin(Number(process.env['FIRM_DESK_SILENCE_MS'] ?? Infinity));

export interface Outgoing extends Watched {
  readonly method: string;
  readonly url: URL;
  /** Host and path template for messages: never the filled path, which may hold a tax id. */
  readonly where: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams | undefined;
  readonly pace: Pace;
  /** Must not arrive twice. */
  readonly once: boolean;
}

/**
 * Chromium sends a request again by itself, a POST too, when a connection that had been used before closes without
 * an answer: seen with net.fetch, one create arrived twice. Requests with another credentials mode have connections
 * of their own, and these close after one answer, so that a write always goes over a fresh one and is sent once.
 * (The app turns HTTP/2 off for the same reason: there all requests share one connection.)
 */
const ONCE = { credentials: 'include', headers: { connection: 'close' } } as const;

/** An answer whose head has arrived and whose body has not been read. */
export interface Incoming {
  readonly response: Response;
  /** Reads the whole body, at most as many bytes as the pace allows. */
  bytes(): Promise<ArrayBuffer>;
  /** The body as it arrives, under the same limits; ends the watch when it ends. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> | null;
  /** Throws the body away. */
  drop(): void;
}

/** A failure on the way, with what the retry needs to know. */
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

/** Sends one request once. Never follows a redirect, never repeats, never waits longer than its pace. */
export function createTransport(options: { readonly fetch: Fetch; readonly clock: Clock }) {
  // ky repeats only what fails before the answer's head, by timers of its own; we repeat what is lost in the body
  // too, by the clock given (see client.ts). So it builds, encodes and sends here, and the rest is off.
  // It and Node's fetch, which it loads, are a sixth of what the engine's start takes: the first request needs them.
  const http = lazy(async () => {
    const { default: ky } = await import('ky');
    return ky.create({
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      // Never followed: the credential and the body would go to another origin on 302 and 307. The answer says where to.
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
        // Never by way of the Request: its own signal follows the one it was given only until it is collected.
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

/** An archive is packed already: one that grows when it is decoded is no archive, however long it goes on. */
const DECODED_BYTES = 512 * MB;
const mostOf = ({ headers }: Response, { bytes }: Pace): number =>
  headers.has('content-encoding') ? Math.min(bytes, DECODED_BYTES) : bytes;

const tooBig = (limit: number) => fail('too-big', { cause: `more than ${Math.round(limit / MB)} MB` });

/** Room for a body that does not say how long it is, or says what no body can be. */
const FIRST_BYTES = 65_536;

/** Reads a whole body. On every failure it cancels the body: an unread one keeps its connection. */
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
  // Behind a content encoding the announced length is that of the encoded bytes.
  const announced = response.headers.has('content-encoding') ? null : response.headers.get('content-length');
  const length = announced === null ? Number.NaN : Number(announced);
  if (length > limit) throw tooBig(limit);
  // Filled as it arrives: kept until the end, the pieces would be there a second time.
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

/** Passes a body on piece by piece, keeping the watch alive; errors become failures. */
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
