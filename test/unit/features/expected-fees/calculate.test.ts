import { daysBetween, endBefore } from '#contract/dates';
import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedFee } from '#engine/features/expected-fees/calculate';
import { termsIn } from '#contract/fees/structure';

/** Dollars from cents, and percent from hundredths of a basis point, as exact text. */
const dollars = (cents: bigint): string => new Big(cents.toString()).div(100).toFixed(2);
const percent = (units: bigint): string => new Big(units.toString()).div(10_000).toFixed(4);

/** Rounds a fraction of cents half up, in whole numbers. */
const roundHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

interface SampleStructure {
  readonly kind: 'R' | 'T' | 'D' | 'A';
  /** Upper bounds in cents, ascending; the last tier has none. */
  readonly bounds: readonly bigint[];
  readonly rates: readonly bigint[];
  readonly flat: bigint;
}

/** The yearly fee of an independent formula in units of a millionth of a cent. */
function yearlyUnits({ kind, bounds, rates, flat }: SampleStructure, balance: bigint): bigint {
  if (kind === 'A') return flat * 1_000_000n;
  if (kind === 'R') return balance * (rates[0] ?? 0n);
  const tier = bounds.findIndex((bound) => balance <= bound);
  const last = tier < 0 ? bounds.length : tier;
  if (kind === 'D') return balance * (rates[last] ?? 0n);
  let fee = 0n;
  for (let step = 0; step <= last; step++) {
    const from = step === 0 ? 0n : (bounds[step - 1] ?? 0n);
    const to = step === last ? balance : (bounds[step] ?? 0n);
    fee += (to - from) * (rates[step] ?? 0n);
  }
  return fee;
}

function rawOf({ kind, bounds, rates, flat }: SampleStructure): string {
  const tiers = rates.map((rate, index) => {
    const from = index === 0 ? '0' : dollars((bounds[index - 1] ?? 0n) + 1n);
    const to = index < bounds.length ? dollars(bounds[index] ?? 0n) : 'null';
    return `{"min_balance":${from},"max_balance":${to},"rate":${percent(rate)}}`;
  });
  return `{"calculation_type":"${kind}","flat_rate":${percent(rates[0] ?? 0n)},"flat_dollar_fee":${dollars(flat)},"frequency":"Q","tiers":[${tiers.join(',')}]}`;
}

const rate = fc.bigInt({ min: 0n, max: 990_000n });
const amount = fc.bigInt({ min: 1n, max: 10_000_000_000_000n });
const sampleStructure: fc.Arbitrary<SampleStructure> = fc
  .record({
    kind: fc.constantFrom('R' as const, 'T' as const, 'D' as const, 'A' as const),
    steps: fc.array(fc.bigInt({ min: 2n, max: 500_000_000n }), { maxLength: 4 }),
    rates: fc.array(rate, { minLength: 5, maxLength: 5 }),
    flat: fc.bigInt({ min: 0n, max: 10_000_000n }),
  })
  .map(({ kind, steps, rates, flat }) => {
    const bounds: bigint[] = [];
    for (const step of steps) bounds.push((bounds.at(-1) ?? 0n) + step);
    return { kind, bounds, rates: rates.slice(0, bounds.length + 1), flat };
  });

describe('the expected fee of a period', () => {
  it('equals an independent formula in whole numbers, alone and in its group', () => {
    fc.assert(
      fc.property(
        sampleStructure,
        amount,
        amount,
        fc.constantFrom([3, 90n] as const, [1, 29n] as const),
        (sample, balance, others, [months, days]) => {
          const total = balance + others;
          const fee = expectedFee({
            terms: termsIn(rawOf(sample)),
            balance: new Big(dollars(balance)),
            groupTotal: new Big(dollars(total)),
            debit: new Big(0),
            months,
            days: Number(days),
          });
          if (!('amounts' in fee)) throw new Error(fee.why);
          const partsOfYear = [
            [BigInt(months), 12n],
            [days, 365n],
            [days, 366n],
          ] as const;
          for (const [index, [part, parts]] of partsOfYear.entries()) {
            const alone = roundHalfUp(yearlyUnits(sample, balance) * part, parts * 1_000_000n);
            expect(fee.amounts[index]?.alone).toBe(dollars(alone));
            const group = roundHalfUp(
              yearlyUnits(sample, total) * balance * part,
              total * parts * 1_000_000n,
            );
            expect(fee.amounts[index]?.group).toBe(sample.kind === 'A' ? null : dollars(group));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  const flat = termsIn('{"calculation_type":"R","flat_rate":1,"frequency":"Q"}');
  const tiered = termsIn(
    '{"calculation_type":"T","tiers":[{"min_balance":0,"max_balance":1000000,"rate":1},{"min_balance":1000000.01,"max_balance":null,"rate":0.5}]}',
  );
  const expectedFor = (terms: typeof flat, debit: string, group: string | null = '4000000') =>
    expectedFee({
      terms,
      balance: new Big(1_000_000),
      groupTotal: group === null ? null : new Big(group),
      debit: new Big(debit),
      months: 3,
      days: 90,
    });
  const matches = (fee: ReturnType<typeof expectedFor>) =>
    'amounts' in fee ? fee.amounts.map(({ match }) => match) : fee.why;

  it.each([
    ['2500', ['alone', 'neither', 'neither']],
    ['2475', ['alone', 'alone', 'alone']],
    ['2450', ['neither', 'alone', 'alone']],
    ['1562.50', ['group', 'neither', 'neither']],
    ['2000', ['neither', 'neither', 'neither']],
  ])('determines which amount a debit of %s is near', (debit, expected) => {
    expect(matches(expectedFor(tiered, debit))).toEqual(expected);
  });

  it('matches both if alone and group give the same, and only alone without a group', () => {
    expect(matches(expectedFor(flat, '2500.99'))).toEqual(['both', 'neither', 'neither']);
    expect(matches(expectedFor(flat, '2500', null))).toEqual(['alone', 'neither', 'neither']);
  });

  it('is not calculated for a favor fee, without terms, or with faulty tiers', () => {
    expect(matches(expectedFor(termsIn('{"calculation_type":"F"}'), '1'))).toBe('favor-fee');
    expect(matches(expectedFor(termsIn('{"calculation_type":"R"}'), '1'))).toBe('no-terms');
    expect(
      matches(expectedFor(termsIn('{"calculation_type":"T","tiers":[{"min_balance":5,"rate":1}]}'), '1')),
    ).toBe('faulty-tiers');
  });

  it.each([
    ['2026-03-31', 3, '2025-12-31', 90],
    ['2024-02-29', 1, '2024-01-31', 29],
    ['2026-03-31', 1, '2026-02-28', 31],
    ['2026-03-15', 3, '2025-12-15', 90],
    ['2024-03-30', 1, '2024-02-29', 30],
    ['2026-12-31', 12, '2025-12-31', 365],
  ])('finds that the period to %s of %i months begins after %s', (end, months, before, days) => {
    expect(endBefore(end, months)).toBe(before);
    expect(daysBetween(before, end)).toBe(days);
  });
});
