import { parse } from 'csv-parse';
import { pipeline, Readable } from 'node:stream';
import { fail } from '../../../../preload/contract/failure';
import { separatorOf, type Separator } from './separator';
import { asText } from './text';

export interface TableText {
  /** Null: a text without columns; each row is then one line of it. */
  readonly separator: Separator | null;
  /** The cells, some rows at a time; empty lines are left out. */
  readonly rows: AsyncIterable<string[][]>;
}

const BATCH = 500;
/** A line longer than this is no line of a fee file. */
const MOST_LINE = 1_000_000;

/**
 * Reads bytes as a table, in any usual encoding and separator; never more than some rows are held. Fails as
 * `file-unreadable` for what is no text.
 */
export async function readTable(bytes: AsyncIterable<Uint8Array>): Promise<TableText> {
  const text = asText(bytes);
  const first = await text.next();
  const sample = first.done ? '' : first.value;
  const separator = separatorOf(sample);
  const pieces = joined(sample, text);
  return { separator, rows: separator === null ? batches(lines(pieces)) : batches(cells(pieces, separator)) };
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
  delimiter: Separator,
): AsyncGenerator<string[], void, void> {
  const source = Readable.from(text);
  const over = new Promise((resolve) => source.once('close', resolve));
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MOST_LINE,
  });
  // Not a mere pipe, which passes neither the text's failure on nor the end of interest back: the one would never be
  // heard of, and the other leave the text being read from a file that is closed by then.
  pipeline(source, parser, () => undefined); // what goes wrong is thrown below
  try {
    for await (const row of parser as AsyncIterable<string[]>) yield row;
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))
      throw fail('file-unreadable', { reasons: ['Its quotes or line ends do not fit.'] }, error);
    throw error;
  } finally {
    source.destroy();
    await over;
  }
}

async function* lines(text: AsyncIterable<string>): AsyncGenerator<string[], void, void> {
  let rest = '';
  for await (const piece of text) {
    const parts = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = parts.pop() ?? '';
    if (rest.length > MOST_LINE) throw fail('file-unreadable', { reasons: ['It has no lines.'] });
    for (const line of parts) if (line.trim() !== '') yield [line];
  }
  if (rest.trim() !== '') yield [rest.replace(/\r$/, '')];
}

async function* batches(rows: AsyncIterable<string[]>): AsyncGenerator<string[][], void, void> {
  let batch: string[][] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
