import { FIELDS_USED, termsOf, type FeeTerms } from '#contract/fees/structure';
import { readExact } from '#contract/exact-json/read';
import { unlessInvalidJson } from '#contract/exact-json/scan';
import type { Field } from '#contract/fields';
import { feeStructures } from '#contract/resources/fee-structures';
import { asText, EMPTY, formatPercent, formatValue } from '../../ui/format';
import type { FormValues } from '../../records/form/form-view';
import { amountCell } from './tier-messages';

/** A field in which two structures differ, formatted. */
export interface Difference {
  readonly name: string;
  readonly label: string;
  readonly first: string;
  readonly second: string;
}

/** Fields that differ between any two records and do not affect the fee. */
const IGNORED_FIELDS = ['id', 'slug', 'created_by_user_id', 'created_at_utc', 'updated_at_utc'];
const AMOUNT_FIELDS = ['flat_rate', 'flat_dollar_fee', 'tiers'] as const;

/** Returns the fields that differ, the name first, leaving out amounts that neither calculation uses. */
export function formDifferences(a: FormValues, b: FormValues): Difference[] {
  const terms = [termsOf((name) => a[name]), termsOf((name) => b[name])] as const;
  return Object.entries<Field>(feeStructures.fields).flatMap(([name, field]) => {
    if (IGNORED_FIELDS.includes(name)) return [];
    if (isAmountField(name) && terms.every((each) => !uses(each, name))) return [];
    const texts = [fieldText(field, a[name], terms[0]), fieldText(field, b[name], terms[1])] as const;
    return texts[0] === texts[1] ? [] : [{ name, label: field.label, first: texts[0], second: texts[1] }];
  });
}

const isAmountField = (name: string): name is (typeof AMOUNT_FIELDS)[number] =>
  AMOUNT_FIELDS.some((each) => each === name);
const uses = ({ calculation }: FeeTerms, name: (typeof AMOUNT_FIELDS)[number]): boolean =>
  calculation === null || FIELDS_USED[calculation].includes(name);

function fieldText(field: Field, text: string | undefined, terms: FeeTerms): string {
  if (text === undefined) return EMPTY;
  if (field.kind === 'objects') return tierLines(terms) || EMPTY;
  return unlessInvalidJson(() => formatValue(field, readExact(text))) ?? asText(text);
}

/** Returns the tiers, one per line: "to $250,000: 1.25%". */
export const tierLines = ({ tiers }: FeeTerms): string =>
  tiers.tiers
    .map(({ max, rate }) => {
      const top = max === 'open' ? 'above' : `to ${max === null ? EMPTY : `$${amountCell(max)}`}`;
      return `${top}: ${rate === null ? EMPTY : formatPercent(rate)}`;
    })
    .join('\n');
