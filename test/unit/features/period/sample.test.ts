import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawSample, populationSha256, randomSeed } from '#engine/features/period/sample';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const keys = fc.uniqueArray(fc.integer({ min: 1, max: 10 ** 6 }).map(String), {
  minLength: 1,
  maxLength: 60,
});

describe('a sample', () => {
  it('is the accounts with the lowest hash of seed and key, in any order of the population', () => {
    fc.assert(
      fc.property(keys, fc.nat(70), fc.string({ minLength: 1 }), (accounts, size, seed) => {
        const ranked = accounts
          .map((key) => [sha256(`${seed}:${key}`), key] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1));
        const expected = ranked.slice(0, size).map(([, key]) => key);
        expect(drawSample(accounts, size, seed)).toEqual(expected);
        expect(drawSample(accounts.toReversed(), size, seed)).toEqual(expected);
      }),
    );
  });

  it('keeps every account when it grows', () => {
    const accounts = Array.from({ length: 500 }, (_, index) => String(index));
    expect(drawSample(accounts, 30, 'a').slice(0, 20)).toEqual(drawSample(accounts, 20, 'a'));
  });

  it('differs by seed, and each new seed is different', () => {
    const accounts = Array.from({ length: 500 }, (_, index) => String(index));
    expect(drawSample(accounts, 20, 'a')).not.toEqual(drawSample(accounts, 20, 'b'));
    expect(randomSeed()).not.toBe(randomSeed());
  });

  it('records its population as a hash that sha256sum can repeat', () => {
    expect(populationSha256(['10', '9'])).toBe(sha256('10\n9\n'));
    expect(populationSha256(['9', '10'])).toBe(populationSha256(['10', '9']));
  });
});
