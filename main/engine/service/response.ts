import { fail, type Failure } from '../../../preload/contract/failure';
import { idOf } from '../../../preload/contract/exact-json/fields';
import type { Endpoint } from './endpoint';
import { failureOfWrite } from './failures';
import { readEnvelope } from '../wire/envelope';
import { TransportError, type Incoming } from './transport';
import { wordsOf } from './words';

/** A failure that came as an HTTP status. */
export class StatusError extends TransportError {
  readonly response: Response;
  constructor(problem: Failure, response: Response) {
    const { status } = response;
    // A 504 says that the same question would be too much again.
    super(problem, false, status === 429 || (status >= 500 && status !== 501 && status !== 504));
    this.response = response;
  }
}

/** The failure of a call that is not repeated: a write's says whether it may have been carried out. */
export function final(endpoint: Endpoint, error: TransportError): TransportError {
  if (endpoint.effect === 'read') return error;
  return new TransportError(failureOfWrite(error.failure, error.unsent), error.unsent, false, error);
}

/** The first part of an error's body; an error about the error would hide it. */
export async function beginning(incoming: Incoming): Promise<string> {
  const reader = incoming.stream()?.getReader();
  try {
    const decoder = new TextDecoder();
    let text = '';
    while (reader && text.length < 64 * 1024) {
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

const SPACES = [32, 10, 13, 9];

/**
 * Looks at both ends of a body before it is read: one that ends by closing the connection can be cut without any
 * error, and JSON must end as it began. True for a body that says nothing but "done" (wire facts B7).
 */
export function isSilent(endpoint: Endpoint, bytes: ArrayBuffer): boolean {
  const view = new Uint8Array(bytes);
  let from = view[0] === 0xef && view[1] === 0xbb && view[2] === 0xbf ? 3 : 0;
  let to = view.length - 1;
  while (from < view.length && SPACES.includes(view[from] ?? 0)) from++;
  while (to > from && SPACES.includes(view[to] ?? 0)) to--;
  const first = from < view.length ? String.fromCharCode(view[from] ?? 0) : '';
  const last = from < view.length ? String.fromCharCode(view[to] ?? 0) : '';
  if (first === '<') throw fail('not-the-service');
  if ((first === '{' && last === '}') || (first === '[' && last === ']')) return false;
  if (first === '{' || first === '[') throw fail('cut-short');
  if (endpoint.effect === 'write') return true; // "OK", "Deleted" or nothing at all
  if (endpoint.answer.shape === 'value' && first !== '') return false; // a bare string
  // What was cut off begins as JSON does: "OK", 42 or null came whole, and are something else.
  if (first !== '') throw fail('odd-answer', { cause: 'the answer is neither an object nor a list' });
  throw fail('cut-short', { cause: 'the answer is empty' });
}

/** Fails as `odd-answer` where a read is answered with anything but what was asked for: a list, values, record `id`. */
export function expectAsked(endpoint: Endpoint, id: unknown, text: string): void {
  if (isListing(endpoint)) expectList(text);
  expectValues(endpoint, text);
  expectRecord(endpoint, id, text);
}

/** Reads answer with a list; a write may answer with words, which judge-write.ts weighs. */
const isListing = ({ answer, effect }: Endpoint): boolean => answer.shape === 'list' && effect === 'read';

/**
 * Fails as `odd-answer`, with what it says, for a body that is no list: "could not list the accounts" under a status
 * of 200 is not one account.
 */
export function expectList(text: string): void {
  const { form, records } = readEnvelope(text);
  if (form !== 'single') return;
  const reasons = wordsOf(parsed(records[0] ?? ''));
  throw fail('odd-answer', { ...(reasons.length > 0 ? { reasons } : {}), cause: 'the answer is no list' });
}

/** The same for small values: words in their place are no value. */
function expectValues({ answer, effect }: Endpoint, text: string): void {
  if (answer.shape !== 'values' || effect === 'write') return;
  const { form, records } = readEnvelope(text);
  const reasons = form === 'single' ? wordsOf(parsed(records[0] ?? '')) : [];
  if (reasons.length > 0) throw fail('odd-answer', { reasons, cause: 'the answer is words' });
}

/**
 * The same for one record that was asked for by its id: a message, or the record of somebody else, would be shown, and
 * sent back changed, in its place.
 */
function expectRecord({ answer, effect }: Endpoint, id: unknown, text: string): void {
  if (answer.shape !== 'record' || effect === 'write') return;
  const [raw] = readEnvelope(text).records;
  if (raw === undefined) return; // told as not found
  const record = parsed(raw);
  // As text: beyond 2^53 the doubles of neighboring IDs are equal.
  if (idOf(raw) === String(id)) return;
  const reasons = wordsOf(record);
  throw fail('odd-answer', {
    ...(reasons.length > 0 ? { reasons } : {}),
    cause: 'the answer is another record',
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
