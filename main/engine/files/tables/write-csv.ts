import { csvCell } from '#contract/spreadsheet-cells';
import { memoize } from '#common/memoize';
import { csvLine, UTF8_BOM } from './csv';
import { RowBytes } from './row-bytes';
import { plainNumber, type TableCount, type OutputRow, type OutputTable } from './output-table';

/** Yields the bytes of a CSV table, some rows at a time. */
export async function* csvChunks(
  { columns, rows }: OutputTable,
  count: TableCount,
): AsyncGenerator<Uint8Array, void, void> {
  const formatLine = lineFormatter(columns.length);
  const bytes = new RowBytes();
  bytes.add(UTF8_BOM + csvLine(columns.map(({ heading }) => heading)));
  for await (const batch of rows) {
    for (const row of batch) bytes.add(formatLine(row));
    count.rows += batch.length;
    yield bytes.takeBytes();
  }
  yield bytes.takeBytes(); // only the headings if there are no rows
}

/** Returns a line formatter that memoizes repeated column values. */
function lineFormatter(width: number): (row: OutputRow) => string {
  const texts = Array.from({ length: width }, () => memoize(csvValue));
  return (row) => {
    const cells = row.map((value, index) => (value === null ? '' : (texts[index] ?? csvValue)(value)));
    return `${cells.join(',')}\r\n`;
  };
}

/** Writes numbers without the exponents that very large and very small ones would have. */
const csvValue = (value: string | number): string =>
  csvCell(typeof value === 'number' ? plainNumber(value) : value);
