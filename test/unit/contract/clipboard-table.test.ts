import { expect, it } from 'vitest';
import { singleRowTable } from '#contract/spreadsheet-cells';
import { pastedIntoSpreadsheet } from '../../support/spreadsheet';

const ACCOUNT_NUMBERS = [
  '00920892',
  '00 7',
  '1E5',
  '3-4',
  '12/24',
  '9007199254740993001',
  '=1+1',
  '5DG<15>&"552"',
];

const PROGRAMS = ['Excel', 'LibreOffice'] as const;

it.each(PROGRAMS)('copies cells so that %s pastes the same texts that the list shows', (program) => {
  const texts = ACCOUNT_NUMBERS.map((value) => ({ kind: 'text', value }));
  expect(
    pastedIntoSpreadsheet(
      singleRowTable(ACCOUNT_NUMBERS, () => true),
      program,
    ),
  ).toEqual([texts]);
});

it.each(PROGRAMS)(
  '%s would lose leading zeros, digits and date-like texts without the text format',
  (program) => {
    const bare = singleRowTable(ACCOUNT_NUMBERS, () => true).replace(
      program === 'Excel' ? /<style>.*<\/style>/ : / sdnum="[^"]*"/g,
      '',
    );
    const [pasted] = pastedIntoSpreadsheet(bare, program);
    expect(pasted?.map(({ kind }) => kind)).toEqual([
      'number',
      'number',
      'number',
      'date',
      'date',
      'number',
      'formula',
      'text',
    ]);
    expect(pasted?.[0]?.value).toBe(920892);
    expect(pasted?.[5]?.value).toBe(9_007_199_254_740_990_000);
  },
);
