import { AGREED_TERMS_FIELDS } from '#contract/features/agreed-terms/fields';
import { feeStructures } from '#contract/resources/fee-structures';
import {
  type AccountTerms,
  type AgreedTerms,
  type TermsDifference,
  type TermsResult,
} from '#contract/features/agreed-terms/calls';
import type { OutputTable } from '../../files/tables/output-table';
import { batched } from '../../files/tables/save-table';

/** The headings of a spreadsheet to fill in. */
export const termsTemplate = (): OutputTable => ({
  name: 'Agreed terms',
  columns: Object.values(AGREED_TERMS_FIELDS).map(({ label }) => ({ heading: label, type: 'text' as const })),
  rows: batched([]),
});

const RESULT_TEXTS: Readonly<Record<TermsResult, string>> = {
  differs: 'Differs',
  'not-determined': 'Not determined',
  'no-structure': 'No fee structure',
  'no-agreement': 'No agreement on file',
  agrees: 'Agrees',
};
const HEADINGS = [
  'Account ID',
  'Account number',
  'Custodian',
  'Name',
  'Household ID',
  'Result',
  'Details',
  'Agreed for',
  'Agreement date',
  'Agreed terms',
  'Reference',
  'Imported from',
  'Fee structure IDs',
] as const;

/** The compared accounts as a table, one line each. */
export const termsTable = (rows: Iterable<AccountTerms>): OutputTable => ({
  name: 'Agreed terms',
  columns: HEADINGS.map((heading) => ({ heading, type: 'text' as const })),
  rows: batched(linesOf(rows)),
});

function* linesOf(rows: Iterable<AccountTerms>): Generator<(string | null)[], void, void> {
  for (const row of rows) {
    const { agreement } = row;
    yield [
      row.key,
      row.number,
      row.custodian,
      row.name,
      row.household,
      RESULT_TEXTS[row.result],
      row.why?.replaceAll('-', ' ') ?? row.differences.map(differenceText).join('; '),
      agreement && agreement.target,
      agreement && agreement.date,
      agreement && plainTerms(agreement.terms),
      agreement && agreement.reference,
      agreement && `${agreement.file ?? 'pasted list'}, line ${agreement.line}`,
      row.structures.join(', '),
    ];
  }
}

const differenceText = ({ field, agreed, setUp }: TermsDifference): string =>
  `${field}: agreed ${agreed ?? 'none'}, set up ${setUp ?? 'none'}`;

const { collection_type, frequency } = feeStructures.fields;
const labelIn = (labels: Readonly<Record<string, string>>, code: string): string => labels[code] ?? code;

const plainTerms = (terms: AgreedTerms): string =>
  [
    terms.structure && `fee structure ${terms.structure}`,
    terms.rate && `${terms.rate}%`,
    terms.tiers?.map(({ to, rate }) => `${to === null ? 'above' : `to ${to}`}: ${rate}%`).join('; '),
    terms.flatDollars && `$${terms.flatDollars}`,
    terms.collection && labelIn(collection_type.labels, terms.collection),
    terms.frequency && labelIn(frequency.labels, terms.frequency),
  ]
    .filter(Boolean)
    .join(', ');
