import { dayOf } from '#contract/dates';
import type { CacheReader } from '../../cache/query/reader';
import type { CountedArchive, FeeHistoryStore } from './saved-work/fee-history';

/**
 * The service deletes a fee upload file with its billing report. If billing runs again, another file replaces it, but
 * the lines of the first are kept: together with those of the second, they count fees twice.
 */

/** Above the number of fee upload files. */
const MAX_FILES = 100_000;

/** Returns the IDs of the fee upload files that the service lists. */
export const listedFileIds = (reader: Pick<CacheReader, 'scan'>): ReadonlySet<string> =>
  new Set(
    reader
      .scan('feeUploadFiles', ['end_date'])(0, MAX_FILES)
      .map(([, key]) => String(key)),
  );

/** Returns whether a file may replace another of the same firm and period end; an unknown firm may be any. */
const mayReplace = (file: CountedArchive, other: CountedArchive): boolean =>
  dayOf(file.endDate) !== null &&
  dayOf(file.endDate) === dayOf(other.endDate) &&
  (file.firmId === null || other.firmId === null || file.firmId === other.firmId);

/** Returns whether both a listed file and an unlisted one that it may replace bill an account at the same custodian. */
export function mayCountTwice(
  feesOfAccount: readonly { readonly archive: CountedArchive; readonly custodian: string }[],
  listed: ReadonlySet<string>,
): boolean {
  const removed = feesOfAccount.filter(({ archive }) => !listed.has(archive.fileId));
  if (removed.length === 0 || removed.length === feesOfAccount.length) return false;
  return feesOfAccount.some(
    ({ archive, custodian }) =>
      listed.has(archive.fileId) &&
      removed.some((other) => other.custodian === custodian && mayReplace(archive, other.archive)),
  );
}

/**
 * Yields the references of the accounts whose fees in these archives may count twice: those of two archives at a time,
 * so that the caller can let other calls run in between.
 */
export function* refsThatMayCountTwice(
  store: Pick<FeeHistoryStore, 'refsInBoth' | 'custodiansOf'>,
  archives: readonly CountedArchive[],
  listed: ReadonlySet<string>,
): Generator<readonly string[], void, void> {
  const current = archives.filter(({ fileId }) => listed.has(fileId));
  for (const other of archives)
    if (!listed.has(other.fileId))
      for (const file of current)
        // Most files are of one custodian: only a few pairs have their lines compared.
        if (mayReplace(file, other) && haveCommonItem(store.custodiansOf(file), store.custodiansOf(other)))
          yield store.refsInBoth(file, other);
}

const haveCommonItem = (first: ReadonlySet<string>, second: ReadonlySet<string>): boolean =>
  [...first].some((item) => second.has(item));
