import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listRows } from '#contract/separated-text';

const cellsOf = (text: string) => listRows(text).map(({ cells }) => cells);

describe('pasted rows', () => {
  it('have the original cells, with every separator and line end, and with quotes', () => {
    const cell = fc.stringMatching(/^[a-z0-9]([a-z ,;|"]{0,6}[a-z0-9])?$/);
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        table,
        fc.constantFrom('\t', ',', ';', '|'),
        fc.constantFrom('\n', '\r\n', '\r'),
        (rows, separator, lineEnd) => {
          const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const text = rows
            .map((row) =>
              row.map((value) => (/[^a-z0-9 ]/.test(value) ? quote(value) : value)).join(separator),
            )
            .join(lineEnd);
          expect(cellsOf(text)).toEqual(rows);
        },
      ),
    );
  });

  it('are numbered by the lines of the text; a cell of two lines counts by its first', () => {
    const rows = listRows('\uFEFFa,b\n\n"1\r\n2",x\r\n\rc,d');
    expect(rows.map(({ number, cells }) => [number, ...cells])).toEqual([
      [1, 'a', 'b'],
      [3, '1\r\n2', 'x'],
      [6, 'c', 'd'],
    ]);
  });

  it('keep their cells after an unclosed quotation mark; only the row with the mark is flagged', () => {
    const rows = listRows('A1,PER\n"A2,PER\nA3,PER');
    expect(rows.map(({ cells, hasUnclosedQuote }) => [...cells, hasUnclosedQuote])).toEqual([
      ['A1', 'PER', false],
      ['"A2', 'PER', true],
      ['A3', 'PER', false],
    ]);
    // In quadratic time, this would exceed the timeout of a test.
    expect(listRows('"A,\n'.repeat(200_000))).toHaveLength(200_000);
  });
});
