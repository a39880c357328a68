import type { MissingAccount } from '#contract/features/reconcile/reconciliation';
import type { Comparison } from '#contract/features/reconcile/findings';
import { appendTo } from '#contract/maps';
import { compareMoney, minus, sumOf } from '#contract/money';
import { KIND_BITS, type ReconciledLine } from './lines';
import { stableIdentity } from './match';

/** Fees change between periods: an amount within a quarter of the missing sum may be the missing account's. */
const NEAR_DIVISOR = 4;

/** Kinds of accounts that this period does not bill, so nothing is missing. */
const NOT_BILLED = KIND_BITS.closed | KIND_BITS['direct-billed'];

/**
 * Returns the accounts of the previous period that are probably missing, if the file has fewer accounts than its
 * record or, where accounts could not be compared, a lower sum. Empty if several explanations are equally likely.
 */
export function probablyMissing(
  comparisons: readonly Comparison[],
  removed: readonly ReconciledLine[],
): MissingAccount[] {
  const missingCount = shortfallOf(comparisons, 'accounts');
  const missingSum = shortfallOf(comparisons, 'period-debit');
  if (compareMoney(missingCount ?? missingSum ?? '0', '0') <= 0) return [];
  const candidates = candidatesIn(removed);
  if (missingCount !== null && candidates.length <= Number(missingCount)) return candidates;
  if (
    (missingCount !== null && Number(missingCount) !== 1) ||
    missingSum === null ||
    compareMoney(missingSum, '0') <= 0
  )
    return [];
  const exact = candidates.filter(({ amount }) => compareMoney(amount, missingSum) === 0);
  const near = exact.length > 0 ? exact : candidates.filter(({ amount }) => isNear(amount, missingSum));
  return near.length === 1 ? near : [];
}

/** Returns by how much the file is lower than its record: negative if higher, null if not compared. */
function shortfallOf(comparisons: readonly Comparison[], what: Comparison['what']): string | null {
  const compared = comparisons.find(
    (comparison) => comparison.what === what && comparison.outcome !== 'unsaid',
  );
  return compared?.expected && compared.found ? minus(compared.expected, compared.found) : null;
}

function isNear(amount: string, missingSum: string): boolean {
  const distance = minus(amount, missingSum).replace('-', '');
  return compareMoney(sumOf(Array.from({ length: NEAR_DIVISOR }, () => distance)), missingSum) <= 0;
}

function candidatesIn(removed: readonly ReconciledLine[]): MissingAccount[] {
  const byAccount = new Map<string, ReconciledLine[]>();
  for (const line of removed)
    if ((line.kinds & NOT_BILLED) === 0) appendTo(byAccount, stableIdentity(line), line);
  return [...byAccount.values()].flatMap((lines) => {
    const [first] = lines;
    const amount = sumOf(lines.map((line) => line.amount));
    if (!first || compareMoney(amount, '0') <= 0) return [];
    return [{ number: first.number, name: first.account?.name ?? null, amount }];
  });
}
