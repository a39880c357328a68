import { idOf } from '#contract/exact-json/fields';
import type { ReadRecord, RemovalResponse } from './parse-response';
import { jsonOf, messagesIn, type JsonObject } from './body-messages';

/**
 * The result of a write for one row. A 2xx status alone proves nothing: `confirmed` if the response names the row,
 * `refused` if it denies it, and everything else is `unknown` until read again (wire facts B12).
 */
export type WriteJudgment =
  /** `raw` is the record's JSON text from the response; null if it only named the ID. */
  | { readonly state: 'confirmed'; readonly raw: string | null }
  /** `messages`: those of the service, redacted; often none. */
  | { readonly state: 'refused' | 'unknown'; readonly messages: readonly string[] };

/** A record of the response; `raw` is '' for a response without text. */
type ReturnedRecord = Pick<ReadRecord<unknown>, 'raw' | 'record'>;

/** Returns true if a message denies success, regardless of the status. */
const denies = (messages: readonly string[]): boolean =>
  messages.some((text) =>
    /\b(not|never|no|fail\w*|error|denied|refused|rejected|unable|invalid|cannot|can.t|couldn.t)\b/i.test(
      text,
    ),
  );

/** Checks on the records of a create's response. */
export interface CreatedRecordChecks<R> {
  /** Returns true if a record with this text belongs to a row. */
  readonly isOf: (record: JsonObject, row: R, raw: string) => boolean;
  /**
   * Returns which of these IDs belonged to earlier records; none of them identifies a new record (wire facts
   * B17).
   */
  readonly existingIds: (ids: readonly string[]) => ReadonlySet<string>;
}

/**
 * Returns a judgment for each created row, in order. A record confirms one row, and only with an ID that no
 * other record of the response and no earlier record has; an echo of the sent values proves nothing.
 */
export function judgeCreated<R>(
  response: readonly ReturnedRecord[],
  rows: readonly R[],
  { isOf, existingIds }: CreatedRecordChecks<R>,
): WriteJudgment[] {
  let memoizedMessages: readonly string[] | undefined;
  const messages = () =>
    (memoizedMessages ??= [...new Set(response.flatMap(({ record }) => messagesIn(record)))]);
  const claims = response.map((record) => ({ ...record, id: newIdOf(record) }));
  const ids = claims.flatMap(({ id }) => id ?? []);
  const existing = ids.length > 0 ? existingIds(ids) : new Set<string>();
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const newClaims = claims.filter(({ id }) => id !== null && counts.get(id) === 1 && !existing.has(id));
  return rows.map((row): WriteJudgment => {
    const index = newClaims.findIndex(({ record, raw }) => {
      const json = jsonOf(record);
      return json !== null && isOf(json, row, raw);
    });
    const [claim] = index < 0 ? [] : newClaims.splice(index, 1);
    return claim ? { state: 'confirmed', raw: claim.raw } : { state: 'unknown', messages: messages() };
  });
}

/**
 * Returns the ID of a returned record with all digits; null for none, for an invalid one, and for one that may
 * be rounded.
 */
function newIdOf({ raw, record }: ReturnedRecord): string | null {
  const parsedId = jsonOf(record)?.['id'];
  const id = Number.isSafeInteger(parsedId) ? String(parsedId) : idOf(raw);
  if (id === null || /^(0+|-.*|[\d.eE+]*[.eE+][\d.eE+]*)$/.test(id)) return null;
  return mayBeRounded(id) ? null : id;
}

/**
 * Above 2^53, a service that reads IDs as doubles returns a neighbor's ID; only a list shows the right
 * one.
 */
const mayBeRounded = (id: string): boolean =>
  /^\d{16,}$/.test(id) && Number(id) > Number.MAX_SAFE_INTEGER && BigInt(Number(id)).toString() === id;

/**
 * Returns a judgment for each ID to be removed, in order. Named IDs are confirmed, or all if none is named but the
 * count matches; a count of zero refuses them; contradicting counts and denying words prove nothing.
 */
export function judgeRemoved(
  response: RemovalResponse,
  requestedIds: readonly (string | number)[],
): WriteJudgment[] {
  const { ids, n, messages } = response;
  const unknown: WriteJudgment = { state: 'unknown', messages };
  if (n === 0 && ids.length === 0) return requestedIds.map(() => ({ state: 'refused', messages }));
  if (denies(messages) || (n !== null && n < ids.length)) return requestedIds.map(() => unknown);
  const countMatches = ids.length === 0 && n === new Set(requestedIds.map(String)).size;
  const namedIds = new Set(ids);
  return requestedIds.map((id) =>
    countMatches || namedIds.has(String(id)) ? { state: 'confirmed', raw: null } : unknown,
  );
}

/** The request to the custodian (spec 4.5). */
interface RoiContent {
  readonly custodian: string;
  readonly advisor_codes: readonly string[];
}

/**
 * Judges the response to a release-of-information request (spec 2.10, wire facts A). A status that names an error or a
 * failure refuses it. A single response confirms it with `Sent`, or with an ID and the requested content, if nothing
 * contradicts: a different custodian means a different email.
 */
export function judgeRoi(responses: readonly unknown[], content: RoiContent): WriteJudgment {
  const messages = [...new Set(responses.flatMap(messagesIn))];
  const unknown: WriteJudgment = { state: 'unknown', messages };
  const [response, ...others] = responses.map(jsonOf);
  if (!response || others.length > 0) return unknown;
  const { status, custodian, advisor_codes: codes } = response;
  const isOtherRequest =
    (custodian !== undefined && custodian !== null && custodian !== content.custodian) ||
    (Array.isArray(codes) && !isSameSet(codes.map(String), content.advisor_codes));
  if (isOtherRequest) return unknown;
  const statusText = typeof status === 'string' ? status : '';
  if (/error|fail/i.test(statusText)) return { state: 'refused', messages };
  const namesContent = custodian === content.custodian || Array.isArray(codes);
  const isConfirmed = statusText === '' ? hasId(response) && namesContent : /^sent$/i.test(statusText);
  if (!isConfirmed || denies(messages)) return unknown;
  return { state: 'confirmed', raw: JSON.stringify(response) };
}

function hasId(record: unknown): boolean {
  const id = jsonOf(record)?.['id'];
  return (typeof id === 'number' && Number.isFinite(id)) || (typeof id === 'string' && id !== '');
}

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  new Set([...a, ...b]).size === new Set(a).size && new Set(a).size === new Set(b).size;
