import { fail } from '#contract/failure';
import { SeparatedTextParser, separatorOf, type Separator } from '#contract/separated-text';
import { decodeText, copySubstring } from './text';
import { isWorkbook, MAGIC_BYTES, MAX_WORKBOOK_BYTES, readWorkbook } from './workbook';

/** A row of a file's table. */
export interface FileRow {
  /** Line in the file, or row of the sheet, from 1, counting empty ones; of a row with line breaks, the first line. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** A table read from a file of any format. */
export interface TextTable {
  /** True if rows have cells; otherwise each row is one line of text, perhaps with fixed width. */
  readonly hasColumns: boolean;
  /** The column separator of a text; null without columns, and for a workbook. */
  readonly separator: Separator | null;
  /** The workbook's sheet; null for a text. */
  readonly sheet: string | null;
  /** In batches; empty lines are left out. */
  readonly rows: AsyncIterable<FileRow[]>;
}

const BATCH_ROWS = 500;
/** A batch also ends at this weight: characters, plus a cost per cell. */
const BATCH_WEIGHT = 1_000_000;
const CELL_WEIGHT = 16;
/** Maximum length of a line or unfinished row; a file with a longer one is no table. */
const MAX_LINE_LENGTH = 1_000_000;

/**
 * Reads bytes as a table: text in any common encoding and separator, streamed in chunks of rows, or an Excel
 * workbook (`.xlsx`), which is held in memory. `signal` cancels reading a workbook. Fails with
 * `file-unreadable` for other formats.
 */
export async function readTable(bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<TextTable> {
  const source = bytes[Symbol.asyncIterator]();
  const start: Uint8Array[] = [];
  for (let size = 0; size < MAGIC_BYTES;) {
    const next = await source.next();
    if (next.done) break;
    start.push(next.value);
    size += next.value.byteLength;
  }
  const allChunks = concatenated(start, source);
  try {
    if (isWorkbook(Buffer.concat(start))) return await tableOfWorkbook(allChunks, signal);
    return await tableOfText(allChunks);
  } catch (error) {
    await allChunks.return();
    throw error;
  }
}

/** Yields the chunks already read, then the rest; `return` releases the source. */
async function* concatenated(
  start: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* start;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function tableOfWorkbook(bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<TextTable> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    chunks.push(Uint8Array.from(chunk)); // the chunk may only be valid until the next one
    size += chunk.byteLength;
    if (size > MAX_WORKBOOK_BYTES) break; // refused below
  }
  const { name, rows } = await readWorkbook(Buffer.concat(chunks), signal);
  return { hasColumns: true, separator: null, sheet: name, rows: batches(nonEmptyRows(rows)) };
}

/** Asynchronous, because `batches` also reads streams. */
async function* nonEmptyRows(rows: readonly string[][]): AsyncGenerator<FileRow, void, void> {
  for (const [index, cells] of rows.entries())
    if (cells.some(Boolean)) yield await Promise.resolve({ number: index + 1, cells });
}

async function tableOfText(bytes: AsyncIterable<Uint8Array>): Promise<TextTable> {
  const text = decodeText(bytes);
  const first = await text.next();
  const sample = first.done ? '' : first.value;
  const separator = separatorOf(sample);
  const chunks = joined(sample, text);
  return {
    hasColumns: separator !== null,
    separator,
    sheet: null,
    rows: separator === null ? batches(lines(chunks)) : batches(cells(chunks, separator)),
  };
}

async function* joined(
  first: string,
  rest: AsyncGenerator<string, void, void>,
): AsyncGenerator<string, void, void> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return();
  }
}

async function* cells(
  text: AsyncIterable<string>,
  separator: Separator,
): AsyncGenerator<FileRow, void, void> {
  const parser = new SeparatedTextParser(separator, 'file');
  const unreadable = () => fail('file-unreadable', { detail: { code: 'odd-quotes' } });
  const parse = function* (chunk: string, isLast: boolean) {
    for (const row of parser.parse(chunk, isLast)) {
      if (row.isOpen) throw unreadable();
      yield { number: row.number, cells: row.cells.map(copySubstring) };
    }
    if (parser.pendingLength > MAX_LINE_LENGTH) throw unreadable();
  };
  for await (const chunk of text) yield* parse(chunk, false);
  yield* parse('', true);
}

async function* lines(text: AsyncIterable<string>): AsyncGenerator<FileRow, void, void> {
  let lastLine = '';
  let number = 0;
  for await (const chunk of text) {
    // A carriage return at the end of a chunk may be half of a line break.
    const parts = (lastLine + chunk).split(/\r\n|\n|\r(?!$)/);
    lastLine = parts.pop() ?? '';
    if (lastLine.length > MAX_LINE_LENGTH) throw fail('file-unreadable', { detail: { code: 'no-lines' } });
    for (const line of parts) {
      number += 1;
      if (line.trim() !== '') yield { number, cells: [copySubstring(line)] };
    }
  }
  if (lastLine.trim() !== '')
    yield { number: number + 1, cells: [copySubstring(lastLine.replace(/\r$/, ''))] };
}

async function* batches(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow[], void, void> {
  let batch: FileRow[] = [];
  let weight = 0;
  for await (const row of rows) {
    batch.push(row);
    for (const cell of row.cells) weight += CELL_WEIGHT + cell.length;
    if (batch.length === BATCH_ROWS || weight > BATCH_WEIGHT) {
      yield batch;
      batch = [];
      weight = 0;
    }
  }
  if (batch.length > 0) yield batch;
}
