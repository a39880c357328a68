import type { FeeFileFacts } from '#contract/features/reconcile/reconciliation';
import type { Comparison, NotComparedReason } from '#contract/features/reconcile/findings';
import { compareMoney, isZero, minus, sameDecimal, totalInCents } from '#contract/money';
import type { LineTally } from './tally';

/** Compares a file's content with its record (spec 2.8) and with the previous period. */

/** The content compared with the record. */
export interface FileContent {
  readonly tally: LineTally;
  /** Number of files in the archive, and of those left out. */
  readonly files: number;
  readonly leftOut: number;
}

/** The previous period's file, or the reason why there is none to compare with. */
export type PreviousPeriod = { readonly tally: LineTally } | { readonly why: NotComparedReason };

const comparisonOf = (
  what: Comparison['what'],
  outcome: Comparison['outcome'],
  values: Partial<Omit<Comparison, 'what' | 'outcome'>>,
): Comparison => ({
  what,
  outcome,
  expected: null,
  found: null,
  atMost: null,
  leftOut: 0,
  changed: null,
  why: null,
  ...values,
});

type Numbers = Pick<Comparison, 'expected' | 'found'>;
const agrees = (what: Comparison['what'], numbers: Numbers): Comparison =>
  comparisonOf(what, 'agrees', numbers);
const undetermined = (what: Comparison['what'], numbers: Numbers, why: NotComparedReason): Comparison =>
  comparisonOf(what, 'unsaid', { ...numbers, why });

/** Compares a file's content with its record: first the total fees, then the counts. */
export function compareWithRecord(record: FeeFileFacts['record'], content: FileContent): Comparison[] {
  const { tally } = content;
  return [
    compareSum(record.periodDebit, content),
    compareCount('accounts', record.accounts, tally.accounts, {
      leftOut: content.leftOut,
      reason: tally.unnamed > 0 ? { code: 'unnamed-lines', count: tally.unnamed } : null,
    }),
    compareCount('custodians', record.custodians, tally.custodians.size, {
      leftOut: content.leftOut,
      reason: tally.custodians.has('') ? { code: 'unknown-custodian' } : null,
    }),
    compareHouseholds(record.households, tally),
    // Skipped files are among these, so they explain no difference.
    compareCount('files', record.files, content.files, { leftOut: 0, reason: null }),
  ];
}

function compareCount(
  what: Comparison['what'],
  expected: number | null,
  counted: number,
  /** `reason`: why the count may be wrong, if it may. */
  { leftOut, reason }: { readonly leftOut: number; readonly reason: NotComparedReason | null },
): Comparison {
  const numbers = { expected: expected === null ? null : String(expected), found: String(counted) };
  if (expected === null) return undetermined(what, numbers, { code: 'not-in-record' });
  if (reason !== null) return undetermined(what, numbers, reason);
  if (expected === counted) return agrees(what, numbers);
  return comparisonOf(what, 'differs', { ...numbers, leftOut: counted < expected ? leftOut : 0 });
}

function compareSum(expected: string | null, { tally, leftOut }: FileContent): Comparison {
  const comparison = 'period-debit';
  const numbers = { expected, found: tally.sum };
  if (expected === null) return undetermined(comparison, numbers, { code: 'not-in-record' });
  if (tally.unreadAmounts > 0)
    return undetermined(comparison, numbers, { code: 'unread-amounts', count: tally.unreadAmounts });
  if (sameDecimal(expected, tally.sum)) return agrees(comparison, numbers);
  const inCents = { ...numbers, expected: totalInCents(expected) };
  const difference = compareMoney(tally.sum, inCents.expected);
  if (difference === 0) return agrees(comparison, inCents);
  return comparisonOf(comparison, 'differs', { ...inCents, leftOut: difference < 0 ? leftOut : 0 });
}

/**
 * Unmatched accounts, accounts without a cached household, and lines without an account number may belong to any
 * household, so the result is a range. If only accounts without a household remain and the record counts exactly the
 * known households, the result is certain.
 */
function compareHouseholds(expected: number | null, tally: LineTally): Comparison {
  const comparison = 'households';
  const { households, unmatched, unnamed } = tally;
  const unknown = unmatched + unnamed + tally.withoutHousehold;
  const maxHouseholds = households + unknown;
  const isExact = unknown === 0 || (unmatched + unnamed === 0 && expected === households);
  const numbers = {
    expected: expected === null ? null : String(expected),
    found: String(households),
    atMost: isExact ? null : String(maxHouseholds),
  };
  if (expected === null) return undetermined(comparison, numbers, { code: 'not-in-record' });
  if (isExact && expected === households) return agrees(comparison, numbers);
  if (expected >= households && expected <= maxHouseholds)
    return undetermined(
      comparison,
      numbers,
      unnamed > 0
        ? { code: 'unnamed-lines', count: unnamed }
        : { code: 'unknown-households', count: unknown },
    );
  return comparisonOf(comparison, 'differs', numbers);
}

/**
 * Compares the same custodians' files of two periods: new and missing accounts, and the change of the sum.
 */
export function compareWithPreviousPeriod(now: LineTally, previous: PreviousPeriod): Comparison[] {
  if ('why' in previous) {
    const noNumbers = { expected: null, found: null };
    return [
      undetermined('before-accounts', noNumbers, previous.why),
      undetermined('before-sum', noNumbers, previous.why),
    ];
  }
  const [currentAccounts, previousAccounts] = [accountsIn(now), accountsIn(previous.tally)];
  const added = [...currentAccounts].filter((account) => !previousAccounts.has(account)).length;
  const removedCount = [...previousAccounts].filter((account) => !currentAccounts.has(account)).length;
  const accounts = {
    expected: String(previousAccounts.size),
    found: String(currentAccounts.size),
    changed: { added, gone: removedCount },
  };
  const sum = { expected: previous.tally.sum, found: now.sum };
  const unread = now.unreadAmounts + previous.tally.unreadAmounts;
  return [
    comparisonOf('before-accounts', added + removedCount === 0 ? 'agrees' : 'differs', accounts),
    unread > 0
      ? undetermined('before-sum', sum, { code: 'unread-amounts', count: unread })
      : comparisonOf('before-sum', isZero(minus(now.sum, previous.tally.sum)) ? 'agrees' : 'differs', sum),
  ];
}

const accountsIn = (tally: LineTally): Set<string> =>
  new Set([...tally.custodians.values()].flatMap(({ accounts }) => [...accounts]));
