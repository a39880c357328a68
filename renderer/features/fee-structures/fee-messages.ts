import type { Fee, NoFeeReason } from '#contract/fees/calculate';
import type { CurvePoint } from '#contract/fees/curve';
import { feeStructures } from '#contract/resources/fee-structures';
import { formatMoney, formatPercent, listText } from '../../ui/format';

/** Messages for why no fee can be calculated. */
export const NO_FEE: Readonly<Record<NoFeeReason, string>> = {
  'not-described': 'The service does not describe how a favor fee is calculated.',
  'unknown-calculation': 'The calculation is missing or unknown.',
  'no-rate': 'No rate is set.',
  'no-dollars': 'No flat fee is set.',
  'no-tiers': 'No tiers are set.',
  'faulty-tiers': 'The tiers have errors, such as gaps or overlaps.',
};

/** States an assumption, because the service does not specify this; shown next to every number that depends on it. */
export const YEARLY_NOTE = 'Assumes annual rates; the service doesn’t specify.';

const FEE_FIELDS = ['calculation_type', 'frequency', 'flat_rate', 'flat_dollar_fee', 'tiers'] as const;
/** Returns which invalid fields to fix before the fee can match the typed values; null if it matches them. */
export function outdatedText(invalidFields: readonly string[]): string | null {
  const labels = FEE_FIELDS.filter((name) => invalidFields.includes(name)).map(
    (name) => feeStructures.fields[name].label,
  );
  return labels.length === 0 ? null : `Fix ${listText(labels)} to see the fee for these values.`;
}

/** Shown in the form instead of the fee while no calculation is chosen. */
export const CHOOSE_CALCULATION = 'Choose a calculation to see the fee.';

/** A line of the calculation: the factors and the result. */
export interface FeeStep {
  readonly label: string;
  readonly formula: string;
  /** The exact amount. */
  readonly fee: string;
}

const product = (amount: string, rate: string): string => `${formatMoney(amount)} × ${formatPercent(rate)}`;

/** Returns the calculation of a fee, each step with all its digits. */
export function feeStepsOf(fee: Fee, balance: string): FeeStep[] {
  switch (fee.kind) {
    case 'none':
      return [];
    case 'flat-rate':
      return [{ label: 'Whole balance', formula: product(balance, fee.rate), fee: fee.fee }];
    case 'tiered':
      return fee.slices.map(({ index, amount, rate, fee: part }) => ({
        label: `Tier ${index + 1}`,
        formula: product(amount, rate),
        fee: part,
      }));
    case 'drop-through':
      return [
        {
          label: `Whole balance, tier ${fee.slice.index + 1}`,
          formula: product(fee.slice.amount, fee.slice.rate),
          fee: fee.fee,
        },
      ];
    case 'dollars':
      return [
        {
          label: fee.chargedTo === 'account' ? 'For each account' : 'For each group',
          formula: 'flat amount, any balance',
          fee: fee.fee,
        },
      ];
  }
}

/** Returns a description of a curve for screen readers: its values at a few balances. */
export function describeCurve(name: string, measure: 'fee' | 'rate', points: readonly CurvePoint[]): string {
  if (points.length === 0) return `${name}: no fee to show.`;
  const last = points.length - 1;
  const samples = [0, 0.25, 0.5, 0.75, 1].flatMap((part) => points[Math.round(last * part)] ?? []);
  const value = (point: CurvePoint) =>
    measure === 'fee' ? formatMoney(point.fee.toFixed(2)) : formatPercent(point.rate.toFixed(2));
  return `${name}: ${samples.map((point) => `${value(point)} at ${formatMoney(point.balance.toFixed(2))}`).join(', ')}.`;
}
