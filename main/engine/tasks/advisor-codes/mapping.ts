import { fail } from '../../../../preload/contract/failure';
import type { Service } from '../../service/client';

/** The mapping as the service has it now. */
export interface Mapping {
  /** Its records as JSON text, by their names as `recordName` says them. */
  readonly records: ReadonlyMap<string, string>;
  readonly ids: ReadonlySet<string>;
  /** The service said that this is all of it: what is not in it is not there. */
  readonly whole: boolean;
}

const PAGE = 10_000;
/** More than any firm has; a listing without an end is given up. */
const PAGES = 100;

/** A code for one firm, letter for letter. */
export const recordName = (custodian: unknown, code: unknown, firm: unknown): string =>
  JSON.stringify([textOf(custodian), textOf(code), textOf(firm)]);

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/**
 * Reads the whole mapping (spec 4.5), without changing anything. Fails as `not-the-service` for an answer whose records
 * are no codes: nothing may be concluded from what such an answer lacks.
 */
export async function readMapping(service: Pick<Service, 'call'>, signal: AbortSignal): Promise<Mapping> {
  const found = new Map<string, string>();
  const ids = new Set<string>();
  let read = 0;
  for (let page = 1; page <= PAGES; page += 1) {
    const { records, meta } = await service.call('advisorCodes.list', {
      pager: { limit: PAGE, page },
      signal,
    });
    for (const { raw, record } of records) {
      const { id, code, source, firm_id } = (record ?? {}) as Record<string, unknown>;
      if (textOf(id) === '' || typeof code !== 'string')
        throw fail('not-the-service', { cause: 'a record of the mapping is no advisor code' });
      found.set(recordName(source, code, firm_id), raw);
      ids.add(textOf(id));
    }
    read += records.length;
    if (records.length === 0 || meta.hasNext !== true)
      return { records: found, ids, whole: meta.hasNext === false && (meta.totalItems ?? read) <= read };
  }
  return { records: found, ids, whole: false };
}
