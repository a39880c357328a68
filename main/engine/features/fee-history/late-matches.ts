import type { CacheReader } from '../../cache/query/reader';
import {
  accountKeyOfRef,
  accountNumberOfRef,
  accountRefOfKey,
  accountRefsOf,
  normalizedAccountNumber,
} from '../reconcile/account-refs';
import { mayCountTwice } from './replaced-files';
import type { CountedArchive, FeeHistoryStore } from './saved-work/fee-history';

/**
 * The accounts of lines that matched none when their file was read, by account reference: an account that was fetched
 * later, if it is the only one with the number.
 */
export type LateMatches = ReadonlyMap<string, string>;

interface ArchiveFee {
  readonly archive: CountedArchive;
  readonly custodian: string;
}

export function lateMatchesIn(
  reader: Pick<CacheReader, 'accountsByNumber'>,
  store: Pick<FeeHistoryStore, 'unmatchedRefs'>,
  archives: readonly CountedArchive[],
): LateMatches {
  const numbers = new Map<string, string>();
  for (const archive of archives)
    for (const accountRef of store.unmatchedRefs(archive)) {
      const number = accountNumberOfRef(accountRef);
      if (number !== '') numbers.set(accountRef, number);
    }
  if (numbers.size === 0) return new Map();
  const accounts = reader.accountsByNumber(new Set(numbers.values()), normalizedAccountNumber);
  return new Map(
    [...numbers].flatMap(([accountRef, number]) => {
      const [only, ...others] = (accounts.get(number) ?? []).filter((account) =>
        accountRefsOf(account).includes(accountRef),
      );
      return only && others.length === 0 ? [[accountRef, only.key] as const] : [];
    }),
  );
}

/** Returns the key of the account that a line bills; null if it matched none, or several. */
export const accountOfLine = (accountRef: string, late: LateMatches): string | null =>
  accountKeyOfRef(accountRef) ?? late.get(accountRef) ?? null;

/**
 * Returns the accounts with late matches whose fees may count twice. `refsThatMayCountTwice` compares references, so it
 * does not find an account that one file bills by its key and another by its number.
 */
export function lateMatchesThatMayCountTwice(
  store: Pick<FeeHistoryStore, 'feesOf'>,
  archives: readonly CountedArchive[],
  listed: ReadonlySet<string>,
  late: LateMatches,
): string[] {
  if (late.size === 0) return [];
  const fees = new Map([...late.values()].map((account) => [account, [] as ArchiveFee[]]));
  const refs = new Set([...late.keys(), ...[...fees.keys()].map((key) => accountRefOfKey(key))]);
  for (const archive of archives)
    for (const { accountRef, custodian } of store.feesOf(archive, refs))
      fees.get(accountOfLine(accountRef, late) ?? '')?.push({ archive, custodian });
  return [...fees].flatMap(([account, all]) => (mayCountTwice(all, listed) ? [account] : []));
}
