import type { AccountTerms } from '#contract/features/agreed-terms/schemas';
import { AGREED_TERMS_FIELDS } from '#contract/features/agreed-terms/fields';
import {
  termsDifferencesText,
  RESULT_TEXTS,
  agreedTermsText,
  NOT_DETERMINED_REASONS,
  type NameOf,
} from '#contract/features/agreed-terms/messages';
import { custodianName } from '#contract/fields';
import { listText } from '#contract/format-value';
import type { WantedLabels } from '../../records/names/labels';
import type { OutputTable } from '../../files/tables/output-table';
import { batched, textColumns } from '../../files/tables/save-table';

/** Returns the headings of a spreadsheet to fill in. */
export const termsTemplate = (): OutputTable => ({
  name: 'Agreed terms',
  columns: textColumns(Object.values(AGREED_TERMS_FIELDS).map(({ label }) => label)),
  rows: batched([]),
});

const HEADINGS = [
  'Account ID',
  'Account number',
  'Custodian',
  'Name',
  'Household',
  'Household ID',
  'Result',
  'Details',
  'Agreed for',
  'Agreement date',
  'Agreed terms',
  'Reference',
  'Imported from',
  'Fee structures',
  'Fee structure IDs',
] as const;

/** Adds the IDs whose names the table shows. */
export function addTermsIds(wanted: WantedLabels, rows: Iterable<AccountTerms>): void {
  for (const { household, structures, agreement, differences } of rows) {
    if (household !== null) wanted.add('households', [household]);
    wanted.add('feeStructures', structures);
    for (const { field, agreed, setUp } of differences)
      if (field === 'structure')
        wanted.add(
          'feeStructures',
          [agreed, setUp].filter((id) => id !== null),
        );
    const structure = agreement?.terms.structure;
    if (typeof structure === 'string') wanted.add('feeStructures', [structure]);
  }
}

/** Returns the compared accounts as a table, one line each: texts as on the screen, with IDs in separate columns. */
export const termsTable = (rows: Iterable<AccountTerms>, nameOf: NameOf): OutputTable => ({
  name: 'Agreed terms',
  columns: textColumns(HEADINGS),
  rows: batched(linesOf(rows, nameOf)),
});

function* linesOf(rows: Iterable<AccountTerms>, nameOf: NameOf): Generator<(string | null)[], void, void> {
  for (const row of rows) {
    const { agreement } = row;
    yield [
      row.key,
      row.number,
      row.custodian && custodianName(row.custodian),
      row.name,
      row.household && nameOf('households', row.household),
      row.household,
      RESULT_TEXTS[row.result],
      row.why ? NOT_DETERMINED_REASONS[row.why] : termsDifferencesText(row.differences, nameOf),
      agreement && agreement.target,
      agreement && agreement.date,
      agreement && agreedTermsText(agreement.terms, nameOf),
      agreement && agreement.reference,
      agreement && `${agreement.file ?? 'pasted list'}, line ${agreement.line}`,
      listText(row.structures.map((id) => nameOf('feeStructures', id))),
      row.structures.join(', '),
    ];
  }
}
