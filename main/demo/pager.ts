import { invalid } from './refusal';
import type { Ids, Row, Table } from './table';

/** Spec 4.1. */
export interface Pager {
  readonly limit: number;
  readonly page: number;
}

const DEFAULT_LIMIT = 10_000;
const MOST = 100_000;

/** Records written to the socket in one piece; the service answers others in between. */
const PIECE = 500;

/**
 * Reads `pager.limit` (1 to 100,000, default 10,000) and `pager.page` (above zero, default 1); spec 4.1 and 8.
 * @throws Refusal 400 naming each bad value
 */
export function pagerOf(query: URLSearchParams): Pager {
  const reasons: string[] = [];
  const whole = (name: string, fallback: number, most: number): number => {
    const text = query.get(name);
    if (text === null) return fallback;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
    if (value >= 1 && value <= most) return value;
    reasons.push(
      most === MOST
        ? `${name} must be a whole number from 1 to 100000.`
        : `${name} must be a whole number above zero.`,
    );
    return fallback;
  };
  const limit = whole('pager.limit', DEFAULT_LIMIT, MOST);
  const page = whole('pager.page', 1, Number.MAX_SAFE_INTEGER);
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

/** The envelope of a finished list, or of one resource (spec 4.1: billing objects). */
export const envelope = (data: Row | readonly Row[], pager: Pager = { limit: DEFAULT_LIMIT, page: 1 }) => ({
  ...frame(Array.isArray(data) ? data.length : 1, pager),
  data,
});

/** One page of a list that is short enough to be at hand whole. */
export function pageOfRows(rows: readonly Row[], pager: Pager) {
  const from = (pager.page - 1) * pager.limit;
  return { ...frame(rows.length, pager), data: rows.slice(from, from + pager.limit) };
}

/**
 * One page of a table, written while it is generated: a page of 100,000 accounts is 170 MB and never in memory whole.
 * The rows of the page are fixed when the answer begins.
 */
export function pageOf(table: Pick<Table, 'text'>, ids: Ids, pager: Pager): Response {
  const from = Math.min(ids.length, (pager.page - 1) * pager.limit);
  const page = ids.slice(from, from + pager.limit);
  const head = JSON.stringify(frame(ids.length, pager)).slice(0, -1);
  const encoder = new TextEncoder();
  const headers = { 'content-type': 'application/json' };
  const piece = (start: number): string => {
    let text = start === 0 ? `${head},"data":[` : '';
    const end = Math.min(page.length, start + PIECE);
    for (let at = start; at < end; at++) text += (at === 0 ? '' : ',') + table.text(page[at] ?? 0);
    return end === page.length ? `${text}]}` : text;
  };
  if (page.length <= PIECE) return new Response(encoder.encode(piece(0)), { headers });
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      controller.enqueue(encoder.encode(piece(next)));
      next += PIECE;
      if (next >= page.length) controller.close();
    },
  });
  return new Response(body, { headers });
}
