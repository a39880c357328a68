import type { RoiCode } from '#contract/features/roi/calls';
import { appendTo, getOrCompute } from '#contract/maps';
import { compareTexts } from '#contract/text';
import { allRecordsQuery, type Filter } from '#contract/query';
import { LIST_SEPARATOR } from '../../cache/schema/cells';
import type { CacheReader } from '../../cache/query/reader';

const MAX_ROWS = 1_000_000;
const inFilter = (field: string, values: string[]): Filter => ({ op: 'in', field, values });

/** Custodians' codes in the cache, and the accounts that have them. */
export interface RoiAccounts {
  /** Returns mapped codes and codes of accounts, in alphabetical order. */
  codes(custodian: string): RoiCode[];
  /** Returns the codes, and their other spellings (upper or lower case) on accounts of the custodian. */
  spellings(custodian: string, codes: readonly string[]): string[];
  /**
   * Returns keys of the custodian's accounts with any of the codes, ignoring case; null before a full fetch
   * of the accounts.
   */
  accountKeysWith(custodian: string, codes: readonly string[]): string[] | null;
  /** Returns when the accounts were last fetched completely; null: not yet. */
  asOf(): string | null;
}

/**
 * Memoizes results until the cache changes, because two thousand requests look up the same few values per
 * visit. Queries run one at a time, so the version read before a query belongs to its result.
 */
const memoizeByVersion =
  (reader: Pick<CacheReader, 'version'>) =>
  <A extends string[], T>(compute: (...names: A) => T): ((...names: A) => T) => {
    const results = new Map<string, T>();
    let version: number | undefined;
    return (...names) => {
      if (version !== reader.version) results.clear();
      version = reader.version;
      return getOrCompute(results, JSON.stringify(names), () => compute(...names));
    };
  };

/** Accounts can have several codes; the cache counts and finds each, ignoring case. */
export function roiAccounts(reader: CacheReader): RoiAccounts {
  const memoized = memoizeByVersion(reader);
  const codesOfAccounts = memoized((custodian: string) =>
    reader
      .facets({
        query: allRecordsQuery('accounts', [inFilter('custodian', [custodian])]),
        field: 'advisor_codes',
        contains: '',
        limit: MAX_ROWS,
      })
      .values.flatMap(({ value, count }) => (value === null ? [] : [{ value, count }])),
  );

  const spellings = (custodian: string, codes: readonly string[]): string[] => {
    const wanted = new Set(codes.map((code) => code.toLowerCase()));
    const onAccounts = codesOfAccounts(custodian).map(({ value }) => value);
    return [...new Set([...codes, ...onAccounts.filter((code) => wanted.has(code.toLowerCase()))])];
  };

  /** Account keys by custodian and code, from one pass over the accounts instead of one per code. */
  const accountKeysByCode = memoized(() => {
    const keys = new Map<string, Map<string, string[]>>();
    // The first cell, which is not needed, is the row's number.
    for (const [, key, custodian, codes] of reader.scan('accounts', ['custodian', 'advisor_codes'])(
      0,
      MAX_ROWS,
    )) {
      if (custodian === null || codes === null) continue;
      const keysOfCustodian = getOrCompute(keys, String(custodian), () => new Map());
      for (const code of new Set(String(codes).split(LIST_SEPARATOR)))
        appendTo(keysOfCustodian, code, String(key));
    }
    return keys;
  });

  const asOf = (): string | null =>
    reader.states().find(({ resource }) => resource === 'accounts')?.asOf ?? null;

  /** Computed once for all requests with these codes, because it reads each of their accounts. */
  const accountKeysWith = memoized((custodian: string, ...codes: string[]): string[] | null => {
    if (asOf() === null) return null;
    const keysOfCustodian = accountKeysByCode().get(custodian);
    return [...new Set(spellings(custodian, codes).flatMap((code) => keysOfCustodian?.get(code) ?? []))];
  });

  const memoizedSpellings = memoized((custodian: string, ...codes: string[]) => spellings(custodian, codes));

  return {
    spellings: (custodian, codes) => memoizedSpellings(custodian, ...codes),
    codes(custodian) {
      const codes = new Map<string, RoiCode>();
      const mapped = reader.facets({
        query: allRecordsQuery('advisorCodes', [inFilter('source', [custodian])]),
        field: 'code',
        contains: '',
        limit: MAX_ROWS,
      }).values;
      for (const { value } of mapped)
        if (value !== null) codes.set(value, { code: value, isMapped: true, accounts: 0 });
      for (const { value: code, count } of codesOfAccounts(custodian)) {
        const known = codes.get(code) ?? { code, isMapped: false, accounts: 0 };
        codes.set(code, { ...known, accounts: known.accounts + count });
      }
      return [...codes.values()].sort((a, b) => compareTexts(a.code, b.code));
    },

    accountKeysWith: (custodian, codes) => accountKeysWith(custodian, ...codes),
    asOf,
  };
}
