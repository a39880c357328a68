import { hasScope } from '../../service/failure-facts';
import { failureOf, type Failure, type FailureKind } from '#contract/failure';
import type { Resource } from '#contract/resource';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { JsonText } from '../../service/calls';
import type { Service } from '../../service/client';
import { readPage } from '../../wire/page';
import { callName, recordCalls } from '../record-calls';
import { withSmallerPages } from '../service-list';
import { recordKeyIn } from './field-text';
import { editableCoverage, RecordReadings, type Expectation } from './record-readings';

export type ReadingService = Pick<Service, 'call' | 'page'>;

/** Results of reading records again, by key. A record in none of these is not in the service. */
export interface FreshReadings {
  /**
   * JSON text of records whose reading has every editable field that was expected or that any reading had: these may
   * be sent back.
   */
  readonly texts: Map<string, string>;
  /**
   * Records without a complete reading: the last reading, and the fields in question. They must not be sent
   * back.
   */
  readonly incomplete: Map<string, { readonly raw: string; readonly lacks: readonly string[] }>;
  /** Records that could not be read while others could. */
  readonly unread: Map<string, Failure>;
}

/** IDs in one filter request. */
const MAX_IDS = 500;
/** Concurrent requests for single records. */
const CONCURRENCY = 4;
/** Maximum number of pages read of a filtered list. */
const MAX_PAGES = 50;
/**
 * After this many failures in a row, the service is considered unreadable, rather than the individual records. Until a
 * record was read, CONCURRENCY failures are enough.
 */
const MAX_FAILURES_IN_A_ROW = 20;

/** Failures that show that the filter is absent, or works differently from the wire facts: it is not used again. */
const FILTER_UNSUPPORTED_KINDS: readonly FailureKind[] = [
  'refused',
  'not-found',
  'part-absent',
  'not-allowed',
  'odd-answer',
  'not-the-service',
];
/** One unreadable record may break the response about all of them: they are read by ID this time. */
const FILTER_BROKEN_KINDS: readonly FailureKind[] = ['service-broken', 'cut-short', 'too-big'];

/** Returns true for failures that may concern only the requested record. */
const mayConcernOneRecord = (kind: FailureKind): boolean =>
  kind === 'cut-short' ||
  (hasScope(kind, 'request', 'endpoint') &&
    kind !== 'canceled' &&
    kind !== 'busy' &&
    kind !== 'read-only' &&
    kind !== 'part-absent');

/** Returns the keys of records that another reading may settle. */
const inconclusiveKeys = (readings: Readings): string[] =>
  [...readings].flatMap(([key, reading]) => (reading.conclusiveReading() === undefined ? [key] : []));

/**
 * Reads records of a resource again with as few requests as possible: many by a filter for their IDs in each list of
 * the resource (wire facts B8), the others by ID. A reading that lacks an editable field (wire facts B14) is followed
 * by reading by ID, by the filter, and last by the list.
 */
export class FreshReader {
  readonly #service: ReadingService;
  readonly #resource: ResourceName;
  readonly #descriptor: Resource;
  readonly #calls: ReturnType<typeof recordCalls>;
  readonly #coverageOf: ReturnType<typeof editableCoverage>;
  readonly #lists: NonNullable<Resource['service']['sources']>;
  #canFilterById: boolean;

  constructor(service: ReadingService, resource: ResourceName) {
    this.#service = service;
    this.#resource = resource;
    this.#descriptor = resourceNamed(resource);
    const { fields, service: declaration } = this.#descriptor;
    this.#calls = recordCalls(service, resource);
    this.#coverageOf = editableCoverage(this.#descriptor);
    this.#lists = declaration.sources ?? [{ operation: 'list' }];
    this.#canFilterById = this.#calls.offers('filter') && fields['id']?.filter === true;
  }

  /** Adds the records of these keys in one filtered list to `textByKey`. */
  async #filterList(
    keysToRead: readonly string[],
    body: unknown,
    signal: AbortSignal,
    textByKey: Map<string, string>,
  ) {
    const wantedKeys = new Set(keysToRead);
    const conditions = keysToRead.map((id) => `{"value":${idText(id)},"op":"eq"}`).join(',');
    const bodyFields = body === undefined ? '' : `,${JSON.stringify(body).slice(1, -1)}`;
    const text = `{"id":{"any_or_all":"any","conditions":[${conditions}]}${bodyFields}}`;
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const { bytes } = await this.#service.page(callName(this.#resource, 'filter'), {
        page,
        limit: keysToRead.length,
        body: new JsonText(text),
        signal,
      });
      const { records, meta } = readPage(bytes);
      let isNew = false;
      for (const raw of records.texts()) {
        const key = recordKeyIn(this.#descriptor, raw);
        // A record outside the filter proves that the service ignored it (wire facts B15).
        if (key === undefined || !wantedKeys.has(key)) this.#canFilterById = false;
        else if (!textByKey.has(key)) {
          textByKey.set(key, raw);
          isNew = true;
        }
      }
      if (!this.#canFilterById || !isNew || meta.hasNext !== true) return;
    }
  }

  async #readByFilter(keys: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
    const textByKey = new Map<string, string>();
    for (const { body } of this.#lists)
      for (let start = 0; start < keys.length && this.#canFilterById; start += MAX_IDS) {
        const missingKeys = keys.slice(start, start + MAX_IDS).filter((key) => !textByKey.has(key));
        if (missingKeys.length === 0) continue;
        try {
          await this.#filterList(missingKeys, body, signal, textByKey);
        } catch (error) {
          const { kind } = failureOf(error);
          if (FILTER_BROKEN_KINDS.includes(kind)) return textByKey;
          if (!FILTER_UNSUPPORTED_KINDS.includes(kind)) throw error;
          this.#canFilterById = false;
        }
      }
    return textByKey;
  }

  /** Reads by ID. Rejects if a failure concerns more than single records. */
  async #readById(
    keys: readonly string[],
    readings: Readings,
    signal: AbortSignal,
  ): Promise<Map<string, Failure>> {
    const unread = new Map<string, Failure>();
    const keysLeft = [...keys];
    let hasRead = [...readings.values()].some(({ isRead }) => isRead);
    let failedInARow = 0;
    let incompleteInARow = 0;
    let firstError: unknown;
    const readNext = async (): Promise<void> => {
      for (let key = keysLeft.pop(); key !== undefined; key = keysLeft.pop()) {
        const reading = readings.get(key);
        // If reading by ID omits fields as well, the list is read once for all of them.
        if (reading?.isRead && incompleteInARow >= CONCURRENCY) continue;
        try {
          const raw = await this.#calls.get(key, signal);
          if (raw !== null) reading?.add(raw);
          hasRead = true;
          failedInARow = 0;
          if (raw !== null && reading?.conclusiveReading() === undefined) incompleteInARow += 1;
          else incompleteInARow = 0;
        } catch (error) {
          firstError ??= error;
          const failure = failureOf(error);
          failedInARow += 1;
          const concernsService = failedInARow >= (hasRead ? MAX_FAILURES_IN_A_ROW : CONCURRENCY);
          if (readings.size === 1 || !mayConcernOneRecord(failure.kind) || concernsService) {
            keysLeft.length = 0; // the other requests in flight are the last
            throw error;
          }
          unread.set(key, failure);
        }
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, readNext));
    if (!hasRead && unread.size > 0) throw firstError;
    return unread;
  }

  /** Reads by ID, a call that the service may lack. */
  async #tryById(keys: readonly string[], readings: Readings, signal: AbortSignal): Promise<void> {
    try {
      await this.#readById(keys, readings, signal);
    } catch (error) {
      const { kind } = failureOf(error);
      if (kind !== 'part-absent' && !mayConcernOneRecord(kind)) throw error;
    }
  }

  /** Adds the readings of the lists, page by page, until all wanted ones are found. */
  async #readFromLists(keys: readonly string[], readings: Readings, signal: AbortSignal) {
    const missingKeys = new Set(keys);
    for (const { operation, body } of this.#lists)
      await withSmallerPages(async (limit, maxPages) => {
        for (let page = 1; page <= maxPages && missingKeys.size > 0; page += 1) {
          const name = callName(this.#resource, operation);
          const { bytes } = await this.#service.page(name, { page, limit, body, signal });
          const { records, meta } = readPage(bytes);
          let count = 0;
          for (const raw of records.texts()) {
            count += 1;
            const key = recordKeyIn(this.#descriptor, raw);
            if (key === undefined || !missingKeys.delete(key)) continue;
            readings.get(key)?.add(raw);
          }
          if (count === 0 || meta.hasNext !== true) break;
        }
      });
  }

  /** Reads the records with these keys. Rejects if the service cannot be read at all. */
  async read(
    keys: readonly string[],
    signal: AbortSignal,
    expectationOf: (key: string) => Expectation = () => ({}),
  ): Promise<FreshReadings> {
    const readings: Readings = new Map(
      keys.map((key) => [key, new RecordReadings(this.#descriptor, this.#coverageOf, expectationOf(key))]),
    );
    const addFiltered = async (missingKeys: readonly string[]): Promise<void> => {
      for (const [key, raw] of await this.#readByFilter(missingKeys, signal)) readings.get(key)?.add(raw);
    };
    let unread = new Map<string, Failure>();
    const isFilterFirst = readings.size > 1 && this.#canFilterById;
    if (isFilterFirst) await addFiltered([...readings.keys()]);
    const inconclusive = inconclusiveKeys(readings);
    if (inconclusive.length > 0) {
      // A service may lack a read by ID that only the wire facts mention, so its "not found" proves nothing: the
      // list is read instead.
      if (this.#calls.isSure('get')) unread = await this.#readById(inconclusive, readings, signal);
      else {
        const { records } = await this.#calls.list(signal);
        for (const key of inconclusive) {
          const raw = records.get(key);
          if (raw !== undefined) readings.get(key)?.add(raw);
        }
      }
      const isRead = (key: string) => readings.get(key)?.isRead === true;
      const stillInconclusive = inconclusiveKeys(readings).filter(isRead);
      if (stillInconclusive.length > 0 && !isFilterFirst && this.#canFilterById)
        await addFiltered(stillInconclusive);
      const incompleteKeys = inconclusiveKeys(readings).filter(
        (key) => isRead(key) && readings.get(key)?.allIncomplete,
      );
      if (incompleteKeys.length > 0)
        if (this.#calls.isSure('get')) await this.#readFromLists(incompleteKeys, readings, signal);
        else if (this.#calls.offers('get')) await this.#tryById(incompleteKeys, readings, signal);
    }
    return resultsOf(readings, unread);
  }
}

type Readings = Map<string, RecordReadings>;

function resultsOf(readings: Readings, failures: ReadonlyMap<string, Failure>): FreshReadings {
  const results: FreshReadings = { texts: new Map(), incomplete: new Map(), unread: new Map() };
  for (const [key, reading] of readings) {
    const raw = reading.bestReading();
    const failure = failures.get(key);
    if (raw !== undefined) results.texts.set(key, raw);
    else if (reading.latest !== undefined)
      results.incomplete.set(key, { raw: reading.latest, lacks: reading.unreliableFields() });
    else if (failure) results.unread.set(key, failure);
  }
  return results;
}

/** Returns an ID as JSON: nearly always a number, of any length. */
const idText = (id: string): string => (/^\d+$/.test(id) ? id : JSON.stringify(id));
