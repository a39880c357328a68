import { fail } from '#contract/failure';
import { idOf } from '#contract/exact-json/fields';
import type { ListedRecords } from '../service/answers';

/** The records of a list as the service has them now. */
export interface WholeList {
  /** As JSON text, by their ids. */
  readonly records: ReadonlyMap<string, string>;
  /** The service said that this is all of it: what is not in it is not there. */
  readonly isComplete: boolean;
}

const PAGE = 10_000;
/** More than any firm has; a listing without an end is given up. */
const PAGES = 100;

/**
 * Reads a list page by page (spec 4.1), without side effects. Fails as `not-the-service` if the records of an
 * answer have no ID: missing records in such an answer prove nothing.
 */
export async function allRecords(
  pageOf: (page: number, limit: number) => Promise<ListedRecords<unknown>>,
): Promise<WholeList> {
  const rawById = new Map<string, string>();
  let read = 0;
  for (let page = 1; page <= PAGES; page += 1) {
    const { records, meta } = await pageOf(page, PAGE);
    for (const { raw } of records) {
      const id = idOf(raw);
      if (id === null) throw fail('not-the-service', { cause: 'a record of the list has no id' });
      rawById.set(id, raw);
    }
    read += records.length;
    if (records.length === 0 || meta.hasNext !== true)
      return {
        records: rawById,
        isComplete: meta.hasNext === false && (meta.totalItems ?? read) <= rawById.size,
      };
  }
  return { records: rawById, isComplete: false };
}
