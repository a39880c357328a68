import { z } from 'zod';
import { exactFieldsOf, isInexact } from '#contract/exact-json/fields';
import { fail } from '#contract/failure';
import { resources, type RecordOf, type ResourceName } from '#contract/resources';
import { parseJson } from '#common/parse-json';
import { messagesIn } from './body-messages';
import { NO_PAGER, readEnvelope, type PageMeta } from '../wire/envelope';

/** Converts the text of a successful response to a value. */
export interface ResponseParser<T> {
  readonly shape: 'list' | 'record' | 'removal' | 'values' | 'value' | 'archive';
  readonly read: (text: string) => T;
  /**
   * The value of a success without a body: creates and deletes may return nothing, or "OK" (wire facts B7).
   */
  readonly noContent: () => T;
}
export type ParsedResponse<A> = A extends ResponseParser<infer T> ? T : never;

/**
 * A record as read: its untouched JSON text (a PUT sends it back whole) and its fields. A record that does
 * not fit is kept with the names of the fields, instead of failing its page.
 */
export type ReadRecord<T> =
  | { readonly raw: string; readonly fits: true; readonly record: T }
  | {
      readonly raw: string;
      readonly fits: false;
      readonly record: unknown;
      readonly drift: readonly string[];
    };

export interface ListedRecords<T> {
  readonly meta: PageMeta;
  readonly records: readonly ReadRecord<T>[];
}

/** What a delete reports as removed; empty if it only said OK. */
export interface RemovalResponse {
  readonly ids: readonly string[];
  /** The number of removed records, reported or counted by their IDs; null if neither is given. */
  readonly n: number | null;
  /** The service's messages, redacted. */
  readonly messages: readonly string[];
}

/** Checks whether the record fits only when `fits` or `drift` is read: for a record just written, neither is. */
function readRecord<N extends ResourceName>(name: N, raw: string): ReadRecord<RecordOf<N>> {
  const record = parseRecord(raw);
  let driftedFields: string[] | undefined;
  const drift = (): string[] => (driftedFields ??= driftOf(name, record));
  return {
    raw,
    record: record as RecordOf<N>, // parsing with the schema would change nothing
    get fits() {
      return drift().length === 0;
    },
    get drift() {
      return drift().length === 0 ? undefined : drift();
    },
  } as ReadRecord<RecordOf<N>>;
}

/** Returns the names of the fields that do not fit. */
function driftOf(name: ResourceName, record: unknown): string[] {
  const { error } = resources[name].schema.safeParse(record);
  return [...new Set(error?.issues.map(({ path }) => String(path[0] ?? '')))];
}

/** Fails with `odd-answer` for invalid JSON, without the parser's message, which may quote it. */
function parseRecord(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    throw fail('odd-answer', { cause: 'a record is not JSON' });
  }
}

/** Parses an envelope, bare array or bare object of a resource's records (wire facts B4). */
export const listResponse = <N extends ResourceName>(
  name: N,
): ResponseParser<ListedRecords<RecordOf<N>>> => ({
  shape: 'list',
  read: (text) => {
    const { meta, records } = readEnvelope(text);
    return { meta, records: records.map((raw) => readRecord(name, raw)) };
  },
  noContent: () => ({ meta: NO_PAGER, records: [] }),
});

/** Parses one record, enveloped (as an object or array of one) or bare. */
export const recordOf = <N extends ResourceName>(name: N): ResponseParser<ReadRecord<RecordOf<N>>> => ({
  shape: 'record',
  read: (text) => {
    const raw = readEnvelope(text).records[0];
    if (raw === undefined) throw fail('not-found', { cause: 'the response holds no record' });
    return readRecord(name, raw);
  },
  noContent: () => ({ raw: '', fits: false, record: null, drift: [''] }),
});

const removed = z.looseObject({
  n: z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]).nullish(),
  id: z.union([z.number(), z.string()]).nullish(),
  ids: z.array(z.union([z.number(), z.string()])).nullish(),
  data: z.unknown().optional(),
});

const NOTHING_NAMED: RemovalResponse = { ids: [], n: null, messages: [] };

/** Deletes return JSON, plain text or nothing (spec 2.11, wire facts B7); judgeRemoved interprets it. */
export const removalResponse: ResponseParser<RemovalResponse> = {
  shape: 'removal',
  read: (text) => {
    const parsedBody = parseJson(text);
    // IDs above 2^53 lose digits in a double: they are compared as text.
    const body = removed.safeParse(isInexact(parsedBody) ? exactFieldsOf(text) : parsedBody);
    if (!body.success) return NOTHING_NAMED;
    const inner = removed.safeParse(Array.isArray(body.data.data) ? body.data.data[0] : body.data.data);
    const { id, ids, n } = inner.success ? { ...body.data, ...inner.data } : body.data;
    const allIds = (ids ?? (id === null || id === undefined ? [] : [id])).map(String);
    const messages = [...messagesIn(body.data), ...(inner.success ? messagesIn(inner.data) : [])];
    return { ids: allIds, n: n ?? (allIds.length > 0 ? allIds.length : null), messages };
  },
  noContent: () => NOTHING_NAMED,
};

/** Parses a list of small values; each must match the schema, and only its members are kept. */
export const valuesResponse = <S extends z.ZodType>(schema: S): ResponseParser<z.output<S>[]> => ({
  shape: 'values',
  read: (text) => readEnvelope(text).records.map((raw) => parseOrFail(schema, parseRecord(raw))),
  noContent: () => [],
});

/**
 * Parses a list of independent rows with IDs; a row that does not match the schema is left out. A body that is one
 * object must match.
 */
export const rowsOf = <S extends z.ZodType>(schema: S): ResponseParser<z.output<S>[]> => ({
  shape: 'values',
  read: (text) => {
    const { shape, records } = readEnvelope(text);
    if (shape === 'single') return records.map((raw) => parseOrFail(schema, parseRecord(raw)));
    return records.flatMap((raw) => {
      const row = schema.safeParse(parseRecord(raw));
      return row.success ? [row.data] : [];
    });
  },
  noContent: () => [],
});

/** Parses one small value: enveloped, bare JSON, or plain text where a string is expected. */
export const valueResponse = <S extends z.ZodType>(schema: S): ResponseParser<z.output<S>> => ({
  shape: 'value',
  read: (text) => {
    const body = parseJson(text);
    if (body === undefined) return parseOrFail(schema, text.trim());
    const raw = readEnvelope(text).records[0];
    return parseOrFail(schema, raw === undefined ? body : JSON.parse(raw));
  },
  noContent: () => parseOrFail(schema, {}),
});

const failOnRead = (): never => {
  throw fail('unexpected', { cause: 'an archive is downloaded, not read' });
};

/** A binary response, which is streamed and never read here. */
export const archiveResponse: ResponseParser<never> = {
  shape: 'archive',
  read: failOnRead,
  noContent: failOnRead,
};

function parseOrFail<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  // Field names only: the values may be tax IDs or keys.
  const paths = parsed.error.issues
    .slice(0, 5)
    .map(({ path, code }) => `${path.join('.') || 'answer'}: ${code}`);
  throw fail('not-the-service', { cause: paths.join(', ') });
}
