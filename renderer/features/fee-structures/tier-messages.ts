import { readExact } from '#contract/exact-json/read';
import type { LadderFault } from '#contract/fees/ladder';
import type { TierFault } from '#contract/fees/tiers';
import { formatMoney, formatValue } from '../../ui/format';

/** Returns an amount for an editable cell: no currency sign, and cents only if there are any. */
export const amountCell = (amount: string): string =>
  formatValue(
    { kind: 'number' },
    amount.includes('.') ? amount.padEnd(amount.indexOf('.') + 3, '0') : amount,
  );

/** Returns why a typed value is invalid. */
export function ladderErrorText(fault: LadderFault): string {
  switch (fault.code) {
    case 'no-amount':
      return 'Enter an amount in dollars.';
    case 'parts-of-a-cent':
      return 'Enter whole cents.';
    case 'no-rate':
      return 'Enter a rate in percent.';
    case 'rate-range':
      return 'Enter a rate from 0 to 99.';
    case 'last-tier':
      return 'Keep at least one tier.';
    case 'no-tier':
      return 'This tier does not exist.';
    case 'no-ladder':
      return 'Paste To and Rate for each tier, from the lowest up. Leave To blank for the last.';
    case 'above':
      return fault.than === '0'
        ? 'Enter more than $0.'
        : `Enter more than ${formatMoney(fault.than)}, where the previous tier ends.`;
    case 'below':
      return `Enter less than ${formatMoney(fault.than)}, where the next tier ends.`;
  }
}

const FIELD_LABELS = { min_balance: 'From', max_balance: 'To', rate: 'Rate' } as const;

/** Returns an error in the tiers of a record, as a separate line. */
export function tierErrorText(fault: TierFault): string {
  switch (fault.code) {
    case 'no-list':
    case 'no-tier':
      return 'The tiers are in an unknown format.';
    case 'no-number':
      return `Tier ${fault.index + 1} has no number for ${FIELD_LABELS[fault.field]}.`;
    case 'starts-above-zero':
      return `The first tier starts at ${formatMoney(fault.from)}, not at $0.`;
    case 'unbounded':
      return `Tier ${fault.index + 1} has no upper limit, but is not the last.`;
    case 'backward':
      return `Tier ${fault.index + 1} ends before it starts.`;
    case 'bounded':
      return `The last tier ends at ${formatMoney(fault.to)}: larger balances are in no tier.`;
    case 'hole':
      return `Gap: no tier covers balances between ${formatMoney(fault.to)} and ${formatMoney(fault.from)}.`;
    case 'overlap':
      return `Overlap: tier ${fault.index} ends at ${formatMoney(fault.to)}, tier ${fault.index + 1} starts at ${formatMoney(fault.from)}.`;
    case 'touch':
      return `Tier ${fault.index + 1} starts at ${formatMoney(fault.from)}, the end of tier ${fault.index}. It should start one cent higher.`;
  }
}

/** Returns the name from the text of a field; `unnamed` if there is none. */
export function plainName(text: string | undefined, unnamed = 'This structure'): string {
  const name = text === undefined ? undefined : readExact(text);
  return typeof name !== 'string' || name.trim() === '' ? unnamed : name;
}
