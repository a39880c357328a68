import { sha256 } from '#common/sha256';
import { randomBytes } from 'node:crypto';
import { withoutTaxIds } from '../team/saved-work/without-tax-ids';

/**
 * A sample that anyone can repeat: the billed accounts, without those chosen by hand, are ordered by the SHA-256 of
 * "seed:key", and the first ones are drawn. The population, all billed accounts, is recorded as the SHA-256 of its
 * keys, sorted, one per line.
 */

/** Returns a random seed without digits that could be a tax ID. */
export function randomSeed(): string {
  for (;;) {
    const seed = randomBytes(8).toString('hex');
    if (withoutTaxIds(seed) === seed) return seed;
  }
}

export const populationSha256 = (accounts: readonly string[]): string =>
  sha256(
    [...accounts]
      .sort()
      .map((key) => `${key}\n`)
      .join(''),
  );

/** Returns `size` of the accounts, or all of them if there are fewer. */
export const drawSample = (accounts: readonly string[], size: number, seed: string): string[] =>
  accounts
    .map((key) => ({ key, rank: sha256(`${seed}:${key}`) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0))
    .slice(0, size)
    .map(({ key }) => key);
