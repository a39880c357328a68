import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CacheReader } from '#engine/cache/query/reader';
import { roiAccounts } from '#engine/features/roi/accounts';

const CODES = 40;
const REQUESTS = 2_000;
const reader = {
  version: 1,
  states: () => [{ resource: 'accounts', asOf: '2026-11-20' }],
  facets: vi.fn(() => ({
    values: Array.from({ length: CODES }, (_, at) => ({ value: `C${at}`, count: 1 })),
  })),
  scan: vi.fn(() => () => Array.from({ length: CODES }, (_, at) => [at + 1, at + 1, 'PER', `C${at}`])),
};

beforeEach(() => void (reader.version = 1));
afterEach(() => void vi.clearAllMocks());

it('reads once per custodian for two thousand requests, and again after a change', () => {
  const accounts = roiAccounts(reader as unknown as CacheReader);
  const visit = () => {
    for (let at = 0; at < REQUESTS; at += 1) {
      expect(accounts.withCodes('PER', [`c${at % CODES}`])).toEqual([String((at % CODES) + 1)]);
      accounts.spellings('PER', [`c${at % CODES}`]);
    }
  };
  visit();
  visit();
  expect(reader.facets).toHaveBeenCalledTimes(1);
  expect(reader.scan).toHaveBeenCalledTimes(1);
  expect(accounts.withCodes('PER', ['c1'])).toBe(accounts.withCodes('PER', ['c1'])); // memoized
  reader.version += 1;
  visit();
  expect(reader.facets).toHaveBeenCalledTimes(2);
  expect(reader.scan).toHaveBeenCalledTimes(2);
});
