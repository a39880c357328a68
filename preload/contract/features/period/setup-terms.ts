import { skipSpace, valueEnd } from '../../exact-json/scan';
import { readTiers, type Tier } from '../../fees/tiers';
import { EMPTY, formatValue } from '../../format-value';
import { feeStructures } from '../../resources/fee-structures';

/** The fields that determine a fee (spec 2.9). */
export const TERMS_FIELDS = [
  'calculation_type',
  'flat_rate',
  'flat_dollar_fee',
  'tiers',
  'frequency',
  'collection_type',
  'balance_type',
  'quarter_cycle',
  'semi_annual_cycle',
  'annual_cycle',
] as const;
type TermsField = (typeof TERMS_FIELDS)[number];

/** Joins the JSON texts of TERMS_FIELDS, in their order, as the setup copy stores them. */
export const joinTerms = (texts: readonly (string | undefined)[]): string =>
  texts.map((text) => text ?? 'null').join(' ');

/** Splits joined terms again. */
function splitTerms(joined: string): string[] {
  const texts: string[] = [];
  for (let position = 0; position < joined.length;) {
    const end = valueEnd(joined, position);
    texts.push(joined.slice(position, end));
    position = skipSpace(joined, end);
  }
  return texts;
}

/**
 * Returns one side of changed terms: the fields that differ from the other side, each with its label. Values that
 * look alike on the screen are shown as received.
 */
export function changedTerms(side: string, other: string | null): string[] {
  const texts = splitTerms(side);
  const others = other === null ? [] : splitTerms(other);
  return TERMS_FIELDS.flatMap((field, index) => {
    const [text = 'null', compared] = [texts[index], others[index]];
    if (text === compared) return [];
    const formatted = fieldText(field, text);
    const isAlike = compared !== undefined && formatted === fieldText(field, compared);
    return `${feeStructures.fields[field].label}: ${isAlike ? text : formatted}`;
  });
}

function fieldText(field: TermsField, text: string): string {
  if (text === 'null') return EMPTY;
  if (field === 'tiers') {
    const { tiers, faults } = readTiers(text);
    if (tiers.length > 0) return tiers.map(tierText).join(', ');
    return faults.length > 0 ? text : EMPTY;
  }
  // A number stays as exact as it was received.
  return formatValue(feeStructures.fields[field], text.startsWith('"') ? JSON.parse(text) : text);
}

function tierText({ min, max, rate }: Tier): string {
  const { min_balance, max_balance, rate: rateField } = feeStructures.fields.tiers.items;
  const from = formatValue(min_balance, min);
  const to = max === 'open' ? 'and above' : `to ${formatValue(max_balance, max)}`;
  return `${from} ${to} at ${formatValue(rateField, rate)}`;
}
