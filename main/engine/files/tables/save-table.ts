import path from 'node:path';
import { saveStream } from '../chosen-file';
import { csvChunks } from './write-csv';
import { workbookChunks } from './write-workbook';
import type { OutputColumn, TableCount, OutputTable } from './output-table';

/** Writers by format; the format is also the file extension. */
const WRITERS = { csv: csvChunks, xlsx: workbookChunks } as const;
export type TableFormat = keyof typeof WRITERS;

/** Returns the format by the extension of a file; a workbook for any other extension. */
export const tableFormatOf = (file: string): TableFormat =>
  path.extname(file).toLowerCase() === '.csv' ? 'csv' : 'xlsx';

export const textColumns = (headings: readonly string[]): OutputColumn[] =>
  headings.map((heading) => ({ heading, type: 'text' }));

interface SaveSteps {
  readonly onChunk?: (chunk: Uint8Array) => void;
  readonly beforeReplace?: () => Promise<void>;
}

/**
 * Saves a table to a chosen file, in chunks: complete or not at all (saveStream). Returns its counts.
 * Fails with `disk-full`, `file-not-saved` or `canceled`. `onChunk` gets each part of the file as it is written,
 * and `beforeReplace` is called once the file is complete.
 */
export async function saveTable(
  file: string,
  format: TableFormat,
  table: OutputTable,
  signal?: AbortSignal,
  { onChunk, beforeReplace }: SaveSteps = {},
): Promise<TableCount> {
  const count: TableCount = { rows: 0, cut: 0 };
  const chunks = WRITERS[format](table, count);
  await saveStream(file, onChunk ? tapped(chunks, onChunk) : chunks, signal, beforeReplace);
  return count;
}

async function* tapped(
  chunks: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of chunks) {
    onChunk(chunk);
    yield chunk;
  }
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
