import { expect, it } from 'vitest';
import { columnsOfWholeWords } from '../../../renderer/records/export/print-list';

it('breaks words in a printed list only in the widest columns, if they do not fit', () => {
  const headings = ['Name', 'Number', 'Status', 'Custodian', 'Email'];
  const row = ['The Featherstonehaugh Family Trust', 'Y95-914334', 'Funded', 'Schwab', 'jo@example.com'];
  const allWhole = [true, true, true, true, true];
  expect(columnsOfWholeWords(headings, [row], false)).toEqual(allWhole);
  expect(columnsOfWholeWords(headings, [], false)).toEqual(allWhole);
  // A text without spaces that is wider than the paper would be cut off.
  const longRow = ['', '', '', '', 'x'.repeat(90)];
  expect(columnsOfWholeWords(headings, [row, longRow], false)).toEqual([true, true, true, true, false]);
  expect(columnsOfWholeWords(headings, [row, longRow], true)).toEqual(allWhole);
  expect(columnsOfWholeWords([], [], true)).toEqual([]);
});

it('never makes a list wider than the paper, however many columns it has', () => {
  const headings = Array.from({ length: 30 }, (_, index) => `Column${index}`);
  const whole = columnsOfWholeWords(headings, [headings.map(() => 'twelve letters')], true);
  expect(whole).not.toContain(true);
});
