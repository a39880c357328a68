import { expect, it, vi } from 'vitest';
import type { CacheReader } from '#engine/cache/query/reader';
import { roiAccounts } from '#engine/features/roi/accounts';

const CODES = 40;
const REQUESTS = 2_000;
const reader = {
  version: 1,
  states: () => [{ resource: 'accounts', asOf: '2026-11-20' }],
  facets: vi.fn(() => ({
    values: Array.from({ length: CODES }, (_, index) => ({ value: `C${index}`, count: 1 })),
  })),
  /** Rows of one account for each code: row number, key, custodian and code. */
  scan: vi.fn(
    () => () => Array.from({ length: CODES }, (_, index) => [index + 1, index + 1, 'PER', `C${index}`]),
  ),
};

it('reads once for two thousand requests to a custodian, and again after a change', () => {
  const accounts = roiAccounts(reader as unknown as CacheReader);
  const visit = () => {
    for (let index = 0; index < REQUESTS; index += 1) {
      expect(accounts.accountKeysWith('PER', [`c${index % CODES}`])).toEqual([String((index % CODES) + 1)]);
      accounts.spellings('PER', [`c${index % CODES}`]);
    }
  };
  visit();
  visit();
  expect(reader.facets).toHaveBeenCalledTimes(1);
  expect(reader.scan).toHaveBeenCalledTimes(1);
  expect(accounts.accountKeysWith('PER', ['c1'])).toBe(accounts.accountKeysWith('PER', ['c1'])); // memoized
  reader.version += 1;
  visit();
  expect(reader.facets).toHaveBeenCalledTimes(2);
  expect(reader.scan).toHaveBeenCalledTimes(2);
});
