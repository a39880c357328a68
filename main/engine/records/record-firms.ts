import { resourceNamed, type ResourceName } from '#contract/resources';
import type { CacheReader } from '../cache/query/reader';

/** Returns the firm IDs of records, by key; empty if the list has no firm IDs. */
export function firmsOfRecords(
  reader: Pick<CacheReader, 'rowsOf'>,
  resource: ResourceName,
  keys: readonly string[],
): ReadonlyMap<string, string | null> {
  if (!resourceNamed(resource).fields['firm_id']) return new Map();
  return new Map(
    reader
      .rowsOf(resource, keys, ['firm_id'])
      .map(([, key, firm]) => [String(key), firm === null || firm === undefined ? null : String(firm)]),
  );
}

/**
 * Returns whether a record belongs to a firm's work. A record without a firm ID belongs to every firm's: excluding it
 * everywhere would hide a billed account from the signer of a period. Every record belongs to work without a firm
 * (null).
 */
export const belongsToFirm = (firm: string | null, recordFirm: string | null | undefined): boolean =>
  firm === null || recordFirm === null || recordFirm === undefined || recordFirm === firm;
