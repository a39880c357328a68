import { LINE_KINDS, type LineKind, type Reconciliation } from '#contract/features/reconcile/reconciliation';
import { compareMoney, isZero, minus, sameDecimal, sumOf } from '#contract/money';
import { formatMoney } from '../../ui/format';

/** Kinds of lines that the file may have although its record does not count them. */
const UNCOUNTED_KINDS: readonly LineKind[] = [
  'unmatched',
  'duplicate',
  'closed',
  'direct-billed',
  'other-custodian',
  'ambiguous',
  'stale',
  'new',
];

interface DifferencePart {
  readonly kind: LineKind;
  readonly sum: string;
}

/**
 * Returns the fewest kinds of lines whose sum is the exact difference between file and record. Null if there
 * is no difference, no such kinds, or several equally small sets, which would be a guess.
 */
export function explainDifference({ comparisons, kinds }: Pick<Reconciliation, 'comparisons' | 'kinds'>): {
  readonly gap: string;
  readonly parts: readonly DifferencePart[];
} | null {
  const debit = comparisons.find(({ what, outcome }) => what === 'period-debit' && outcome === 'differs');
  if (!debit || debit.expected === null || debit.found === null) return null;
  const change = minus(debit.found, debit.expected);
  const isMore = compareMoney(change, '0') > 0;
  const gap = change.replace('-', '');
  const candidateKinds = isMore ? UNCOUNTED_KINDS : (['gone'] as const);
  const parts = kinds.filter(
    ({ kind, sum }) => candidateKinds.some((candidate) => candidate === kind) && !isZero(sum),
  );
  for (let size = 1; size <= parts.length; size++) {
    const fitting = subsets(parts, size).filter((some) =>
      sameDecimal(sumOf(some.map(({ sum }) => sum)), gap),
    );
    const [only] = fitting;
    if (only) return fitting.length === 1 ? { gap, parts: only } : null;
  }
  return null;
}

function subsets<T>(all: readonly T[], size: number): (readonly T[])[] {
  if (size === 0) return [[]];
  return all.flatMap((item, index) => subsets(all.slice(index + 1), size - 1).map((rest) => [item, ...rest]));
}

/** "Difference of $725.98: $123.45 not in our accounts + $602.53 billed twice"; null if the lines do not explain it. */
export function differenceExplanation(result: Pick<Reconciliation, 'comparisons' | 'kinds'>): string | null {
  const explanation = explainDifference(result);
  if (!explanation) return null;
  const parts = explanation.parts.map(
    ({ kind, sum }) => `${formatMoney(sum)} ${LINE_KINDS[kind].toLowerCase()}`,
  );
  return `Difference of ${formatMoney(explanation.gap)}: ${parts.join(' + ')}`;
}
