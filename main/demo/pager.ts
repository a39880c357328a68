import { invalid } from './refusal';
import type { Ids, DemoRow, DemoTable } from './table';

/** Spec 4.1. */
export interface Pager {
  readonly limit: number;
  readonly page: number;
}

const DEFAULT_LIMIT = 10_000;
const MAX_LIMIT = 100_000;

/** Records per chunk written to the socket; the service handles other requests in between. */
const CHUNK_RECORDS = 500;

/** Initial buffer size per record; most records are shorter than this. */
const RECORD_BYTES = 2400;

/**
 * Reads `pager.limit` (1 to 100,000, default 10,000) and `pager.page` (above zero, default 1); spec 4.1 and
 * 8.
 * @throws Refusal 400 naming each bad value
 */
export function parsePager(query: URLSearchParams): Pager {
  const reasons: string[] = [];
  const readWholeNumber = (name: string, fallback: number, max: number): number => {
    const text = query.get(name);
    if (text === null) return fallback;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
    if (value >= 1 && value <= max) return value;
    reasons.push(
      max === MAX_LIMIT
        ? `${name} must be a whole number from 1 to 100000.`
        : `${name} must be a whole number above zero.`,
    );
    return fallback;
  };
  const limit = readWholeNumber('pager.limit', DEFAULT_LIMIT, MAX_LIMIT);
  const page = readWholeNumber('pager.page', 1, Number.MAX_SAFE_INTEGER);
  if (reasons.length > 0) throw invalid(...reasons);
  return { limit, page };
}

interface Envelope {
  readonly object: 'list';
  readonly has_next: boolean;
  readonly has_previous: boolean;
  readonly current_page: number;
  readonly total_pages: number;
  readonly page_size_limit: number;
  readonly total_items: number;
}

const frame = (total: number, { limit, page }: Pager): Envelope => {
  const pages = Math.max(1, Math.ceil(total / limit));
  return {
    object: 'list',
    has_next: page < pages,
    has_previous: page > 1,
    current_page: page,
    total_pages: pages,
    page_size_limit: limit,
    total_items: total,
  };
};

/** Returns the envelope of a complete list or of one resource (spec 4.1: billing objects). */
export const envelope = (data: DemoRow | readonly DemoRow[]) => ({
  ...frame(Array.isArray(data) ? data.length : 1, { limit: DEFAULT_LIMIT, page: 1 }),
  data,
});

/** Returns one page of a short list that is in memory. */
export function pageOfRows(rows: readonly DemoRow[], pager: Pager) {
  const from = (pager.page - 1) * pager.limit;
  return { ...frame(rows.length, pager), data: rows.slice(from, from + pager.limit) };
}

/**
 * Streams one page of a table while generating it: a page of 100,000 accounts is 200 MB. Its IDs are fixed when the
 * response begins; a record that is removed before its turn is left out.
 */
export function pageOf(table: Pick<DemoTable, 'text'>, ids: Ids, pager: Pager): Response {
  const from = Math.min(ids.length, (pager.page - 1) * pager.limit);
  const page = ids.slice(from, from + pager.limit);
  const head = `${JSON.stringify(frame(ids.length, pager)).slice(0, -1)},"data":[`;
  const headers = { 'content-type': 'application/json' };
  let isFirstRecord = true;
  const chunk = (start: number): Uint8Array<ArrayBuffer> => {
    const out = new Utf8Buffer(Math.min(CHUNK_RECORDS, page.length - start + 1) * RECORD_BYTES);
    if (start === 0) out.add(head);
    const end = Math.min(page.length, start + CHUNK_RECORDS);
    for (let index = start; index < end; index++) {
      const text = table.text(page[index] ?? 0);
      if (text === undefined) continue;
      if (!isFirstRecord) out.add(',');
      isFirstRecord = false;
      out.add(text);
    }
    if (end === page.length) out.add(']}');
    return out.bytes();
  };
  if (page.length <= CHUNK_RECORDS) return new Response(chunk(0), { headers });
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      controller.enqueue(chunk(next));
      next += CHUNK_RECORDS;
      if (next >= page.length) controller.close();
    },
  });
  return new Response(body, { headers });
}

/** A growing UTF-8 buffer: five times as fast as joining all texts and encoding them once. */
class Utf8Buffer {
  #buffer: Buffer<ArrayBuffer>;
  #used = 0;

  constructor(capacity: number) {
    this.#buffer = Buffer.allocUnsafeSlow(capacity);
  }

  add(text: string): void {
    // A UTF-16 unit takes at most three bytes.
    if (this.#used + text.length * 3 > this.#buffer.length) {
      const wider = Buffer.allocUnsafeSlow((this.#buffer.length + text.length * 3) * 2);
      this.#buffer.copy(wider, 0, 0, this.#used);
      this.#buffer = wider;
    }
    this.#used += this.#buffer.write(text, this.#used);
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#used);
  }
}
