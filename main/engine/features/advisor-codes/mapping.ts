import { fail } from '#contract/failure';
import type { Service } from '../../service/client';

/** The mapping as the service has it now. */
export interface ServiceMapping {
  /** JSON text of the records by `recordName`. */
  readonly records: ReadonlyMap<string, string>;
  readonly ids: ReadonlySet<string>;
  /** True if the service confirmed the end of the list: then a record that is missing here does not exist. */
  readonly isComplete: boolean;
}

const PAGE = 10_000;
/** Page limit for a listing without an end; no firm has this many. */
const MAX_PAGES = 100;

/** Returns the name of a code for one firm; case-sensitive. */
export const recordName = (custodian: unknown, code: unknown, firm: unknown): string =>
  JSON.stringify([textOrEmpty(custodian), textOrEmpty(code), textOrEmpty(firm)]);

const textOrEmpty = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/**
 * Reads the whole mapping (spec 4.5) without changing the cache. Fails with `not-the-service` if the
 * records are not codes, because a code missing from such a response proves nothing.
 */
export async function readMapping(
  service: Pick<Service, 'call'>,
  signal: AbortSignal,
): Promise<ServiceMapping> {
  const rawByRecord = new Map<string, string>();
  const ids = new Set<string>();
  let read = 0;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { records, meta } = await service.call('advisorCodes.list', {
      pager: { limit: PAGE, page },
      signal,
    });
    for (const { raw, record } of records) {
      const { id, code, source, firm_id } = (record ?? {}) as Record<string, unknown>;
      if (textOrEmpty(id) === '' || typeof code !== 'string')
        throw fail('not-the-service', { cause: 'a record of the mapping is not an advisor code' });
      rawByRecord.set(recordName(source, code, firm_id), raw);
      ids.add(textOrEmpty(id));
    }
    read += records.length;
    if (records.length === 0 || meta.hasNext !== true)
      return {
        records: rawByRecord,
        ids,
        isComplete: meta.hasNext === false && (meta.totalItems ?? read) <= read,
      };
  }
  return { records: rawByRecord, ids, isComplete: false };
}
