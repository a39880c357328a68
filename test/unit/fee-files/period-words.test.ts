import { describe, expect, it } from 'vitest';
import { changeOf, periodBefore, periodLabels } from '../../../preload/contract/domain/periods';

const label = (...ends: string[]) => [...periodLabels(ends).values()];

describe('a period', () => {
  it('is a quarter where it ends with one, and a month elsewhere', () => {
    expect(label('2026-09-30', '2025-12-31', '2026-08-14')).toEqual(['Q3 2026', 'Q4 2025', 'August 2026']);
  });

  it('is a month at the end of a quarter, too, where the firm bills by month', () => {
    expect(label('2026-07-31', '2026-08-31', '2026-09-30')).toEqual([
      'July 2026',
      'August 2026',
      'September 2026',
    ]);
  });

  it('has its day where its month has several, and stays as it came where it names no day', () => {
    expect(label('2026-09-15', '2026-09-30', 'soon')).toEqual(['Sep 15, 2026', 'Sep 30, 2026', 'soon']);
  });
});

describe('the period before', () => {
  const of = (end: string, months: number, ...others: string[]) =>
    periodBefore(end, months, periodLabels([end, ...others]));

  it('is that of the quarter or the year before: the last day of a month stands for the last day of the other', () => {
    expect(of('2026-06-30', 3, '2026-03-31')).toEqual({ endDate: '2026-03-31', label: 'Q1 2026' });
    expect(of('2024-02-29', 12, '2023-02-28')).toEqual({ endDate: '2023-02-28', label: 'February 2023' });
    expect(of('2026-01-31', 3, '2025-10-31', '2025-10-15')).toMatchObject({ endDate: '2025-10-31' });
  });

  it('may end on another day where its month has no other, and is never guessed among several', () => {
    expect(of('2026-09-30', 3, '2026-06-29')).toMatchObject({ endDate: '2026-06-29' });
    expect(of('2026-09-30', 3, '2026-06-14', '2026-06-28')).toEqual({ endDate: null, label: 'Q2 2026' });
  });

  it('is named where there is none', () => {
    expect(of('2026-09-30', 3)).toEqual({ endDate: null, label: 'Q2 2026' });
    expect(of('2026-01-15', 12)).toEqual({ endDate: null, label: 'January 2025' });
  });
});

describe('a change', () => {
  it('is exact, and its percentage has two decimals', () => {
    expect(changeOf('0.30', '0.10')).toEqual({ amount: '0.20', percent: '200.00' });
    expect(changeOf('9007199254740993.01', '9007199254740993')).toEqual({ amount: '0.01', percent: '0.00' });
    expect(changeOf('50', '-100')).toEqual({ amount: '150.00', percent: '150.00' });
    expect(changeOf('98.765', '100')).toEqual({ amount: '-1.235', percent: '-1.24' });
  });

  it('from nothing has no percentage', () => {
    expect(changeOf('5', '0.00')).toEqual({ amount: '5.00', percent: null });
  });
});
