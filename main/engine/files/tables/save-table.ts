import { saveStream } from '../chosen-file';
import { csvPieces } from './write-csv';
import { workbookPieces } from './write-workbook';
import type { TableCount, WrittenTable } from './written';

/** How tables are written; the format is the extension of the file's name, too. */
const WRITERS = { csv: csvPieces, xlsx: workbookPieces } as const;
export type TableFormat = keyof typeof WRITERS;

/**
 * Saves a table to a file that the person named, some rows at a time: whole or not at all (saveStream). Answers how many
 * rows. Fails as `disk-full`, `file-not-saved` or, when the signal says so, `canceled`.
 */
export async function saveTable(
  file: string,
  format: TableFormat,
  table: WrittenTable,
  signal?: AbortSignal,
): Promise<TableCount> {
  const count: TableCount = { rows: 0, cut: 0 };
  await saveStream(file, WRITERS[format](table, count), signal);
  return count;
}

/** Rows in the batches of which a written table is made. */
export function* batched<T>(rows: Iterable<T>, size = 500): Generator<T[], void, void> {
  let batch: T[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
