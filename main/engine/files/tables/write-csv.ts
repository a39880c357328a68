import { csvLine, UTF8_MARK } from './csv';
import { plainNumber, type TableCount, type WrittenCell, type WrittenTable } from './written';

/** A table as CSV text, some rows at a time. */
export async function* csvPieces(
  { columns, rows }: WrittenTable,
  count: TableCount,
): AsyncGenerator<string, void, void> {
  yield UTF8_MARK + csvLine(columns.map(({ heading }) => heading));
  for await (const batch of rows) {
    let text = '';
    for (const row of batch) text += csvLine(row.map(plain));
    count.rows += batch.length;
    yield text;
  }
}

/** Numbers of doubles have exponents where they are very large or small. */
const plain = (value: WrittenCell): WrittenCell => (typeof value === 'number' ? plainNumber(value) : value);
