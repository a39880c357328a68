import { describe, expect, it } from 'vitest';
import { LIST_SEPARATOR } from '#engine/cache/schema/cells';
import type { CacheReader } from '#engine/cache/query/reader';
import { roiAccounts } from '#engine/features/roi/accounts';
import { accountsWithCodes } from '#contract/filter-values';
import type { Filter } from '#contract/query';

const ACCOUNTS = [
  { key: '1', custodian: 'PER', advisor_codes: ['7AB'] },
  { key: '2', custodian: 'PER', advisor_codes: ['7ab', '7AC'] },
  { key: '3', custodian: 'PER', advisor_codes: ['X7AB'] },
  { key: '4', custodian: 'PER', advisor_codes: [] },
  { key: '5', custodian: 'SWB', advisor_codes: ['7AB'] },
];
const CODES = [
  { source: 'PER', code: '7AB' },
  { source: 'PER', code: 'IDLE' },
  { source: 'SWB', code: '00123' },
];

type FacetRequest = { query: { resource: string; filters: Filter[] }; field: string };

type Item = Record<string, string | string[]>;
const valuesOf = (record: Item, field: string): string[] => [record[field] ?? []].flat();

/** Fakes a cache reader over the lists above. */
function fakeReader(asOf: string | null): CacheReader {
  const findItems = ({ resource, filters }: FacetRequest['query']): Item[] =>
    (resource === 'accounts' ? ACCOUNTS : CODES).filter((record) =>
      filters.every(
        (filter) =>
          filter.op === 'in' && valuesOf(record, filter.field).some((value) => filter.values.includes(value)),
      ),
    );
  return {
    states: () => [{ resource: 'accounts', asOf }],
    facets: ({ query, field }: FacetRequest) => {
      const values = findItems(query).flatMap((record) => valuesOf(record, field));
      return {
        values: [...new Set(values)].map((value) => ({
          value,
          count: values.filter((other) => other === value).length,
        })),
      };
    },
    scan: () => () =>
      ACCOUNTS.map(({ key, custodian, advisor_codes: codes }, n) => [
        n,
        Number(key),
        custodian,
        codes.length === 0 ? null : codes.join(LIST_SEPARATOR),
      ]),
  } as unknown as CacheReader;
}

describe('the codes of a custodian', () => {
  it('are the mapped ones and those of accounts, with account counts', () => {
    expect(roiAccounts(fakeReader('2026-11-20')).codes('PER')).toEqual([
      { code: '7AB', isMapped: true, accounts: 1 },
      { code: '7ab', isMapped: false, accounts: 1 },
      { code: '7AC', isMapped: false, accounts: 1 },
      { code: 'IDLE', isMapped: true, accounts: 0 },
      { code: 'X7AB', isMapped: false, accounts: 1 },
    ]);
    expect(
      roiAccounts(fakeReader(null))
        .codes('SWB')
        .map(({ code }) => code),
    ).toEqual(['00123', '7AB']);
  });
});

describe('accounts with codes', () => {
  it('are found in upper or lower case, among several codes, at that custodian only', () => {
    const accounts = roiAccounts(fakeReader('2026-11-20'));
    expect(accounts.accountKeysWith('PER', ['7AB'])).toEqual(['1', '2']);
    expect(accounts.accountKeysWith('PER', ['7ac'])).toEqual(['2']);
    expect(accounts.accountKeysWith('PER', ['NEW'])).toEqual([]);
  });

  it('match the filters, with every spelling that accounts have', () => {
    const accounts = roiAccounts(fakeReader('2026-11-20'));
    const spellings = accounts.spellings('PER', ['7AB', 'NEW']);
    expect(spellings).toEqual(['7AB', 'NEW', '7ab']);
    const filters = accountsWithCodes(spellings.map((code) => ({ custodian: 'PER', code })));
    const matching = ACCOUNTS.filter((account: Item) =>
      filters.every(
        (filter) =>
          filter.op === 'in' &&
          valuesOf(account, filter.field).some((value) => filter.values.includes(value)),
      ),
    );
    expect(matching.map(({ key }) => key)).toEqual(accounts.accountKeysWith('PER', ['7AB', 'NEW']));
  });

  it('are unknown until all accounts were fetched', () => {
    expect(roiAccounts(fakeReader(null)).accountKeysWith('PER', ['7AB'])).toBeNull();
  });
});
