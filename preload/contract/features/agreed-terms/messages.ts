import { formatValue } from '../../format-value';
import { feeStructures } from '../../resources/fee-structures';
import type { AccountTerms, AgreedTerms, TermsDifference, TermsResult } from './schemas';

/** Sentences about agreed terms, the same on the screen and in exported tables. */

/** Returns the label of a record; its ID if the label is unknown. */
export type NameOf = (resource: 'feeStructures' | 'households', id: string) => string;

/** Labels of results. They only compare; none states that a fee is correct. */
export const RESULT_TEXTS: Readonly<Record<TermsResult, string>> = {
  differs: 'Differs',
  'not-determined': 'Not determined',
  'no-structure': 'No fee structure',
  'no-agreement': 'No agreement on file',
  agrees: 'Agrees',
};

export const NOT_DETERMINED_REASONS: Readonly<Record<NonNullable<AccountTerms['why']>, string>> = {
  'several-structures': 'the account has several fee structures',
  'unknown-structure': 'its fee structure is not in the data on this computer',
  'faulty-tiers': 'the tiers of its fee structure have errors',
};

const DIFFERENCE_LABELS: Readonly<Record<TermsDifference['field'], string>> = {
  structure: 'Fee structure',
  calculation: 'Calculation',
  rate: 'Rate',
  tiers: 'Tiers',
  flatDollars: 'Flat dollars',
  collection: 'Collection',
  frequency: 'Frequency',
};
export const differenceLabel = ({ field }: TermsDifference): string => DIFFERENCE_LABELS[field];

const { calculation_type, collection_type, frequency, flat_rate, flat_dollar_fee } = feeStructures.fields;
const rateText = (rate: string): string => formatValue({ kind: flat_rate.kind }, rate);
const dollarsText = (dollars: string): string => formatValue({ kind: flat_dollar_fee.kind }, dollars);

const agreedTiersText = (tiers: NonNullable<AgreedTerms['tiers']>): string =>
  tiers
    .map(({ to, rate }) =>
      to === null
        ? `${tiers.length > 1 ? 'above: ' : ''}${rateText(rate)}`
        : `to ${dollarsText(to)}: ${rateText(rate)}`,
    )
    .join('; ');

/** Returns one side of a difference, the agreed one or the setup. */
export function differenceSideText(
  field: TermsDifference['field'],
  value: string | null,
  nameOf: NameOf,
): string {
  if (value === null) return 'None';
  const format: Readonly<Record<TermsDifference['field'], (text: string) => string>> = {
    structure: (id) => nameOf('feeStructures', id),
    calculation: (code) => formatValue(calculation_type, code),
    rate: rateText,
    tiers: (json) => agreedTiersText(JSON.parse(json) as NonNullable<AgreedTerms['tiers']>),
    flatDollars: dollarsText,
    collection: (code) => formatValue(collection_type, code),
    frequency: (code) => formatValue(frequency, code),
  };
  return format[field](value);
}

/** Returns all differences, such as "Rate: 0.75% agreed, 0.85% set up". */
export const termsDifferencesText = (differences: readonly TermsDifference[], nameOf: NameOf): string =>
  differences
    .map(
      (difference) =>
        `${differenceLabel(difference)}: ${differenceSideText(difference.field, difference.agreed, nameOf)} agreed, ${differenceSideText(difference.field, difference.setUp, nameOf)} set up`,
    )
    .join('; ');

/** Returns all terms, such as "0.85%, Arrears, Quarterly". */
export const agreedTermsText = (terms: AgreedTerms, nameOf: NameOf): string =>
  [
    terms.structure === null ? null : nameOf('feeStructures', terms.structure),
    terms.rate === null ? null : rateText(terms.rate),
    terms.tiers && agreedTiersText(terms.tiers),
    terms.flatDollars === null ? null : dollarsText(terms.flatDollars),
    terms.collection === null ? null : formatValue(collection_type, terms.collection),
    terms.frequency === null ? null : formatValue(frequency, terms.frequency),
  ]
    .filter((part) => part !== null)
    .join(', ');
