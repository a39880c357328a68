import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SeparatedTextParser, separatedRows } from '#contract/separated-text';

/** Rows by an independent parser; null for an unclosed quotation mark. */
function reference(text: string): string[][] | null {
  try {
    return parse(text, {
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      record_delimiter: '\n',
    });
  } catch {
    return null;
  }
}

/** Collapses runs of quotes, which csv-parse shortens in a cell with text after its quotes. */
const collapseQuotes = (cell: string): string => cell.replace(/"+/g, '"');

const anyText = fc.string({ unit: fc.constantFrom('a', '"', '"', ',', '\n', ' '), maxLength: 40 });

it('finds the cells that csv-parse finds, or an unclosed quotation mark if csv-parse fails', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const rows = separatedRows(text, ',');
      const expected = reference(text);
      const isOpen = rows.some((row) => row.isOpen);
      // Where text follows a closing quote on another line, csv-parse makes one row of several lines.
      if (isOpen)
        expect(expected?.some((cells) => cells.some((cell) => /^"[^]*\n[^]*"/.test(cell))) ?? true).toBe(
          true,
        );
      else
        expect(rows.map(({ cells }) => cells.map(collapseQuotes))).toEqual(
          expected?.map((cells) => cells.map(collapseQuotes)),
        );
    }),
    { numRuns: 2_000 },
  );
});

it('finds the same rows in chunks of any size', () => {
  const withLineEnds = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', '\r\n'), maxLength: 40 });
  fc.assert(
    fc.property(withLineEnds, fc.integer({ min: 1, max: 9 }), (text, size) => {
      const parser = new SeparatedTextParser(',', 'file');
      const rows = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
        parser.parse(text.slice(index * size, (index + 1) * size), false),
      ).flat();
      expect([...rows, ...parser.parse('', true)]).toEqual(separatedRows(text, ','));
    }),
    { numRuns: 2_000 },
  );
});
