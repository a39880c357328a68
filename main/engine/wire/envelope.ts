import { fail } from '../../../preload/contract/failure';

/** The pager's part of an answer (spec 4.1); null where the service left a field out. */
export interface PageMeta {
  readonly hasNext: boolean | null;
  readonly currentPage: number | null;
  readonly totalPages: number | null;
  readonly totalItems: number | null;
  /** The page size the service really used. */
  readonly pageSize: number | null;
}

/** Of an answer without a pager. */
export const NO_META: PageMeta = {
  hasNext: null,
  currentPage: null,
  totalPages: null,
  totalItems: null,
  pageSize: null,
};

export interface Envelope {
  readonly meta: PageMeta;
  /** The JSON text of each record exactly as it came, so that no digit is lost. */
  readonly records: string[];
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

const PAGER_KEYS = [
  'has_next',
  'has_previous',
  'current_page',
  'total_pages',
  'page_size_limit',
  'total_items',
];

const cut = () => fail('cut-short', { cause: 'the JSON ends in the middle' });
const foreign = (at: number) => fail('not-the-service', { cause: `no JSON at character ${at}` });

/**
 * Takes an answer apart without parsing its records (spec 4.1, wire facts B4): an envelope's `data`, whether
 * array, object or null; else the bare array or object. One pass over the text, a few hundred megabytes a second.
 * Throws `cut-short` for a text that ends too early and `not-the-service` for one that is not JSON.
 */
export function readEnvelope(text: string): Envelope {
  const start = skipSpace(text, text.charCodeAt(0) === 0xfeff ? 1 : 0);
  if (start === text.length) throw cut();
  const first = text.charCodeAt(start);
  if (first === OPEN_LIST) {
    const { items, end } = listItems(text, start);
    expectEnd(text, end);
    return { meta: NO_META, records: items };
  }
  if (first !== OPEN_OBJECT) {
    const end = valueEnd(text, start);
    expectEnd(text, end);
    const value = text.slice(start, end);
    if (!isJson(value)) throw foreign(start);
    return { meta: NO_META, records: [value] };
  }
  return readObject(text, start);
}

function readObject(text: string, start: number): Envelope {
  const fields = new Map<string, string>();
  let data: { items: string[]; raw?: undefined } | { items?: undefined; raw: string } | undefined;
  let at = skipSpace(text, start + 1);
  if (text.charCodeAt(at) === CLOSE_OBJECT) at++;
  else
    for (;;) {
      if (at >= text.length) throw cut();
      if (text.charCodeAt(at) !== QUOTE) throw foreign(at);
      const keyEnd = stringEnd(text, at);
      const key = keyOf(text.slice(at, keyEnd), at);
      at = skipSpace(text, keyEnd);
      if (at >= text.length) throw cut();
      if (text.charCodeAt(at) !== COLON) throw foreign(at);
      at = skipSpace(text, at + 1);
      if (at >= text.length) throw cut();
      if (key === 'data' && text.charCodeAt(at) === OPEN_LIST) {
        const list = listItems(text, at);
        data = { items: list.items };
        fields.set(key, '');
        at = list.end;
      } else {
        const end = valueEnd(text, at);
        const value = text.slice(at, end);
        fields.set(key, value);
        if (key === 'data') data = { raw: value };
        at = end;
      }
      at = skipSpace(text, at);
      if (at >= text.length) throw cut();
      const next = text.charCodeAt(at);
      at++;
      if (next === CLOSE_OBJECT) break;
      if (next !== COMMA) throw foreign(at - 1);
      at = skipSpace(text, at);
    }
  expectEnd(text, at);
  // A resource may have a field named `data` of its own: only the pager's company makes it an envelope.
  if (!data || !isPaged(fields)) return { meta: NO_META, records: [text.slice(start, at)] };
  return {
    meta: metaOf(fields),
    records: data.items ?? (data.raw === 'null' ? [] : [data.raw]),
  };
}

const isPaged = (fields: ReadonlyMap<string, string>): boolean =>
  fields.size === 1 || fields.get('object') === '"list"' || PAGER_KEYS.some((key) => fields.has(key));

function metaOf(fields: ReadonlyMap<string, string>): PageMeta {
  const count = (key: string): number | null => {
    const raw = fields.get(key);
    const value = raw === undefined || raw === 'null' ? Number.NaN : Number(raw.replaceAll('"', ''));
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

/** The items of the list that begins at `start`, as text. */
function listItems(text: string, start: number): { items: string[]; end: number } {
  const items: string[] = [];
  let at = skipSpace(text, start + 1);
  if (text.charCodeAt(at) === CLOSE_LIST) return { items, end: at + 1 };
  for (;;) {
    if (at >= text.length) throw cut();
    const end = valueEnd(text, at);
    items.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (at >= text.length) throw cut();
    const next = text.charCodeAt(at);
    if (next === CLOSE_LIST) return { items, end: at + 1 };
    if (next !== COMMA) throw foreign(at);
    at = skipSpace(text, at + 1);
  }
}

/** One past the end of the value that begins at `start`. */
function valueEnd(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return stringEnd(text, start);
  if (first === OPEN_OBJECT || first === OPEN_LIST) return nestEnd(text, start);
  const length = text.length;
  let at = start;
  for (; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code === COMMA || code === CLOSE_LIST || code === CLOSE_OBJECT) break;
  }
  if (at === start) throw foreign(start);
  return at;
}

/** The hot loop: strings are short, so stepping through them beats a call of indexOf for each. */
function nestEnd(text: string, start: number): number {
  const length = text.length;
  let depth = 0;
  let at = start;
  while (at < length) {
    const code = text.charCodeAt(at++);
    if (code === QUOTE) {
      for (;;) {
        if (at >= length) throw cut();
        const inner = text.charCodeAt(at++);
        if (inner === QUOTE) break;
        if (inner === BACKSLASH) at++;
      }
      // `{` and `}` are `[` and `]` with bit 5 set, and the letters between them never stand outside a string.
    } else if ((code | 32) === OPEN_OBJECT) depth++;
    else if ((code | 32) === CLOSE_OBJECT && --depth === 0) return at;
  }
  throw cut();
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) throw cut();
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break;
  }
  return at;
}

function expectEnd(text: string, from: number): void {
  const at = skipSpace(text, from);
  if (at < text.length) throw foreign(at);
}

function keyOf(quoted: string, at: number): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    throw foreign(at);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
