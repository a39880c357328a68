import { fail } from '#contract/failure';
import { idOf } from '#contract/exact-json/fields';
import type { ListedRecords } from '../service/parse-response';

/** The records of a list, read from the service. */
export interface ServiceList {
  /** JSON texts by ID. */
  readonly records: ReadonlyMap<string, string>;
  /** True if the service reports no further page and no further record: any other record does not exist. */
  readonly isComplete: boolean;
}

const PAGE_SIZE = 10_000;
/** More than any firm has. A list with more pages is returned as incomplete. */
const MAX_PAGES = 100;

/**
 * Reads a list page by page (spec 4.1), without side effects. Fails with `not-the-service` if a record
 * has no ID: missing records in such a response prove nothing.
 */
export async function allRecords(
  pageOf: (page: number, limit: number) => Promise<ListedRecords<unknown>>,
): Promise<ServiceList> {
  const rawById = new Map<string, string>();
  let receivedCount = 0;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { records, meta } = await pageOf(page, PAGE_SIZE);
    for (const { raw } of records) {
      const id = idOf(raw);
      if (id === null) throw fail('not-the-service', { cause: 'a record of the list has no ID' });
      rawById.set(id, raw);
    }
    receivedCount += records.length;
    // Without a total, a record that came twice means that the pages shifted, so that another may be missing.
    if (records.length === 0 || meta.hasNext !== true)
      return {
        records: rawById,
        isComplete: meta.hasNext === false && (meta.totalItems ?? receivedCount) <= rawById.size,
      };
  }
  return { records: rawById, isComplete: false };
}
