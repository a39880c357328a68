import { describe, expect, it } from 'vitest';
import { amountChange } from '#contract/money';
import { periodBefore, periodLabels } from '#contract/dates';

const label = (...ends: string[]) => [...periodLabels(ends).values()];

describe("a period's label", () => {
  it('is a quarter if it ends with one, otherwise a month', () => {
    expect(label('2026-09-30', '2025-12-31', '2026-08-14')).toEqual(['Q3 2026', 'Q4 2025', 'August 2026']);
  });

  it('is a month at the end of a quarter too if the firm bills monthly', () => {
    expect(label('2026-07-31', '2026-08-31', '2026-09-30')).toEqual([
      'July 2026',
      'August 2026',
      'September 2026',
    ]);
  });

  it('includes the day if a month has several period ends; text that is no date stays as it is', () => {
    expect(label('2026-09-15', '2026-09-30', 'soon')).toEqual(['Sep 15, 2026', 'Sep 30, 2026', 'soon']);
  });
});

describe('the previous period', () => {
  const before = (end: string, months: number, ...others: string[]) =>
    periodBefore(end, months, periodLabels([end, ...others]));

  it('is that of the previous quarter or year, with month ends matching each other', () => {
    expect(before('2026-06-30', 3, '2026-03-31')).toEqual({ endDate: '2026-03-31', label: 'Q1 2026' });
    expect(before('2024-02-29', 12, '2023-02-28')).toEqual({ endDate: '2023-02-28', label: 'February 2023' });
    expect(before('2026-01-31', 3, '2025-10-31', '2025-10-15')).toMatchObject({ endDate: '2025-10-31' });
  });

  it('may end on another day if its month has one period; of several, none is guessed', () => {
    expect(before('2026-09-30', 3, '2026-06-29')).toMatchObject({ endDate: '2026-06-29' });
    expect(before('2026-09-30', 3, '2026-06-14', '2026-06-28')).toEqual({ endDate: null, label: 'Q2 2026' });
  });

  it('is named even if it does not exist', () => {
    expect(before('2026-09-30', 3)).toEqual({ endDate: null, label: 'Q2 2026' });
    expect(before('2026-01-15', 12)).toEqual({ endDate: null, label: 'January 2025' });
  });
});

describe('a firm that changes between monthly and quarterly billing', () => {
  const MONTHS = ['2026-04-30', '2026-05-31', '2026-06-30'];
  const QUARTERS = ['2026-09-30', '2026-12-31'];
  const labels = periodLabels([...MONTHS, ...QUARTERS]);

  it('compares no quarter with a month, nor a month with a quarter', () => {
    expect(periodBefore('2026-09-30', 3, labels)).toEqual({
      endDate: null,
      label: 'June 2026',
      isOtherLength: true,
    });
    expect(periodBefore('2026-12-31', 3, labels)).toEqual({ endDate: '2026-09-30', label: 'Q3 2026' });
    const back = periodLabels(['2026-03-31', '2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30']);
    expect([...back.values()]).toEqual(['Q1 2026', 'Q2 2026', 'July 2026', 'August 2026', 'September 2026']);
    expect(periodBefore('2026-09-30', 3, back)).toMatchObject({ endDate: null, isOtherLength: true });
  });
});

describe('a change', () => {
  it('is exact, with a percentage of two decimals', () => {
    expect(amountChange('0.30', '0.10')).toEqual({ amount: '0.20', percent: '200.00' });
    expect(amountChange('9007199254740993.01', '9007199254740993')).toEqual({
      amount: '0.01',
      percent: '0.00',
    });
    expect(amountChange('50', '-100')).toEqual({ amount: '150.00', percent: '150.00' });
    expect(amountChange('98.765', '100')).toEqual({ amount: '-1.235', percent: '-1.24' });
  });

  it('from zero has no percentage', () => {
    expect(amountChange('5', '0.00')).toEqual({ amount: '5.00', percent: null });
  });
});
