import { patchJson } from '../../exact-json/patch';
import { isList, readExact, Verbatim, type Exact } from '../../exact-json/read';
import { isListAt, readItems, skipSpace, valueEnd } from '../../exact-json/scan';
import { jsonId } from '../../exact-json/field-text';

/**
 * The assignments of a billing group as JSON text (spec 2.6, wire facts B4): a list, one object, or null.
 * Edits change the text, so unknown keys and codes, digits, white space and untouched items stay byte for
 * byte.
 */

/**
 * The payer of an account's fee (wire facts A, billing): the account itself (0), the group pro rata (−1), or
 * another account by ID.
 */
export const PAID_BY_ITSELF = '0';
export const PAID_BY_GROUP = '-1';
export type Payer = string;

/** One assigned account. IDs are text because they may exceed a number's precision. */
export interface Assignment {
  /** ID of the assignment; null if new or absent. */
  readonly id: string | null;
  /** Null if the item has no account. */
  readonly account: string | null;
  /** `fee_location` as received; null if absent. */
  readonly payer: Payer | null;
  /** `fee_location_option` as received. */
  readonly option: string | null;
}

/** The difference between two states of a group's assignments, by account. */
export interface AssignmentChanges {
  readonly added: readonly Assignment[];
  readonly removed: readonly Assignment[];
  /** Accounts in both states whose payer differs. */
  readonly payerChanged: readonly {
    readonly account: string;
    readonly from: Payer | null;
    readonly to: Payer | null;
  }[];
}

const text = (value: Exact | undefined): string | null =>
  value === undefined || value === null || (typeof value === 'object' && !(value instanceof Verbatim))
    ? null
    : String(value);

function assignmentOf(item: Exact): Assignment {
  const fields = typeof item === 'object' && item !== null && !isList(item) ? (item as Json) : {};
  return {
    id: text(fields['id']),
    account: text(fields['account_id']),
    payer: text(fields['fee_location']),
    option: text(fields['fee_location_option']),
  };
}
type Json = Readonly<Record<string, Exact>>;

/** Returns every item in order; nothing for undefined, null and other types. Throws JsonError. */
export function readAssignments(json: string | undefined): Assignment[] {
  if (json === undefined) return [];
  const value = UNSAFE_NUMBER.test(json) ? readExact(json) : readPlain(json);
  if (typeof value !== 'object' || value === null) return [];
  return (isList(value) ? value : [value]).map(assignmentOf);
}

/** A number that JavaScript might write differently: 16 digits, a fraction, an exponent, or -0. */
const UNSAFE_NUMBER = /\d{16}|\d[.eE]|[:[,\s]-0/;

/** Like readExact if all numbers are plain, and ten times as fast. */
function readPlain(json: string): Exact {
  try {
    return JSON.parse(json) as Exact;
  } catch {
    return readExact(json); // throws with the position of the error
  }
}

/** Returns whether another account pays for this one. */
export const isPaidByAnother = (account: string | number, payer: Payer | null): boolean =>
  payer !== null && payer !== PAID_BY_ITSELF && payer !== PAID_BY_GROUP && payer !== String(account);

/** Returns the code for a payer: S itself, G the group, A an account. */
export const optionOf = (payer: Payer): 'S' | 'G' | 'A' =>
  payer === PAID_BY_ITSELF ? 'S' : payer === PAID_BY_GROUP ? 'G' : 'A';

const newItem = (account: string, payer: Payer): string =>
  `{"account_id":${jsonId(account)},"fee_location":${jsonId(payer)},"fee_location_option":"${optionOf(payer)}"}`;

/** Appends accounts; those already assigned stay unchanged. */
export function addAssignments(
  json: string | undefined,
  accounts: readonly string[],
  payer: Payer = PAID_BY_ITSELF,
): string | undefined {
  const assigned = new Set(readAssignments(json).map(({ account }) => account));
  const items = [...new Set(accounts)]
    .filter((account) => !assigned.has(account))
    .map((account) => newItem(account, payer));
  if (items.length === 0) return json;
  return rewriteItems(json, (old) => [...old.map((item) => item.text), ...items]);
}

/** Removes accounts. Returns the same text, even null, if it has none of them. */
export function removeAssignments(json: string | undefined, accounts: readonly string[]): string | undefined {
  const removed = new Set<string | null>(accounts);
  if (!readAssignments(json).some(({ account }) => account !== null && removed.has(account))) return json;
  return rewriteItems(json, (old) =>
    old.map((item) => (item.account !== null && removed.has(item.account) ? null : item.text)),
  );
}

/** Sets the payer of some accounts. Items that already have it stay unchanged byte for byte, whatever their option. */
export function setPayer(
  json: string | undefined,
  accounts: readonly string[],
  payer: Payer,
): string | undefined {
  const wantedAccounts = new Set<string | null>(accounts);
  const all = readAssignments(json);
  if (
    !all.some(({ account, payer: old }) => account !== null && wantedAccounts.has(account) && old !== payer)
  )
    return json;
  return rewriteItems(json, (old) =>
    old.map(({ text: item, account, payer: oldPayer }) =>
      account !== null && wantedAccounts.has(account) && oldPayer !== payer
        ? patchJson(item, [
            { op: 'set', path: ['fee_location'], value: readExact(jsonId(payer)) },
            { op: 'set', path: ['fee_location_option'], value: optionOf(payer) },
          ])
        : item,
    ),
  );
}

/** Compares by account; item order and other fields do not matter. */
export function assignmentChanges(before: string | undefined, after: string | undefined): AssignmentChanges {
  const old = byAccount(readAssignments(before));
  const current = byAccount(readAssignments(after));
  return {
    added: [...current].flatMap(([account, added]) => (old.has(account) ? [] : [added])),
    removed: [...old].flatMap(([account, removed]) => (current.has(account) ? [] : [removed])),
    payerChanged: [...current].flatMap(([account, { payer: to }]) => {
      const from = old.get(account)?.payer ?? null;
      return old.has(account) && from !== to ? [{ account, from, to }] : [];
    }),
  };
}

/**
 * Applies the changes from `base` to `mine` on top of `theirs`, so that others' changes to other accounts
 * stay.
 */
export function mergeAssignments(
  base: string | undefined,
  mine: string | undefined,
  theirs: string | undefined,
): string | undefined {
  const { added, removed, payerChanged } = assignmentChanges(base, mine);
  const idsOf = (list: readonly Assignment[]) => list.flatMap(({ account }) => account ?? []);
  let merged = removeAssignments(theirs, idsOf(removed));
  // Sets the payer too, because `theirs` may have the account already, with another payer.
  for (const { account, payer } of added) {
    if (account === null) continue; // only for the type: changes are by account
    const newPayer = payer ?? PAID_BY_ITSELF;
    merged = setPayer(addAssignments(merged, [account], newPayer), [account], newPayer);
  }
  for (const { account, to } of payerChanged) if (to !== null) merged = setPayer(merged, [account], to);
  return merged;
}

const byAccount = (list: readonly Assignment[]): Map<string, Assignment> =>
  new Map(list.flatMap((item) => (item.account === null ? [] : [[item.account, item] as const])));

interface Item extends Assignment {
  readonly text: string;
}

/**
 * Rewrites items; null removes one. Text between kept items is preserved. A single object stays one while it is the
 * only item; otherwise it, or null, becomes a list.
 */
function rewriteItems(
  json: string | undefined,
  rewrite: (items: readonly Item[]) => readonly (string | null)[],
): string {
  const raw = json ?? 'null';
  const start = skipSpace(raw, 0);
  const items: (Item & { start: number; end: number })[] = [];
  const add = (from: number): number => {
    const end = valueEnd(raw, from);
    const item = raw.slice(from, end);
    items.push({ ...assignmentOf(readExact(item)), text: item, start: from, end });
    return end;
  };
  const isArray = isListAt(raw, start);
  const end = isArray ? readItems(raw, start, add) : valueEnd(raw, start);
  if (!isArray && raw[start] === '{') add(start);
  const texts = rewrite(items);
  const kept = texts.flatMap((text, index) => (text === null ? [] : [{ text, index }]));
  if (!isArray && kept.length === 1 && items.length === 1)
    return raw.slice(0, start) + (kept[0]?.text ?? '') + raw.slice(end);
  const first = items[0];
  const last = items.at(-1);
  const open = isArray ? raw.slice(0, first?.start ?? start + 1) : `${raw.slice(0, start)}[`;
  const close = isArray ? raw.slice(last?.end ?? start + 1) : `]${raw.slice(end)}`;
  // The separator before an item is copied from the original text; a new item copies the last one.
  const separatorBefore = (index: number): string => {
    const nearest = Math.min(index, items.length - 1);
    const [item, previous] = [items[nearest], items[nearest - 1]];
    return isArray && item && previous ? raw.slice(previous.end, item.start) : ',';
  };
  const inner = kept
    .map(({ text, index }, position) => (position === 0 ? text : separatorBefore(index) + text))
    .join('');
  return open + inner + close;
}
