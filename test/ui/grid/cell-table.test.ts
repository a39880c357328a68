import { expect, it } from 'vitest';
import { cellTable } from '../../../renderer/grid/cell-table';
import { pastedIntoSpreadsheet } from '../../support/spreadsheet';

const NUMBERS = ['00920892', '00 7', '1E5', '3-4', '12/24', '9007199254740993001', '=1+1', '5DG<15>&"552"'];

it('whatever cells are copied, a spreadsheet has the texts that the list shows', () => {
  const kept = NUMBERS.map((value) => ({ kind: 'text', value }));
  expect(pastedIntoSpreadsheet(cellTable([NUMBERS, NUMBERS]))).toEqual([kept, kept]);
});

it('a table without the mark for texts would lose them: leading zeros, digits, and what looks like a date', () => {
  const bare = cellTable([NUMBERS]).replace(/<style>.*<\/style>/, '');
  expect(pastedIntoSpreadsheet(bare)[0]?.map(({ kind }) => kind)).toEqual([
    'number',
    'number',
    'number',
    'date',
    'date',
    'number',
    'formula',
    'text',
  ]);
  expect(pastedIntoSpreadsheet(bare)[0]?.[0]?.value).toBe(920892);
  expect(pastedIntoSpreadsheet(bare)[0]?.[5]?.value).not.toBe('9007199254740993001');
});
