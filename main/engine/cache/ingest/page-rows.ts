import { fail } from '#contract/failure';
import { indexedText } from '../../sqlite/search-text';
import type { PageRecords } from '../../wire/packed-records';
import { extractor, type Extract } from '../schema/extract';
import type { TableSchema } from '../schema/schema';

/**
 * The table rows of consecutive records in a page. Each part is one JSON list with an item per record: SQLite
 * reads such a list faster than single rows, and bytes transfer between threads without a copy.
 */
export interface RowChunk {
  readonly count: number;
  /** Number of records that do not fit their schema. */
  readonly drifted: number;
  /** [key, hash, dates, drifted] */
  readonly states: Uint8Array<ArrayBuffer>;
  /** [key, title, subtitle, drift, …cells] */
  readonly rows: Uint8Array<ArrayBuffer>;
  /** [start, length] within the page's bytes */
  readonly ranges: Uint8Array<ArrayBuffer>;
  /** The text that the search index stores for each record. */
  readonly words: Uint8Array<ArrayBuffer>;
}

/** Records per chunk. */
const CHUNK_RECORDS = 1_000;
const ENCODER = new TextEncoder();
type Bytes = Uint8Array<ArrayBuffer>;
type RowBuffers = [Bytes, Bytes, Bytes, Bytes];
/** Records per step; larger steps make the garbage collector move more live objects. */
const STEP_RECORDS = 100;
/**
 * Half of a surrogate pair, which JSON.stringify escapes. From JSON, SQLite would store invalid UTF-8 instead of
 * a replacement character.
 */
const HALF_SURROGATE = /\\ud[89a-f]/i;

/** Returns the chunk's buffers, for transfer to another thread. */
export const buffersOfChunk = ({ states, rows, ranges, words }: RowChunk): ArrayBuffer[] =>
  [states, rows, ranges, words].map(({ buffer }) => buffer);

/**
 * Returns a function that builds the rows of a page, or undefined for a page that must be stored record by
 * record. Fails with `odd-answer` if a record is not JSON. `yieldToReaders` runs between records.
 */
export function pageRowBuilder(
  table: TableSchema,
  yieldToReaders = (): void => undefined,
): (records: PageRecords) => RowChunk[] | undefined {
  const read = extractor(table);
  const extract = (raw: string): Extract => {
    yieldToReaders();
    return read(raw);
  };
  return (records) => {
    const chunks: RowChunk[] = [];
    for (let from = 0; from < records.count; from += CHUNK_RECORDS) {
      const chunk = rowChunkOf(records, from, Math.min(from + CHUNK_RECORDS, records.count), extract);
      if (!chunk) return undefined;
      chunks.push(chunk);
    }
    return chunks;
  };
}

function rowChunkOf(
  records: PageRecords,
  from: number,
  to: number,
  extract: (raw: string) => Extract,
): RowChunk | undefined {
  let drifted = 0;
  /** For each part: the items of all steps, as JSON. */
  const parts: readonly string[][] = [[], [], [], []];
  for (let first = from; first < to; first += STEP_RECORDS) {
    const states: unknown[] = [];
    const rows: unknown[] = [];
    const ranges: unknown[] = [];
    const words: string[] = [];
    for (let index = first; index < Math.min(first + STEP_RECORDS, to); index += 1) {
      const raw = records.text(index);
      const record = extract(raw);
      if (record.isWithoutKey) expectJson(raw); // a text that is not JSON never has a key
      const { key, title, subtitle, drift, cells } = record;
      const { hash, dates } = records.fingerprint(index);
      const bytes = records.bytes(index);
      if (drift !== null) drifted += 1;
      states.push([key, hash, dates, drift === null ? 0 : 1]);
      rows.push([key, title, subtitle, drift, ...cells]);
      ranges.push([bytes.byteOffset, bytes.length]);
      words.push(indexedText(record.words));
    }
    for (const [part, items] of [states, rows, ranges, words].entries())
      parts[part]?.push(JSON.stringify(items).slice(1, -1));
  }
  const texts = parts.map((items) => `[${items.join(',')}]`);
  if (texts.some((text) => HALF_SURROGATE.test(text))) return undefined;
  const [states, rows, ranges, words] = texts.map((text) => ENCODER.encode(text)) as RowBuffers;
  return { count: to - from, drifted, states, rows, ranges, words };
}

/** Fails if the text is not JSON: that means a broken page, and nothing of it is stored. */
export function expectJson(raw: string): void {
  try {
    JSON.parse(raw);
  } catch {
    throw fail('odd-answer', { cause: 'a record is not JSON' }); // without the original error, which may quote the record
  }
}
