import type { MissingAccount } from '#contract/features/reconcile/calls';
import type { Comparison } from '#contract/features/reconcile/findings';
import { compareMoney, minus, sumOf } from '#contract/money';
import { KIND_BITS, type ReconciledLine } from './lines';
import { stableIdentity } from './match';

/** Divisor of the missing sum: an amount up to a quarter away may be the same account's, as fees change. */
const NEAR = 4;

/** Kinds of accounts that this period does not bill, so that nothing is missing. */
const NOT_BILLED = KIND_BITS.closed | KIND_BITS['direct-billed'];

/**
 * Returns the accounts of the previous period that are probably missing, if the file has fewer accounts or a
 * lower sum than its record. Empty if several explanations are equally likely.
 */
export function probablyMissing(
  comparisons: readonly Comparison[],
  removed: readonly ReconciledLine[],
): MissingAccount[] {
  const short = lackOf(comparisons, 'accounts');
  const gap = lackOf(comparisons, 'period-debit');
  if (compareMoney(short ?? gap ?? '0', '0') <= 0) return [];
  const candidates = candidatesIn(removed);
  if (short !== null && candidates.length <= Number(short)) return candidates;
  if ((short !== null && Number(short) !== 1) || gap === null || compareMoney(gap, '0') <= 0) return [];
  const exact = candidates.filter(({ amount }) => compareMoney(amount, gap) === 0);
  const near = exact.length > 0 ? exact : candidates.filter(({ amount }) => isNear(amount, gap));
  return near.length === 1 ? near : [];
}

/** Returns by how much the file is lower than its record: negative if higher, null if not compared. */
function lackOf(comparisons: readonly Comparison[], what: Comparison['what']): string | null {
  const found = comparisons.find((one) => one.what === what && one.outcome !== 'unsaid');
  return found?.expected && found.found ? minus(found.expected, found.found) : null;
}

function isNear(amount: string, gap: string): boolean {
  const distance = minus(amount, gap).replace('-', '');
  return compareMoney(sumOf(Array.from({ length: NEAR }, () => distance)), gap) <= 0;
}

function candidatesIn(removed: readonly ReconciledLine[]): MissingAccount[] {
  const byAccount = new Map<string, ReconciledLine[]>();
  for (const line of removed) {
    if ((line.kinds & NOT_BILLED) !== 0) continue;
    const account = stableIdentity(line);
    byAccount.set(account, [...(byAccount.get(account) ?? []), line]);
  }
  return [...byAccount.values()].flatMap((lines) => {
    const [first] = lines;
    const amount = sumOf(lines.map((line) => line.amount));
    if (!first || compareMoney(amount, '0') <= 0) return [];
    return [{ number: first.number, name: first.account?.name ?? null, amount }];
  });
}
