import fc from 'fast-check';
import {
  addTier,
  setUpperBound,
  mergeTier,
  removeTier,
  setRate,
  splitTier,
  type LadderChange,
  type Ladder,
} from '#contract/fees/ladder';
import { CENT } from '#contract/fees/decimal';
import Big from 'big.js';

/** Dollars with cents, as text. */
export const arbitraryDollars = fc
  .bigInt({ min: 1n, max: 10_000_000_000n })
  .map((cents) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`);
export const rate = fc.integer({ min: 0, max: 99_000 }).map((thousandths) => String(thousandths / 1000));

/** Tiers with rising limits and a rate each. All but the ID are JSON texts, which `tiersJson` writes as they are. */
export const wireTiers = fc
  .tuple(
    fc.uniqueArray(fc.bigInt({ min: 1n, max: 10_000_000_000n }), { maxLength: 6 }),
    fc.array(rate, { minLength: 7, maxLength: 7 }),
  )
  .map(([cents, rates]) => {
    const ends = cents
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map((each) => new Big(String(each)).times('0.01'));
    return [...ends, null].map((end, index) => ({
      id: 4249 + index,
      min: index === 0 ? '0' : (ends[index - 1] ?? new Big(0)).plus(CENT).toFixed(),
      max: end?.toFixed() ?? 'null',
      rate: rates[index] ?? '0',
    }));
  });

/** Returns tiers as the service's JSON, each with an unknown field. */
export const tiersJson = (tiers: readonly { id: number; min: string; max: string; rate: string }[]): string =>
  `[${tiers
    .map(
      ({ id, min, max, rate: percent }) =>
        `{"id": ${id}, "odd": 0.10, "min_balance": ${min}, "max_balance": ${max}, "rate": ${percent}, "fee_structure_id": 1290}`,
    )
    .join(', ')}]`;

/** Any edit that the editor could request, valid or not, including of tiers that do not exist. */
export const operation: fc.Arbitrary<(ladder: Ladder) => LadderChange> = fc
  .record({
    kind: fc.constantFrom('split', 'merge', 'add', 'remove', 'move', 'rate'),
    index: fc.integer({ min: -1, max: 8 }),
    amount: fc.oneof(arbitraryDollars, fc.constantFrom('0', '-5', '', '1e3', 'abc', '10.005', '0.01')),
    percent: fc.oneof(rate, fc.constantFrom('-1', '100', 'x', '')),
  })
  .map(({ kind, index, amount, percent }) => (ladder: Ladder) => {
    switch (kind) {
      case 'split':
        return splitTier(ladder, index, amount);
      case 'merge':
        return mergeTier(ladder, index);
      case 'add':
        return addTier(ladder, amount, percent);
      case 'remove':
        return removeTier(ladder, index);
      case 'move':
        return setUpperBound(ladder, index, amount);
      default:
        return setRate(ladder, index, percent);
    }
  });
