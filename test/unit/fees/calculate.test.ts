import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effectiveRate, feeOf, periodFee } from '#contract/fees/calculate';
import { curveOf, pointAt, maxChartBalance } from '#contract/fees/curve';
import { termsIn, type FeeTerms } from '#contract/fees/structure';
import { arbitraryDollars, rate, tiersJson, wireTiers } from './arbitrary';

const TIERS =
  '[{"min_balance":0,"max_balance":250000,"rate":1.25},{"min_balance":250000.01,"max_balance":1000000,"rate":1},{"min_balance":1000000.01,"max_balance":null,"rate":0.75}]';
const terms = (fields: string): FeeTerms => termsIn(`{${fields}}`);
const tiered = terms(`"calculation_type":"T","tiers":${TIERS}`);

/** Returns dollars as an integer of 10⁻⁶ dollars (a ten-thousandth of a cent). */
const micro = (text: string): bigint => BigInt(new Big(text).times(1_000_000).toFixed(0));
/** Returns a rate as an integer of thousandths of a percent. */
const thousandths = (text: string): bigint => BigInt(new Big(text).times(1000).toFixed(0));

/** Converts millionths of a dollar times thousandths of a percent to dollars. */
const exact = (value: bigint): Big => new Big(String(value)).times('0.00000000001');

describe('the fee calculator', () => {
  it('charges each tier for its part of the balance', () => {
    const fee = feeOf(tiered, new Big('1500000.10'));
    expect(fee).toEqual({
      kind: 'tiered',
      fee: '14375.00075',
      slices: [
        { index: 0, from: '0', to: '250000', rate: '1.25', amount: '250000', fee: '3125' },
        { index: 1, from: '250000.01', to: '1000000', rate: '1', amount: '750000', fee: '7500' },
        { index: 2, from: '1000000.01', to: null, rate: '0.75', amount: '500000.1', fee: '3750.00075' },
      ],
    });
  });

  it('ends a tier with its last cent', () => {
    expect(feeOf(tiered, new Big('250000'))).toMatchObject({ slices: [{ amount: '250000' }], fee: '3125' });
    expect(feeOf(tiered, new Big('250000.01'))).toMatchObject({
      slices: [{ amount: '250000' }, { amount: '0.01', fee: '0.0001' }],
      fee: '3125.0001',
    });
    expect(feeOf(tiered, new Big(0))).toMatchObject({ fee: '0', slices: [{ amount: '0' }] });
  });

  it('charges the whole balance at the rate of its tier for a drop-through', () => {
    const drop = terms(`"calculation_type":"D","tiers":${TIERS}`);
    expect(feeOf(drop, new Big('1000000'))).toMatchObject({ kind: 'drop-through', fee: '10000' });
    expect(feeOf(drop, new Big('1000000.01'))).toMatchObject({ slice: { index: 2 }, fee: '7500.000075' });
  });

  it('calculates flat rates and flat dollars', () => {
    expect(feeOf(terms('"calculation_type":"R","flat_rate":0.10'), new Big('123.45'))).toEqual({
      kind: 'flat-rate',
      rate: '0.1',
      fee: '0.12345',
    });
    expect(feeOf(terms('"calculation_type":"A","flat_dollar_fee":112.5'), new Big(1))).toEqual({
      kind: 'dollars',
      chargedTo: 'account',
      fee: '112.5',
    });
    expect(feeOf(terms('"calculation_type":"G","flat_dollar_fee":"600"'), new Big(1))).toMatchObject({
      chargedTo: 'group',
      fee: '600',
    });
  });

  it.each([
    ['"calculation_type":"F"', 'not-described'],
    ['"calculation_type":"Z"', 'unknown-calculation'],
    ['', 'unknown-calculation'],
    ['"calculation_type":"R"', 'no-rate'],
    ['"calculation_type":"A","flat_dollar_fee":null', 'no-dollars'],
    ['"calculation_type":"T","tiers":[]', 'no-tiers'],
    ['"calculation_type":"T","tiers":[{"min_balance":5,"rate":1}]', 'faulty-tiers'],
  ])('calculates no fee for %s', (fields, why) => {
    expect(feeOf(terms(fields), new Big(100))).toEqual({ kind: 'none', why });
  });

  it('reads tiers with touching limits like tiers a cent apart', () => {
    const touching = TIERS.replaceAll('.01', '');
    for (const balance of ['250000', '250000.01', '3000000'])
      expect(feeOf(terms(`"calculation_type":"T","tiers":${touching}`), new Big(balance))).toMatchObject({
        fee: (feeOf(tiered, new Big(balance)) as { fee: string }).fee,
      });
  });

  it('equals an independent integer formula', () => {
    fc.assert(
      fc.property(wireTiers, arbitraryDollars, rate, (tiers, balance, flat) => {
        // Summed by rate steps: each tier limit contributes the difference of the rates at it.
        const balanceMicros = micro(balance);
        let expected = 0n;
        tiers.forEach(({ max, rate: tierRate }, index) => {
          const above = tiers[index + 1];
          const step = thousandths(tierRate) - (above ? thousandths(above.rate) : 0n);
          const end = max === 'null' || micro(max) > balanceMicros ? balanceMicros : micro(max);
          expected += end * step;
        });
        const text = tiersJson(tiers);
        const fee = feeOf(terms(`"calculation_type":"T","tiers":${text}`), new Big(balance));
        expect(fee.kind === 'tiered' && new Big(fee.fee).eq(exact(expected))).toBe(true);

        const inside = tiers.find(({ max }) => max === 'null' || micro(max) >= balanceMicros);
        const drop = feeOf(terms(`"calculation_type":"D","tiers":${text}`), new Big(balance));
        expect(
          drop.kind === 'drop-through' &&
            new Big(drop.fee).eq(exact(balanceMicros * thousandths(inside?.rate ?? '0'))),
        ).toBe(true);

        const flatFee = feeOf(terms(`"calculation_type":"R","flat_rate":${flat}`), new Big(balance));
        expect(
          flatFee.kind === 'flat-rate' && new Big(flatFee.fee).eq(exact(balanceMicros * thousandths(flat))),
        ).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('calculates the effective rate and equal parts of a year with documented rounding', () => {
    expect(effectiveRate('14375.00075', new Big('1500000.10'))).toBe('0.9583');
    expect(effectiveRate('1', new Big(0))).toBeNull();
    expect(periodFee('14375.00075', 'Q')).toBe('3593.75');
    expect(periodFee('100', 'M')).toBe('8.33');
    expect(periodFee('100', 'W')).toBeNull();
    expect(periodFee('100', null)).toBeNull();
  });
});

describe('the fee curve', () => {
  it('passes through the calculated fees, and shows where a drop-through falls', () => {
    const points = curveOf(tiered, 2_000_000);
    for (const { balance, fee } of points)
      expect(fee).toBe(Number((feeOf(tiered, new Big(balance)) as { fee: string }).fee));
    const drop = curveOf(terms(`"calculation_type":"D","tiers":${TIERS}`), 2_000_000);
    const index = drop.findIndex(({ balance }) => balance === 1_000_000);
    expect([drop[index]?.fee, drop[index + 1]?.fee]).toEqual([10_000, 7500.000075]);
    expect(points.every(({ balance }, position) => balance > (points[position - 1]?.balance ?? 0))).toBe(
      true,
    );
  });

  it('has a rate at every point, even up to a few dollars', () => {
    const points = curveOf(terms('"calculation_type":"R","flat_rate":1'), 10);
    expect(points.length).toBeGreaterThan(5);
    for (const { rate } of points) expect(rate).toBeCloseTo(1);
  });

  it('is empty without a fee, and extends beyond the last breakpoint', () => {
    expect(curveOf(terms('"calculation_type":"F"'), 100)).toEqual([]);
    expect(pointAt(terms('"calculation_type":"R","flat_rate":1'), 200)).toEqual({
      balance: 200,
      fee: 2,
      rate: 1,
    });
    expect(maxChartBalance([tiered])).toBe(2_000_000);
    const high = terms(`"calculation_type":"T","tiers":${TIERS.replaceAll('1000000', '10000000')}`);
    expect(maxChartBalance([tiered, high])).toBe(20_000_000);
    expect(maxChartBalance([tiered], 5_000_000)).toBe(6_000_000);
    expect(maxChartBalance([terms('"calculation_type":"R"')])).toBe(2_000_000); // without a breakpoint
  });
});
