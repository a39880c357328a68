import type {
  AccountTerms,
  AgreedTerms,
  Agreement,
  TermsDifference,
  TermsResult,
} from '#contract/features/agreed-terms/schemas';
import { AGREED_TERMS_FIELDS } from '#contract/features/agreed-terms/fields';
import * as messages from '#contract/features/agreed-terms/messages';
import { feeStructures } from '#contract/resources/fee-structures';
import { countOf, formatDate, formatDateTime } from '../../ui/format';
import type { StateLabel } from '../../ui/tone';
import { names } from '../../records/names/names.svelte';

const TONES: Readonly<Record<TermsResult, StateLabel['tone']>> = {
  differs: 'bad',
  'not-determined': 'warn',
  'no-structure': 'warn',
  'no-agreement': 'quiet',
  agrees: 'good',
};
const resultLabel = (result: TermsResult): StateLabel => ({
  label: messages.RESULT_TEXTS[result],
  tone: TONES[result],
});
export const RESULT_LABELS: Readonly<Record<TermsResult, StateLabel>> = {
  differs: resultLabel('differs'),
  'not-determined': resultLabel('not-determined'),
  'no-structure': resultLabel('no-structure'),
  'no-agreement': resultLabel('no-agreement'),
  agrees: resultLabel('agrees'),
};

/** Width of a result label in pixels: around its text, and per letter. */
const RESULT_WIDTH = { base: 24, letter: 7 };

/** Returns the width of the result column, which depends on the labels that it shows. */
export function resultWidth(result: TermsResult | 'all'): number {
  const labels = Object.entries(RESULT_LABELS).flatMap(([value, { label }]) =>
    result === 'all' || result === value ? [label] : [],
  );
  return (
    RESULT_WIDTH.base + RESULT_WIDTH.letter * Math.max('Result'.length, ...labels.map(({ length }) => length))
  );
}

const nameOf: messages.NameOf = (resource, id) => names.label(resource, id);
const structureText = (id: string): string => nameOf('feeStructures', id);
export { differenceLabel } from '#contract/features/agreed-terms/messages';

/** Returns one side of a difference. */
export const sideText = (field: TermsDifference['field'], value: string | null): string =>
  messages.differenceSideText(field, value, nameOf);

/** "0.85%, Arrears, Quarterly". */
export const termsText = (terms: AgreedTerms): string => messages.agreedTermsText(terms, nameOf);

/** Returns the main fact of a row, shown next to its result. */
export function accountTermsText({ result, why, differences, agreement }: AccountTerms): string {
  if (why) return `Not determined: ${messages.NOT_DETERMINED_REASONS[why]}`;
  if (result === 'differs') return messages.termsDifferencesText(differences, nameOf);
  return agreement ? termsText(agreement.terms) : '';
}

/** Returns what the result compares, in one sentence. */
export function comparedText({ result, why, agreement, structures }: AccountTerms): string {
  if (result === 'no-agreement' || !agreement) return 'No imported terms name this account or its household.';
  const { target, date } = agreement;
  if (result === 'no-structure')
    return `There are ${target} terms of ${formatDate(date)}, but the account has no fee structure.`;
  const agreed = `the ${target}’s terms of ${formatDate(date)}`;
  if (why) return `Not determined: ${messages.NOT_DETERMINED_REASONS[why]}. On file: ${agreed}.`;
  return `Compares ${agreed} with ${structureText(structures[0] ?? '')} as set up now. Only terms that the agreement names are compared.`;
}

/** "Household terms". */
export const targetText = ({ target }: Agreement): string =>
  target === 'account' ? 'Account terms' : 'Household terms';

/** "terms.xlsx, line 12, imported Nov 24, 2026, 10:20 AM by jo". */
export const sourceText = ({ file, line, importedAt, importedBy }: Agreement): string =>
  `${file ?? 'Pasted list'}, line ${line}, imported ${formatDateTime(importedAt)} by ${importedBy}`;

export const agreementsText = (agreements: number): string =>
  countOf(agreements, 'agreement on file', 'agreements on file');

/** Returns what the screen compares, and how current the accounts are. */
export const aboutTerms = (accountsAsOf: string | null): string =>
  accountsAsOf === null ? TERMS.about : `${TERMS.about} Accounts updated ${formatDateTime(accountsAsOf)}.`;

export const TERMS = {
  about: 'What clients signed, next to what is set up. Nothing is sent.',
  importTitle: 'Import agreed terms',
  importHint:
    'Include a header row. Each line names an account or a household, the date of the agreement, and what was agreed: a fee structure, or a rate, tiers or flat dollars; and how it is collected. Earlier versions are kept.',
} as const;

const { collection_type, frequency } = feeStructures.fields;

/** Columns that an imported spreadsheet may have. */
export const ACCEPTED_COLUMNS = [
  { field: 'number', format: 'Text, with its leading zeros', use: 'Identifies the account' },
  { field: 'custodian', format: 'Code or name', use: 'For a number at several custodians' },
  { field: 'id', format: 'ID', use: 'Identifies the account' },
  { field: 'household_id', format: 'ID or exact name', use: 'Identifies the household' },
  { field: 'date', format: 'Date, such as 11/21/2026', use: 'Required' },
  { field: 'structure', format: 'ID or exact name', use: '' },
  { field: 'rate', format: 'Percentage, such as 0.85%', use: '' },
  { field: 'tiers', format: '250,000: 1.25%; 1,000,000: 1%; above: 0.8%', use: '' },
  { field: 'flat_dollars', format: 'Amount, such as $1,234.50', use: '' },
  { field: 'collection', format: Object.values(collection_type.labels).join(', '), use: '' },
  { field: 'frequency', format: Object.values(frequency.labels).join(', '), use: '' },
  { field: 'reference', format: 'Text', use: '' },
] as const satisfies readonly {
  readonly field: keyof typeof AGREED_TERMS_FIELDS;
  readonly format: string;
  readonly use: string;
}[];
