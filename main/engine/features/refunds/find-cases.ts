import { dayOf, endBefore, periodMonths, daysBetween } from '#contract/dates';
import type {
  AdvanceBilling,
  RefundCase,
  RefundKind,
  RefundReason,
  RefundEstimate,
} from '#contract/features/refunds/cases';
import { billedInterval, isBilledInAdvance, type BilledInterval } from '#contract/features/refunds/interval';
import { monthsOf } from '#contract/fees/structure';
import { appendTo, getOrCompute } from '#contract/maps';
import { compareMoney, sumOf } from '#contract/money';
import type { Cell } from '#contract/query';
import type { CacheReader } from '../../cache/query/reader';
import { idListInCell } from '../../records/id-key';
import { scanInChunks } from '../../records/scan-in-chunks';
import type { CountedArchive, FeeHistoryStore } from '../fee-history/saved-work/fee-history';
import { listedFileIds, mayCountTwice } from '../fee-history/replaced-files';
import { readFeePayers } from '../billing-groups/fee-payers';
import { accountRefsOf, sharedAccountRefsOf, type FeeAccount } from '../reconcile/account-refs';
import { cellText } from '#common/cell-text';
import Big from 'big.js';
import { divideRounded } from '#contract/fees/calculate';

export type RefundsReader = Pick<CacheReader, 'scan'>;
type History = Pick<FeeHistoryStore, 'archives' | 'feesOf'>;
export type FoundCase = Omit<RefundCase, 'decision'>;

const ACCOUNT_COLUMNS = [
  'name',
  'number',
  'custodian',
  'firm_id',
  'close_date',
  'first_billable_date',
  'fee_structures_ids',
] as const;
/** The longest interval that a frequency bills. */
const MAX_MONTHS = 12;
interface Candidate extends FeeAccount {
  readonly name: string;
  readonly firm: string | null;
  readonly closed: string | null;
  readonly firstBillable: string | null;
  readonly structures: readonly string[];
}

interface Period {
  readonly endDate: string;
  /** Returns the months between the files of a firm, for its accounts whose fee structures do not state it. */
  readonly monthsOf: (firm: string | null) => number | null;
  readonly archives: readonly CountedArchive[];
}

/** How an account is billed in advance; why that is not certain; or null if it is billed in arrears. */
type AdvanceTerms = { readonly months: number } | { readonly why: RefundReason } | null;

interface Structure {
  readonly collection: string | null;
  readonly frequency: string | null;
}

/** An account and the day that divides the interval which a period bills. */
interface DividedInterval {
  readonly account: Candidate;
  readonly kind: RefundKind;
  readonly day: string;
  readonly interval: BilledInterval;
  /** The days that the case is about (partDays). */
  readonly days: number;
  readonly why: RefundReason | null;
}

/**
 * Finds accounts that closed, or were first billable, inside an interval that a fee file of the history bills in
 * advance. The latest period comes first.
 */
export async function findRefundCases(
  reader: RefundsReader,
  history: History,
  advance: AdvanceBilling,
  pause: () => Promise<void>,
): Promise<readonly FoundCase[]> {
  const listed = listedFileIds(reader);
  const periods = periodsOf(history.archives(listed));
  const [last, first] = [periods[0]?.endDate, periods.at(-1)?.endDate];
  if (first === undefined || last === undefined) return [];
  const structures = await readStructures(reader, pause);
  const payers = await readFeePayers(reader, pause);
  const candidates = await readCandidates(reader, pause, {
    after: endBefore(first, MAX_MONTHS),
    through: endBefore(last, -MAX_MONTHS),
  });
  const termsOf = memoizedTerms(structures);
  const cases: FoundCase[] = [];
  for (const period of periods) {
    const intervals = new Map<number, BilledInterval>();
    const intervalOf = (months: number): BilledInterval =>
      getOrCompute(intervals, months, () => billedInterval(period.endDate, months, advance));
    const divided = candidates.flatMap((account): DividedInterval[] => {
      const terms = termsOf(account.structures);
      if (!terms) return [];
      const months = 'months' in terms ? terms.months : period.monthsOf(account.firm);
      if (months === null) return [];
      const why = 'why' in terms ? terms.why : payers.paysForOthers(account.key) ? 'pays-for-others' : null;
      return divideIntervals(account, intervalOf(months), why);
    });
    cases.push(...casesOf(history, period, divided, listed));
    await pause();
  }
  return cases;
}

/** Returns the periods of the history, the latest first. */
function periodsOf(archives: readonly CountedArchive[]): Period[] {
  const byEnd = new Map<string, CountedArchive[]>();
  for (const archive of archives) {
    const end = dayOf(archive.endDate);
    if (end !== null) appendTo(byEnd, end, archive);
  }
  const monthsOfFirm = memoizedMonths(byEnd);
  return [...byEnd]
    .map(([endDate, archives]) => ({
      endDate,
      monthsOf: (firm: string | null): number | null => {
        const months = monthsOfFirm(firm);
        // The files of another firm may bill the account.
        return (months.has(endDate) ? months : monthsOfFirm(null)).get(endDate) ?? null;
      },
      archives,
    }))
    .sort((a, b) => (a.endDate < b.endDate ? 1 : -1));
}

/**
 * Returns a function that gives the months that each period of a firm covers, by its end; null: of all firms. Files
 * whose record names no firm may be of any.
 */
function memoizedMonths(byEnd: ReadonlyMap<string, readonly CountedArchive[]>) {
  const known = new Map<string | null, ReadonlyMap<string, number | null>>();
  return (firm: string | null): ReadonlyMap<string, number | null> =>
    getOrCompute(known, firm, () => {
      const isOfFirm = ({ firmId }: CountedArchive): boolean =>
        firm === null || firmId === null || firmId === firm;
      const ends = [...byEnd].filter(([, archives]) => archives.some(isOfFirm)).map(([endDate]) => endDate);
      return periodMonths(ends);
    });
}

async function readStructures(
  reader: RefundsReader,
  pause: () => Promise<void>,
): Promise<ReadonlyMap<string, Structure>> {
  const structures = new Map<string, Structure>();
  await scanInChunks(reader.scan('feeStructures', ['collection_type', 'frequency']), pause, (rows) => {
    for (const [, key, collection, frequency] of rows)
      structures.set(String(key), { collection: cellText(collection), frequency: cellText(frequency) });
  });
  return structures;
}

/** Returns the accounts that closed or were first billable in the time that the history can bill. */
async function readCandidates(
  reader: RefundsReader,
  pause: () => Promise<void>,
  { after, through }: { readonly after: string; readonly through: string },
): Promise<readonly Candidate[]> {
  const candidates: Candidate[] = [];
  const dayInRange = (cell: Cell | undefined): string | null => {
    const day = dayOf(cell);
    return day !== null && day > after && day <= through ? day : null;
  };
  await scanInChunks(reader.scan('accounts', ACCOUNT_COLUMNS), pause, (rows) => {
    for (const [, key, name, number, custodian, firm, close, billable, ids] of rows) {
      const closed = dayInRange(close);
      const firstBillable = dayInRange(billable);
      if (closed === null && firstBillable === null) continue;
      candidates.push({
        key: String(key),
        name: cellText(name) ?? '',
        firm: cellText(firm),
        number: cellText(number),
        custodian: cellText(custodian),
        closed,
        firstBillable,
        structures: idListInCell(ids),
      });
    }
  });
  return candidates;
}

/** Returns a function that determines how fee structures bill, once per distinct list; a firm has a few hundred. */
function memoizedTerms(structures: ReadonlyMap<string, Structure>) {
  const known = new Map<string, AdvanceTerms>();
  return (ids: readonly string[]): AdvanceTerms =>
    getOrCompute(known, ids.join(','), () => advanceTerms(ids, structures));
}

function advanceTerms(ids: readonly string[], structures: ReadonlyMap<string, Structure>): AdvanceTerms {
  if (ids.length === 0) return { why: 'no-structure' };
  const assigned = ids.map((id) => structures.get(id));
  if (assigned.every((structure) => structure?.collection === 'R')) return null;
  const [first] = assigned;
  if (!first || assigned.includes(undefined)) return { why: 'unknown-structure' };
  const isAlike = (structure: Structure | undefined): boolean =>
    structure?.collection === first.collection && structure.frequency === first.frequency;
  if (!assigned.every(isAlike)) return { why: 'structures-differ' };
  if (!isBilledInAdvance(first.collection)) return { why: 'unknown-collection' };
  const months = monthsOf(first.frequency);
  return months === null ? { why: 'frequency' } : { months };
}

function divideIntervals(
  account: Candidate,
  interval: BilledInterval,
  why: RefundReason | null,
): DividedInterval[] {
  const days = { closed: account.closed, 'first-bill': account.firstBillable } as const;
  return (['closed', 'first-bill'] as const).flatMap((kind) => {
    const day = days[kind];
    const part = day === null ? null : partDays(kind, day, interval);
    return day === null || part === null ? [] : [{ account, kind, day, interval, days: part, why }];
  });
}

interface DebitLines {
  readonly amounts: (string | null)[];
  readonly fees: { readonly archive: CountedArchive; readonly custodian: string }[];
  isShared: boolean;
}

/** Returns the cases whose account the period's files debit. */
function casesOf(
  history: History,
  { endDate, archives }: Period,
  divided: readonly DividedInterval[],
  listed: ReadonlySet<string>,
) {
  const lines = new Map<string, DebitLines>();
  const accountsOf = new Map<string, { readonly key: string; readonly isShared: boolean }[]>();
  for (const { account } of divided) {
    if (lines.has(account.key)) continue;
    lines.set(account.key, { amounts: [], fees: [], isShared: false });
    const ownRefs = accountRefsOf(account).map((accountRef) => ({ accountRef, isShared: false }));
    const sharedRefs = sharedAccountRefsOf(account).map((accountRef) => ({ accountRef, isShared: true }));
    for (const { accountRef, isShared } of [...ownRefs, ...sharedRefs])
      appendTo(accountsOf, accountRef, { key: account.key, isShared });
  }
  const accountRefs = new Set(accountsOf.keys());
  if (accountRefs.size === 0) return [];
  for (const archive of archives)
    for (const { accountRef, custodian, amount } of history.feesOf(archive, accountRefs))
      for (const { key, isShared } of accountsOf.get(accountRef) ?? []) {
        const accountLines = lines.get(key);
        if (!accountLines) continue;
        accountLines.amounts.push(amount);
        accountLines.fees.push({ archive, custodian });
        accountLines.isShared ||= isShared;
      }
  return divided.flatMap(({ account, kind, day, interval, days, why }): FoundCase[] => {
    const accountLines = lines.get(account.key);
    if (!accountLines || accountLines.amounts.length === 0) return [];
    const debit = accountLines.amounts.includes(null) ? null : sumOf(accountLines.amounts);
    // Nothing was debited, or it was paid back in the same period.
    if (debit !== null && compareMoney(debit, '0') <= 0) return [];
    const countsTwice = mayCountTwice(accountLines.fees, listed);
    const reason = accountLines.isShared
      ? 'shared-number'
      : countsTwice
        ? 'replaced-file'
        : debit === null
          ? 'unreadable-amount'
          : why;
    return [
      {
        account: account.key,
        endDate,
        kind,
        name: account.name,
        number: account.number,
        custodian: account.custodian,
        day,
        debit: accountLines.isShared || countsTwice ? null : debit,
        fileIds: [...new Set(accountLines.fees.map(({ archive }) => archive.fileId))],
        structures: [...account.structures],
        result:
          reason === null && debit !== null
            ? estimateOf(interval, days, debit)
            : { why: reason ?? 'unreadable-amount' }, // without a debit there is a reason: only the types need this
      },
    ];
  });
}

/**
 * Returns the number of days of the interval that a case is about: those after the closing, or those from the first
 * billable day on. Null if the day does not divide the interval.
 */
export function partDays(kind: RefundKind, day: string, { from, to }: BilledInterval): number | null {
  if (kind === 'closed') return day >= from && day < to ? daysBetween(day, to) : null;
  return day > from && day <= to ? daysBetween(day, to) + 1 : null;
}

/** Returns these days' share of a debit, exact, rounded half up once to the cent. */
export function estimateOf(interval: BilledInterval, days: number, debit: string): RefundEstimate {
  const part = divideRounded(new Big(debit).times(days), new Big(interval.days), 2);
  return { ...interval, partDays: days, part: part.toFixed(2) };
}
