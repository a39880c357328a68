import { expect, it, onTestFinished, vi } from 'vitest';
import { curveOf } from '#contract/fees/curve';
import { termsIn } from '#contract/fees/structure';
import { formDifferences } from '../../../../renderer/features/fee-structures/differences';
import { pathOf } from '../../../../renderer/features/fee-structures/fee-chart-path';
import { createAxis, shortMoney } from '../../../../renderer/ui/axis';
import { formValuesOf } from '../../../../renderer/features/fee-structures/structures.svelte';
import { typedAmount, typedRate } from '../../../../renderer/features/fee-structures/typed-rate';

it.each([
  [2_000_000, 4, [0, 500_000, 1_000_000, 1_500_000, 2_000_000]],
  [1.24, 3, [0, 0.5, 1, 1.5]],
  [0.3, 3, [0, 0.1, 0.2, 0.3]],
  [0, 3, [0, 1]],
])('gives round ticks to an axis for values up to %d', (value, maxSteps, ticks) => {
  expect(createAxis(value, maxSteps)).toEqual({ max: ticks.at(-1), ticks });
});

it('draws the drop of a fee without a connecting line', () => {
  const drop = termsIn(
    '{"calculation_type":"D","tiers":[{"min_balance":0,"max_balance":100,"rate":1},{"min_balance":100.01,"max_balance":null,"rate":0.5}]}',
  );
  const frame = { left: 0, right: 200, top: 0, bottom: 100 };
  const path = pathOf(curveOf(drop, 200, 4), 'fee', { max: 200 }, createAxis(1, 2), frame);
  expect(path).toBe('M0.0,100.0L50.0,50.0L100.0,0.0M100.0,50.0L150.0,25.0L200.0,0.0');
});

it('shortens amounts beside an axis', () => {
  expect([0, 250, 1500, 250_000, 2_500_000, 1e9].map(shortMoney)).toEqual([
    '$0',
    '$250',
    '$1.5K',
    '$250K',
    '$2.5M',
    '$1B',
  ]);
});

it.each([
  ['$1,250,000.50', '1250000.5'],
  ['250k', '250000'],
  ['1.5 M', '1500000'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['', ''],
  ['$', ''],
  ['1,25', ''],
  ['-5', ''],
  ['ten', ''],
])('reads the typed amount %j as %j', (typed, amount) => expect(typedAmount(typed)).toBe(amount));

it.each([
  ['0.85', '0.85'],
  ['.85 %', '0.85'],
  ['−1', '-1'],
  ['1.', '1'],
  ['1,5', ''],
  ['', ''],
])('reads the typed rate %j as %j', (typed, rate) => expect(typedRate(typed)).toBe(rate));

/** Imports the module again, with the number format of a locale. */
async function typedRatesIn(locale: string) {
  vi.resetModules();
  vi.doMock('#contract/locale', async (original) => ({
    ...(await original<object>()),
    locale: () => locale,
  }));
  onTestFinished(() => {
    vi.doUnmock('#contract/locale');
    vi.resetModules();
  });
  return import('../../../../renderer/features/fee-structures/typed-rate');
}

it('writes numbers into fields as it reads them, also with a decimal comma', async () => {
  const german = await typedRatesIn('de-DE');
  const { editableNumber } = german;
  expect(['1000000', '657.51', '0.85', ''].map(editableNumber)).toEqual(['1.000.000', '657,51', '0,85', '']);
  expect(german.typedAmount(editableNumber('1234.50'))).toBe('1234.5');
  expect(german.typedRate(editableNumber('1.25'))).toBe('1.25');
});

it('reads amounts with the digit groups of India, and with groups of three', async () => {
  const { editableNumber, typedAmount } = await typedRatesIn('en-IN');
  expect(editableNumber('1000000')).toBe('10,00,000');
  expect(['10,00,000', '1,23,456.78', '1,000,000', '1,00', '1,00,00'].map(typedAmount)).toEqual([
    ...['1000000', '123456.78', '1000000'],
    ...['', ''],
  ]);
});

it('compares two structures without their ID, slug and amounts that neither calculation uses', () => {
  const values = formValuesOf(
    '{"id":1,"name":"A","slug":"a","calculation_type":"R","flat_rate":0.50,"tiers":[],"frequency":"Q"}',
  );
  const other = formValuesOf(
    '{"id":2,"name":"A","slug":"a-2","calculation_type":"T","flat_rate":0.5,"tiers":[{"min_balance":0,"rate":1}],"frequency":"Q","flat_dollar_fee":7}',
  );
  expect(formDifferences(values, other)).toEqual([
    { name: 'calculation_type', label: 'Calculation', first: 'Flat rate', second: 'Tiered fee' },
    { name: 'tiers', label: 'Tiers', first: '—', second: 'above: 1.00%' },
  ]);
});
