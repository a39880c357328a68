import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { textAt } from '#contract/exact-json/patch';
import { readAssignments } from '#contract/features/billing-groups/assignments';
import type { PeriodId } from '#contract/features/period/schemas';
import { SETUP_FIELDS, type SetupChange, type SetupField } from '#contract/features/period/sections';
import { joinTerms, TERMS_FIELDS } from '#contract/features/period/setup-terms';
import type { Cell } from '#contract/query';
import type { CacheReader } from '../../cache/query/reader';
import { belongsToFirm } from '../../records/record-firms';
import { scanInChunks } from '../../records/scan-in-chunks';

/**
 * A copy of the data that determines the fees of a firm: each account's fee structures, billing method, household, first
 * billable date, billing group and payer, and each fee structure's terms. One line of JSON per record. It is stored with
 * a signature, so that the next period can show what changed.
 */

export type SetupReader = Pick<CacheReader, 'scan' | 'records' | 'version'>;
type Pause = () => Promise<void>;
type FirmId = PeriodId['firm'];

/** An account's line: its kind, key and name, then the values of ACCOUNT_VALUES. */
type AccountLine = readonly ['a', key: string, name: string, ...values: (string | null)[]];
/** A fee structure's line. */
type StructureLine = readonly ['s', key: string, name: string, terms: string];

/** The compared values of an account, in the order of its line. */
const ACCOUNT_VALUES = [
  'structures',
  'method',
  'household',
  'firstBillable',
  'group',
  'payer',
] as const satisfies readonly SetupField[];
const ACCOUNT_FIELDS = [
  'name',
  'number',
  'fee_structures_ids',
  'payment_source',
  'household_id',
  'first_billable_date',
  'firm_id',
] as const;

/** Returns a cell as text; null for a blank one. */
export const filledText = (cell: Cell | undefined): string | null =>
  cell === null || cell === undefined || cell === '' ? null : String(cell);

/** Returns the groups and payers by account, as text; an account should be in one group, and may be in several. */
async function groupsByAccount(
  reader: SetupReader,
  pause: Pause,
): Promise<ReadonlyMap<string, { group: string; payer: string }>> {
  const byAccount = new Map<string, { group: string; payer: string }>();
  await scanInChunks(reader.scan('billingGroups', ['assignments'], ['assignments']), pause, (rows) => {
    for (const [, key, assignments] of rows)
      for (const { account, payer } of assignmentsIn(assignments)) {
        if (account === null) continue;
        const known = byAccount.get(account);
        const [group, payerText] = [String(key), payer ?? ''];
        byAccount.set(
          account,
          known
            ? { group: `${known.group}, ${group}`, payer: `${known.payer}, ${payerText}` }
            : { group, payer: payerText },
        );
      }
  });
  return byAccount;
}

/** Returns the assignments of a billing group; none if they cannot be read. */
export function assignmentsIn(text: Cell | undefined): ReturnType<typeof readAssignments> {
  try {
    return readAssignments(text === null || text === undefined ? undefined : String(text));
  } catch {
    return []; // text that is not JSON names no account; the review queue reports the record
  }
}

/** Calls `onLine` with the line of every account and fee structure of a firm. */
async function forEachLine(
  reader: SetupReader,
  firm: FirmId,
  pause: Pause,
  onLine: (line: string, kind: 'a' | 's', key: string) => void,
): Promise<void> {
  const groups = await groupsByAccount(reader, pause);
  const isOfOtherFirm = (firmCell: Cell | undefined): boolean => !belongsToFirm(firm, filledText(firmCell));
  await scanInChunks(reader.scan('accounts', ACCOUNT_FIELDS), pause, (rows) => {
    for (const [, id, name, number, structures, method, household, firstBillable, firmCell] of rows) {
      if (isOfOtherFirm(firmCell)) continue;
      const key = String(id);
      const group = groups.get(key);
      const label = [filledText(name), filledText(number)].filter((part) => part !== null).join(' · ');
      const line: AccountLine = [
        'a',
        key,
        label,
        filledText(structures),
        filledText(method),
        filledText(household),
        filledText(firstBillable)?.slice(0, 10) ?? null,
        group?.group ?? null,
        group?.payer ?? null,
      ];
      onLine(JSON.stringify(line), 'a', key);
    }
  });
  const keys: string[] = [];
  await scanInChunks(reader.scan('feeStructures', ['firm_id']), pause, (rows) => {
    for (const [, key, firmCell] of rows) if (!isOfOtherFirm(firmCell)) keys.push(String(key));
  });
  for (const { key, raw } of reader.records('feeStructures', keys)) {
    const terms = joinTerms(TERMS_FIELDS.map((field) => fieldText(raw, field)));
    const line: StructureLine = ['s', key, nameIn(raw) ?? key, terms];
    onLine(JSON.stringify(line), 's', key);
  }
  await pause(); // the structures are few, and were read at once
}

const fieldText = (raw: string, field: string): string | undefined => {
  try {
    return textAt(raw, [field]);
  } catch {
    return undefined; // a text that is not a record has no fields
  }
};
function nameIn(raw: string): string | null {
  const text = fieldText(raw, 'name');
  const name: unknown = text === undefined ? null : JSON.parse(text);
  return typeof name === 'string' ? name : null;
}

/** Returns the copy of a firm's setup, compressed. */
export async function copySetup(reader: SetupReader, firm: FirmId, pause: Pause): Promise<Uint8Array> {
  const lines: string[] = [];
  await forEachLine(reader, firm, pause, (line) => lines.push(line));
  return deflateRawSync(lines.join('\n'));
}

/** Returns the lines of a copy by kind and key, without parsing each: most are the same as now. */
function linesOf(copy: Uint8Array): Map<string, string> {
  const lines = new Map<string, string>();
  for (const line of inflateRawSync(copy).toString('utf8').split('\n')) {
    // The kind and the key come first: ["a","100001",…
    const end = line.indexOf('",', 5);
    if (end > 0) lines.set(`${line.slice(2, 3)} ${line.slice(6, end)}`, line);
  }
  return lines;
}

export interface SetupChanges {
  readonly changes: readonly SetupChange[];
  readonly byField: readonly { readonly field: SetupField; readonly count: number }[];
  /** SHA-256 of all changes as JSON. */
  readonly sha256: string;
}

/** Compares a copy with the setup now: accounts, then fee structures, then removed records. */
export async function compareSetup(
  reader: SetupReader,
  firm: FirmId,
  copy: Uint8Array,
  pause: Pause,
): Promise<SetupChanges> {
  const oldLines = linesOf(copy);
  const changes: SetupChange[] = [];
  await forEachLine(reader, firm, pause, (line, kind, key) => {
    const known = oldLines.get(`${kind} ${key}`);
    oldLines.delete(`${kind} ${key}`);
    if (known === line) return;
    if (kind === 'a') changes.push(...accountChanges(known, line));
    else changes.push(...structureChanges(known, line));
  });
  for (const line of oldLines.values()) {
    const [kind, key, name] = JSON.parse(line) as AccountLine | StructureLine;
    const resource = kind === 'a' ? 'accounts' : 'feeStructures';
    changes.push({ field: 'removed', resource, key, name, before: name, after: null });
  }
  const counts = new Map<SetupField, number>();
  for (const { field } of changes) counts.set(field, (counts.get(field) ?? 0) + 1);
  return {
    changes,
    byField: SETUP_FIELDS.flatMap((field) => {
      const count = counts.get(field);
      return count === undefined ? [] : { field, count };
    }),
    sha256: createHash('sha256').update(JSON.stringify(changes)).digest('hex'),
  };
}

function accountChanges(known: string | undefined, line: string): SetupChange[] {
  const [, key, name, ...after] = JSON.parse(line) as AccountLine;
  const change = { resource: 'accounts' as const, key, name };
  if (known === undefined) return [{ ...change, field: 'added', before: null, after: name }];
  const [, , , ...before] = JSON.parse(known) as AccountLine;
  return ACCOUNT_VALUES.flatMap((field, index) => {
    const [old = null, now = null] = [before[index], after[index]];
    return old === now ? [] : { ...change, field, before: old, after: now };
  });
}

function structureChanges(known: string | undefined, line: string): SetupChange[] {
  const [, key, name, after] = JSON.parse(line) as StructureLine;
  const change = { resource: 'feeStructures' as const, key, name };
  if (known === undefined) return [{ ...change, field: 'added', before: null, after: name }];
  const [, , , before] = JSON.parse(known) as StructureLine;
  return before === after ? [] : [{ ...change, field: 'terms', before, after }];
}
