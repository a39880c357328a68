import {
  expectEnd,
  isListAt,
  isObjectAt,
  JsonError,
  readItems,
  readMembers,
  scalarOf,
  skipSpace,
  valueEnd,
} from '#contract/exact-json/scan';
import { fail } from '#contract/failure';

/** The pager fields of a response (spec 4.1); null for a field that is missing. */
export interface PageMeta {
  readonly hasNext: boolean | null;
  readonly currentPage: number | null;
  readonly totalPages: number | null;
  readonly totalItems: number | null;
  /** The page size that the service actually used. */
  readonly pageSize: number | null;
}

/** For a response without a pager. */
export const NO_PAGER: PageMeta = {
  hasNext: null,
  currentPage: null,
  totalPages: null,
  totalItems: null,
  pageSize: null,
};

export interface Envelope {
  /** `paged`: `data` with a pager; `bare`: `data` or a list without one; `single`: the body is the record itself. */
  readonly shape: 'paged' | 'bare' | 'single';
  readonly meta: PageMeta;
  /** The JSON text of each record exactly as received, so that no digit is lost. */
  readonly records: string[];
}

const PAGER_KEYS = [
  'has_next',
  'has_previous',
  'current_page',
  'total_pages',
  'page_size_limit',
  'total_items',
];

/**
 * Splits a response into records without parsing them (spec 4.1, wire facts B4): an envelope's `data`, whether
 * array, object or null, or else the bare array or object. One pass over the text, a few hundred megabytes
 * per second. Throws `cut-short` for truncated text and `not-the-service` for anything but JSON.
 */
export function readEnvelope(text: string): Envelope {
  try {
    return envelopeOf(text, skipSpace(text, text.charCodeAt(0) === 0xfeff ? 1 : 0));
  } catch (error) {
    throw failureOfJson(error);
  }
}

/** Converts a scanning error to a failure; returns any other error unchanged. */
export const failureOfJson = (error: unknown): unknown =>
  error instanceof JsonError
    ? fail(error.kind === 'truncated' ? 'cut-short' : 'not-the-service', { cause: error.message }, error)
    : error;

function envelopeOf(text: string, start: number): Envelope {
  if (isObjectAt(text, start)) return readObject(text, start);
  if (isListAt(text, start)) {
    const { items, end } = listItems(text, start);
    expectEnd(text, end);
    return { shape: 'bare', meta: NO_PAGER, records: items };
  }
  const end = valueEnd(text, start);
  expectEnd(text, end);
  scalarOf(text, start, end); // rejects text such as "Not found", which is not JSON
  return { shape: 'single', meta: NO_PAGER, records: [text.slice(start, end)] };
}

function readObject(text: string, start: number): Envelope {
  const fields = new Map<string, string>();
  let data: { items: string[]; raw?: undefined } | { items?: undefined; raw: string } | undefined;
  const end = readMembers(text, start, (name, position) => {
    if (name === 'data' && isListAt(text, position)) {
      const list = listItems(text, position);
      data = { items: list.items };
      fields.set(name, '');
      return list.end;
    }
    const after = valueEnd(text, position);
    const value = text.slice(position, after);
    fields.set(name, value);
    if (name === 'data') data = { raw: value };
    return after;
  });
  expectEnd(text, end);
  // A record may have a field named `data`; the body is an envelope only with pager fields or `object: list`, or if it
  // has nothing else.
  if (!data || !isEnvelope(fields))
    return { shape: 'single', meta: NO_PAGER, records: [text.slice(start, end)] };
  return {
    shape: hasPager(fields) ? 'paged' : 'bare',
    meta: metaOf(fields),
    records: data.items ?? (data.raw === 'null' ? [] : [data.raw]),
  };
}

const hasPager = (fields: ReadonlyMap<string, string>): boolean => PAGER_KEYS.some((key) => fields.has(key));
const isEnvelope = (fields: ReadonlyMap<string, string>): boolean =>
  fields.size === 1 || fields.get('object') === '"list"' || hasPager(fields);

function metaOf(fields: ReadonlyMap<string, string>): PageMeta {
  const count = (key: string): number | null => {
    const raw = fields.get(key);
    const text = raw?.replaceAll('"', '').trim();
    const value = text ? Number(text) : Number.NaN; // an empty text is no number, but Number('') is 0
    return Number.isInteger(value) && value >= 0 ? value : null;
  };
  const next = fields.get('has_next');
  return {
    hasNext:
      next === 'true' || next === '"true"' ? true : next === 'false' || next === '"false"' ? false : null,
    currentPage: count('current_page'),
    totalPages: count('total_pages'),
    totalItems: count('total_items'),
    pageSize: count('page_size_limit'),
  };
}

/** Returns the items of the list that begins at `start`, as text. */
function listItems(text: string, start: number): { items: string[]; end: number } {
  const items: string[] = [];
  const end = readItems(text, start, (position) => {
    const after = valueEnd(text, position);
    items.push(text.slice(position, after));
    return after;
  });
  return { items, end };
}
