import { saveStream } from '../chosen-file';
import { csvChunks } from './write-csv';
import { workbookChunks } from './write-workbook';
import type { TableCount, OutputTable } from './output-table';

/** Writers by format; the format is also the file extension. */
const WRITERS = { csv: csvChunks, xlsx: workbookChunks } as const;
export type TableFormat = keyof typeof WRITERS;

/**
 * Saves a table to a chosen file, in chunks: complete or not at all (saveStream). Returns the number of rows.
 * Fails with `disk-full`, `file-not-saved` or `canceled`.
 */
export async function saveTable(
  file: string,
  format: TableFormat,
  table: OutputTable,
  signal?: AbortSignal,
): Promise<TableCount> {
  const count: TableCount = { rows: 0, cut: 0 };
  await saveStream(file, WRITERS[format](table, count), signal);
  return count;
}

/** Splits rows into batches. */
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
