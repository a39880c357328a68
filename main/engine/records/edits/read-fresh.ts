import { failureOf, type FailureKind } from '../../../../preload/contract/failure';
import { resourceNamed, type ResourceName } from '../../../../preload/contract/resources';
import { JsonText } from '../../service/calls';
import type { Service } from '../../service/client';
import { readPage } from '../../wire/page';
import { recordCalls } from '../record-calls';
import { keyOf } from './field-text';

export type ReadingService = Pick<Service, 'call' | 'page'>;

/** Reads records again at the service: their texts by key; who is not in it is not there. */
export type ReadFresh = (keys: readonly string[], signal: AbortSignal) => Promise<Map<string, string>>;

/** IDs in one question. */
const IDS_ASKED = 500;
/** Requests for single records at a time. */
const AT_ONCE = 4;
/** More pages than any answer to so many IDs has. */
const PAGES = 50;

/** A filter that is not there, or not as the wire facts have it, is lived without. */
const NO_FILTER: readonly FailureKind[] = [
  'refused',
  'not-found',
  'part-absent',
  'not-allowed',
  'odd-answer',
  'not-the-service',
];

/**
 * Makes what reads records of a resource again, with as few requests as the service allows: many by a filter for their
 * IDs, in each of the lists that the resource has (closed accounts come from theirs alone, wire facts B8), and whoever did
 * not come by that one by one. Whether the filter answers for IDs is seen by its answers and remembered.
 */
export function freshReader(service: ReadingService, resource: ResourceName): ReadFresh {
  const descriptor = resourceNamed(resource);
  const { fields, service: row } = descriptor;
  const calls = recordCalls(service, resource);
  const lists = row.sources ?? [{ operation: 'list' as const }];
  let isFiltered = calls.offers('filter') && fields['id']?.filter === true;

  async function byFilter(
    asked: readonly string[],
    body: unknown,
    signal: AbortSignal,
    found: Map<string, string>,
  ) {
    const wanted = new Set(asked);
    const conditions = asked.map((id) => `{"value":${idText(id)},"op":"eq"}`).join(',');
    const more = body === undefined ? '' : `,${JSON.stringify(body).slice(1, -1)}`;
    const text = `{"id":{"any_or_all":"any","conditions":[${conditions}]}${more}}`;
    for (let page = 1; page <= PAGES; page += 1) {
      const { bytes } = await service.page(`${resource as 'accounts'}.filter`, {
        page,
        limit: asked.length,
        body: new JsonText(text),
        signal,
      });
      const { records, meta } = readPage(bytes);
      let isNew = false;
      for (const raw of records.texts()) {
        const key = keyOf(descriptor, raw);
        // One that nobody asked for: the filter was passed over.
        if (key === undefined || !wanted.has(key)) isFiltered = false;
        else if (!found.has(key)) {
          found.set(key, raw);
          isNew = true;
        }
      }
      if (!isFiltered || !isNew || meta.hasNext !== true) return;
    }
  }

  async function many(keys: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const { body } of lists)
      for (let at = 0; at < keys.length && isFiltered; at += IDS_ASKED) {
        const asked = keys.slice(at, at + IDS_ASKED).filter((key) => !found.has(key));
        if (asked.length === 0) continue;
        try {
          await byFilter(asked, body, signal, found);
        } catch (error) {
          if (!NO_FILTER.includes(failureOf(error).kind)) throw error;
          isFiltered = false;
        }
      }
    return found;
  }

  async function singly(keys: readonly string[], found: Map<string, string>, signal: AbortSignal) {
    const left = [...keys];
    const next = async (): Promise<void> => {
      for (let key = left.pop(); key !== undefined; key = left.pop()) {
        const raw = await calls.get(key, signal);
        if (raw !== null) found.set(key, raw);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }

  return async (keys, signal) => {
    const found = keys.length > 1 && isFiltered ? await many(keys, signal) : new Map<string, string>();
    const missing = keys.filter((key) => !found.has(key));
    if (missing.length === 0) return found;
    // What only the wire facts know may not be there: that one does not come by it says nothing.
    if (calls.isSure('get')) await singly(missing, found, signal);
    else {
      const { records } = await calls.list(signal);
      for (const key of missing) {
        const raw = records.get(key);
        if (raw !== undefined) found.set(key, raw);
      }
    }
    return found;
  };
}

/** An ID as the service has it: nearly always a number, of any length. */
const idText = (id: string): string => (/^\d+$/.test(id) ? id : JSON.stringify(id));
