import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listRows } from '../../../preload/contract/domain/list-rows';

const cellsOf = (text: string) => listRows(text).map(({ cells }) => cells);

describe('the rows of a list', () => {
  it('are the cells that were written, in every separator, with quotes and line breaks in them', () => {
    const cell = fc.stringMatching(/^[a-z0-9]([a-z ,;|"\n]{0,6}[a-z0-9])?$/);
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        table,
        fc.constantFrom('\t', ',', ';', '|'),
        fc.constantFrom('\n', '\r\n', '\r'),
        (rows, by, end) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const text = rows
            .map((row) => row.map((one) => (/[^a-z0-9 ]/.test(one) ? quoted(one) : one)).join(by))
            .join(end);
          // A line break in quotes looks like the end of a line to whoever judges the separator.
          fc.pre(!/"[^"]*\n/.test(text));
          expect(cellsOf(text)).toEqual(rows);
        },
      ),
    );
  });

  it('are counted by the lines of the text, and a cell of two lines by its first', () => {
    const rows = listRows('\uFEFFa,b\n\n"1\r\n2",x\r\n\rc,d');
    expect(rows.map(({ number, cells }) => [number, ...cells])).toEqual([
      [1, 'a', 'b'],
      [3, '1\r\n2', 'x'],
      [6, 'c', 'd'],
    ]);
  });

  it('stay whole behind a quotation mark that is not closed, and say so', () => {
    const rows = listRows('A1,PER\n"A2,PER\nA3,PER');
    expect(rows.map(({ cells, unclosed }) => [...cells, unclosed])).toEqual([
      ['A1', 'PER', false],
      ['"A2', 'PER', true],
      ['A3', 'PER', false],
    ]);
    const began = performance.now();
    expect(listRows('"A,\n'.repeat(20_000))).toHaveLength(20_000);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
