import { fail, type Failure } from '#contract/failure';
import { idOf } from '#contract/exact-json/fields';
import { parseJson } from '#common/parse-json';
import type { Endpoint } from './endpoint';
import { failureOfWrite } from './failure-facts';
import { failureOfRedirect, failureOfStatus, looksLikePage } from './failures';
import type { KnownSecrets } from './redact';
import { readEnvelope } from '../wire/envelope';
import { requestedDelay } from './retry';
import { TransportError, type IncomingResponse } from './transport';
import { messagesIn } from './body-messages';

/** A failure with an HTTP status. */
export class StatusError extends TransportError {
  readonly response: Response;
  constructor(problem: Failure, response: Response) {
    const { status } = response;
    // After a timeout, the same request would be too large again; 501 says that it never succeeds.
    const isTransient = status === 429 || (status >= 500 && status !== 501 && problem.kind !== 'timeout');
    super(problem, { isTransient });
    this.response = response;
  }
}

/**
 * Returns the failure of a call that is not retried; for a write, it says whether it may have been carried
 * out.
 */
export function withWriteOutcome(endpoint: Endpoint, error: TransportError): TransportError {
  if (endpoint.effect === 'read') return error;
  const { failure, isUnsent } = error;
  return new TransportError(failureOfWrite(failure, isUnsent), { isUnsent, cause: error });
}

interface ResponseContext {
  readonly endpoint: Endpoint;
  readonly url: URL;
  readonly where: string;
  readonly secrets: () => KnownSecrets;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface ResponseProblem {
  /** Undefined for a success, whose body is unread. */
  readonly problem?: TransportError;
  /** True for a redirect or a web page, which may not come from the service. */
  readonly isWebPage: boolean;
}

/** Returns the problem that a response's head shows, or for an error also its body. */
export async function responseProblemOf(
  incoming: IncomingResponse,
  { endpoint, url, where, secrets, now }: ResponseContext,
): Promise<ResponseProblem> {
  const { response } = incoming;
  const { status, headers } = response;
  if (response.redirected || (status >= 300 && status < 400)) {
    incoming.drop();
    const problem = failureOfRedirect(status, url, headers.get('location'), where);
    return { problem: new TransportError(problem), isWebPage: true };
  }
  const contentType = headers.get('content-type') ?? '';
  if (response.ok) {
    if (!/\bhtml\b/i.test(contentType)) return { isWebPage: false };
    incoming.drop();
    const problem = new TransportError({ kind: 'not-the-service', where, status });
    return { problem, isWebPage: true };
  }
  const text = await readStart(incoming);
  const problem = failureOfStatus({ status, contentType, text, where, secrets: secrets() });
  // A list has no ID that could be unknown, so its address is missing.
  const isMissingList = problem.kind === 'not-found' && endpoint.responseParser.shape === 'list';
  const failure = {
    ...problem,
    ...untilOf(headers, now),
    ...(isMissingList ? { kind: 'part-absent' as const } : {}),
  };
  return { problem: new StatusError(failure, response), isWebPage: looksLikePage(contentType, text) };
}

/** A longer requested delay cannot be meant: a time in milliseconds read as seconds, or a date far in the future. */
const MAX_SHOWN_DELAY_MS = 366 * 24 * 60 * 60 * 1_000;

/** Returns the time before which the service asks for no further request, if it names one that can be meant. */
function untilOf(headers: Headers, now: number): Pick<Failure, 'until'> {
  const delay = requestedDelay(headers);
  const canBeMeant = Math.abs(delay) <= MAX_SHOWN_DELAY_MS; // false for NaN
  return canBeMeant ? { until: new Date(now + delay).toISOString() } : {};
}

/** Maximum number of characters read of an error's body. */
const MAX_START_LENGTH = 64 * 1024;

/** Returns the start of an error's body; an error while reading it would hide the first one. */
async function readStart(incoming: IncomingResponse): Promise<string> {
  const reader = incoming.stream()?.getReader();
  try {
    const decoder = new TextDecoder();
    let text = '';
    while (reader && text.length < MAX_START_LENGTH) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    return text;
  } catch {
    return '';
  } finally {
    void reader?.cancel().catch(() => undefined);
    incoming.drop();
  }
}

/** Character codes of JSON's white space. */
const SPACES = [32, 10, 13, 9];

/**
 * Checks both ends of a body before parsing: a connection can close early without an error, and JSON must end
 * as it began. Returns true for a body that only says "done" (wire facts B7). Fails with `cut-short`,
 * `not-the-service` or `odd-answer`.
 */
export function hasNoContent(endpoint: Endpoint, bytes: ArrayBuffer): boolean {
  const view = new Uint8Array(bytes);
  // Skips a UTF-8 byte order mark.
  let from = view[0] === 0xef && view[1] === 0xbb && view[2] === 0xbf ? 3 : 0;
  let to = view.length - 1;
  while (from < view.length && SPACES.includes(view[from] ?? 0)) from++;
  while (to > from && SPACES.includes(view[to] ?? 0)) to--;
  const first = from < view.length ? String.fromCharCode(view[from] ?? 0) : '';
  const last = from < view.length ? String.fromCharCode(view[to] ?? 0) : '';
  if (first === '<') throw fail('not-the-service');
  if ((first === '{' && last === '}') || (first === '[' && last === ']')) return false;
  if (first === '{' || first === '[') throw fail('cut-short');
  if (endpoint.effect === 'write') return true; // "OK", "Deleted" or nothing
  if (endpoint.responseParser.shape === 'value' && first !== '') return false; // a bare string
  // Truncated JSON still starts as JSON: "OK", 42 or null are complete and something else.
  if (first !== '') throw fail('odd-answer', { cause: 'the response is neither an object nor a list' });
  throw fail('cut-short', { cause: 'the response is empty' });
}

/** Fails with `odd-answer` if a read does not return what was requested: a list, values, or record `id`. */
export function expectMatchingResponse(endpoint: Endpoint, id: unknown, text: string): void {
  if (isListing(endpoint)) expectList(text);
  expectValues(endpoint, text);
  expectRecord(endpoint, id, text);
}

/** Reads return a list; a write may return a message, which judge-write.ts interprets. */
const isListing = ({ responseParser, effect }: Endpoint): boolean =>
  responseParser.shape === 'list' && effect === 'read';

/**
 * Fails with `odd-answer` and its message for a body that is not a list: "could not list the accounts" with
 * status 200 is not an account.
 */
export function expectList(text: string): void {
  const { shape, records } = readEnvelope(text);
  if (shape !== 'single') return;
  const reasons = messagesIn(parseJson(records[0] ?? ''));
  throw fail('odd-answer', {
    ...(reasons.length > 0 ? { reasons } : {}),
    cause: 'the response is not a list',
  });
}

/** Fails with `odd-answer` if a read of small values returned a message. */
function expectValues({ responseParser, effect }: Endpoint, text: string): void {
  if (responseParser.shape !== 'values' || effect === 'write') return;
  const { shape, records } = readEnvelope(text);
  const reasons = shape === 'single' ? messagesIn(parseJson(records[0] ?? '')) : [];
  if (reasons.length > 0) throw fail('odd-answer', { reasons, cause: 'the response is a message' });
}

/**
 * Fails with `odd-answer` if a read by ID returned a message or another record, which would be shown and sent
 * back with edits.
 */
function expectRecord({ responseParser, effect }: Endpoint, id: unknown, text: string): void {
  if (responseParser.shape !== 'record' || effect === 'write') return;
  const [raw] = readEnvelope(text).records;
  if (raw === undefined) return; // reported as not found
  const record = parseJson(raw);
  // As text, because neighboring IDs above 2^53 are equal as doubles.
  if (idOf(raw) === String(id)) return;
  const reasons = messagesIn(record);
  throw fail('odd-answer', {
    ...(reasons.length > 0 ? { reasons } : {}),
    cause: 'the response is another record',
  });
}
