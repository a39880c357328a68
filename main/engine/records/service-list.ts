import { fail, FailureError } from '#contract/failure';
import { idOf } from '#contract/exact-json/fields';
import { isFailure } from '../service/failures';
import type { ListedRecords } from '../service/parse-response';

/** The records of a list, read from the service. */
export interface ServiceList {
  /** JSON texts by ID. */
  readonly records: ReadonlyMap<string, string>;
  /** True if the service reports no further page and no further record: any other record does not exist. */
  readonly isComplete: boolean;
}

const PAGE_SIZE = 10_000;
/** Minimum page size when halving. */
const MIN_PAGE_SIZE = 500;
/** More than any firm has. A longer list is returned as incomplete. */
const MAX_RECORDS = 1_000_000;

/**
 * Reads a list page by page (spec 4.1), without side effects. Fails with `not-the-service` if a record
 * has no ID: missing records in such a response prove nothing.
 */
export const allRecords = (
  pageOf: (page: number, limit: number) => Promise<ListedRecords<unknown>>,
): Promise<ServiceList> =>
  withSmallerPages(async (limit, maxPages) => {
    const rawById = new Map<string, string>();
    let receivedCount = 0;
    for (let page = 1; page <= maxPages; page += 1) {
      const { records, meta } = await pageOf(page, limit);
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
  });

/**
 * Reads a whole list; again from its start with pages half as large while a page is too large or gets a 504. A 504 for
 * the smallest pages counts as silence, so that no caller reads the list again and again for fewer rows.
 */
export async function withSmallerPages<T>(read: (limit: number, maxPages: number) => Promise<T>): Promise<T> {
  for (let limit = PAGE_SIZE; ; limit /= 2)
    try {
      return await read(limit, MAX_RECORDS / limit);
    } catch (error) {
      // A silent service fails at once: each attempt would take minutes.
      const isSilent = isFailure(error, 'timeout') && error.failure.status === undefined;
      if (!isFailure(error, 'timeout', 'too-big') || isSilent) throw error;
      const { status: _, ...failure } = error.failure;
      if (limit / 2 < MIN_PAGE_SIZE) throw new FailureError(failure, error);
    }
}
