import { idOf } from '../../../preload/contract/exact-json/fields';
import type { Read, Removal } from './answers';
import { jsonOf, wordsOf, type Json } from './words';

/**
 * What the answer to a write shows of one thing that was asked for. A status of 2xx alone shows nothing: `confirmed`
 * is what the answer names, `refused` what it says was not done, and everything else is `unknown` until it is read
 * again (wire facts B12).
 */
export type Judgment =
  /** `raw` is the record as the answer gave it, as JSON text; null where it only named the id. */
  | { readonly state: 'confirmed'; readonly raw: string | null }
  /** `says`: the service's own words, redacted; often none. */
  | { readonly state: 'refused' | 'unknown'; readonly says: readonly string[] };

/** A record as it was answered; `raw` is '' for an answer without words. */
type Answered = Pick<Read<unknown>, 'raw' | 'record'>;

/** Words that say that something was not done, whatever the status says. */
const denies = (says: readonly string[]): boolean =>
  says.some((words) =>
    /\b(not|never|no|fail\w*|error|denied|refused|rejected|unable|invalid|cannot|can.t|couldn.t)\b/i.test(
      words,
    ),
  );

/** What is asked about the records of an answer to a create. */
export interface Recognition<R> {
  /** Whether a record, of this text, is that of a row. */
  readonly isOf: (record: Json, row: R, raw: string) => boolean;
  /** Which of these IDs records had before: none of them identifies a new record (wire facts B17). */
  readonly known: (ids: readonly string[]) => ReadonlySet<string>;
}

/**
 * One judgment for each row that was to be created, in their order. A record of the answer confirms one row, and only with
 * an ID that no other record of the answer has and no record had before: a mere echo of what was sent is no proof.
 */
export function judgeCreated<R>(
  answer: readonly Answered[],
  rows: readonly R[],
  { isOf, known }: Recognition<R>,
): Judgment[] {
  let found: readonly string[] | undefined;
  const says = () => (found ??= [...new Set(answer.flatMap(({ record }) => wordsOf(record)))]);
  const claims = answer.map((one) => ({ ...one, id: newIdOf(one) }));
  const ids = claims.flatMap(({ id }) => id ?? []);
  const before = ids.length > 0 ? known(ids) : new Set<string>();
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const left = claims.filter(({ id }) => id !== null && counts.get(id) === 1 && !before.has(id));
  return rows.map((row): Judgment => {
    const at = left.findIndex(({ record, raw }) => {
      const json = jsonOf(record);
      return json !== null && isOf(json, row, raw);
    });
    const [its] = at < 0 ? [] : left.splice(at, 1);
    return its ? { state: 'confirmed', raw: its.raw } : { state: 'unknown', says: says() };
  });
}

/** The ID of an answered record with all its digits; null for none, for what no service gives as an ID, and for a rounded one. */
function newIdOf({ raw, record }: Answered): string | null {
  const quick = jsonOf(record)?.['id'];
  const id = Number.isSafeInteger(quick) ? String(quick) : idOf(raw);
  if (id === null || /^(0+|-.*|[\d.eE+]*[.eE+][\d.eE+]*)$/.test(id)) return null;
  return isPerhapsRounded(id) ? null : id;
}

/** Above 2^53, a service that reads its IDs as doubles answers with the ID of a neighbor: only a list shows which it is. */
const isPerhapsRounded = (id: string): boolean =>
  /^\d{16,}$/.test(id) && Number(id) > Number.MAX_SAFE_INTEGER && BigInt(Number(id)).toString() === id;

/**
 * One judgment for each id that was to be removed, in their order. The ids that the answer names are confirmed, or all
 * of them where it names none but counts as many; a count of none refuses them; a count that contradicts its own ids,
 * and words that deny, prove nothing.
 */
export function judgeRemoved(answer: Removal, asked: readonly (string | number)[]): Judgment[] {
  const { ids, n, says } = answer;
  const unknown: Judgment = { state: 'unknown', says };
  if (n === 0 && ids.length === 0) return asked.map(() => ({ state: 'refused', says }));
  if (denies(says) || (n !== null && n < ids.length)) return asked.map(() => unknown);
  const counted = ids.length === 0 && n === new Set(asked.map(String)).size;
  const named = new Set(ids);
  return asked.map((id) => (counted || named.has(String(id)) ? { state: 'confirmed', raw: null } : unknown));
}

/** What the service is asked to send to a custodian (spec 4.5). */
interface RoiAsked {
  readonly custodian: string;
  readonly advisor_codes: readonly string[];
}

/**
 * What the answer shows of a release-of-information request (spec 2.10, wire facts A). Its own word `Error` refuses it.
 * It is confirmed by one answer with the word `Sent`, or with an id and what was asked, that contradicts nothing: an
 * answer that names another custodian, too, tells of another e-mail than ours.
 */
export function judgeRoi(answers: readonly unknown[], asked: RoiAsked): Judgment {
  const says = [...new Set(answers.flatMap(wordsOf))];
  const unknown: Judgment = { state: 'unknown', says };
  const [answer, ...others] = answers.map(jsonOf);
  if (!answer || others.length > 0) return unknown;
  const { status, custodian, advisor_codes: codes } = answer;
  const isOther =
    (custodian !== undefined && custodian !== null && custodian !== asked.custodian) ||
    (Array.isArray(codes) && !isSameSet(codes.map(String), asked.advisor_codes));
  if (isOther) return unknown;
  const word = typeof status === 'string' ? status : '';
  if (/error|fail/i.test(word)) return { state: 'refused', says };
  const isNamed = custodian === asked.custodian || Array.isArray(codes);
  const isShown = word === '' ? hasId(answer) && isNamed : /^sent$/i.test(word);
  if (!isShown || denies(says)) return unknown;
  return { state: 'confirmed', raw: JSON.stringify(answer) };
}

function hasId(record: unknown): boolean {
  const id = jsonOf(record)?.['id'];
  return (typeof id === 'number' && Number.isFinite(id)) || (typeof id === 'string' && id !== '');
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  new Set([...one, ...other]).size === new Set(one).size && new Set(one).size === new Set(other).size;
