import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { FeeChanges, FeeRates } from '#contract/features/period/charts';
import ChangeChart from '../../../../renderer/features/period/ChangeChart.svelte';
import {
  dotText,
  leftOutOfChangesText,
  leftOutText,
  rateRangeText,
  ratesAbout,
  unusualRatesText,
} from '../../../../renderer/features/period/chart-messages';
import RateChart from '../../../../renderer/features/period/RateChart.svelte';
import { dotsIn, rateScale } from '../../../../renderer/features/period/rate-scale';

const outlier = (account: string, rate: string, range = 0): FeeRates['outliers'][number] => ({
  account,
  name: `Account ${account}`,
  number: `00${account}`,
  debit: '10',
  balance: '4000',
  rate,
  range,
});
const RATES: FeeRates = {
  balanceDates: ['2026-09-30'],
  ranges: [
    { from: 0, to: 25_000, accounts: 12, low: '0.5', median: '1', high: '1.1003' },
    { from: 10_000_000, to: null, accounts: 1, low: '0.4', median: '0.4', high: '0.4' },
  ],
  withoutBalance: 2,
  payers: 1,
  unknownLength: 0,
  unread: 0,
  notListed: 0,
  mayCountTwice: 0,
  unusual: 3,
  outliers: [outlier('1', '90'), outlier('2', '0.1'), outlier('3', '0.3')],
};
const CHANGES: FeeChanges = {
  now: { endDate: '2026-09-30', read: 1, listed: 2, partlyRead: 0 },
  before: { endDate: '2026-06-30', read: 1, listed: 1, partlyRead: 1 },
  bars: [0, 0, 0, 1, 0, 5, 0, 0, 0, 0, 2],
  started: 3,
  ended: 0,
  notCompared: 0,
  mayCountTwice: 0,
  unusual: 1,
  percent: '15',
  dollars: '100',
  outliers: [{ account: '7', name: 'Account 7', number: null, debit: '40', before: '300' }],
};

it('names ranges of balances, and accounts that are left out with the reason', () => {
  expect(RATES.ranges.map(rateRangeText)).toEqual(['Less than $25K', '$10M and more']);
  expect(rateRangeText({ from: 25_000, to: 50_000 })).toBe('$25K to $50K');
  expect(leftOutText(RATES)).toBe(
    'Not included: 2 accounts without a balance and 1 account paying for others.',
  );
  expect(leftOutText({ ...RATES, withoutBalance: 0, payers: 0 })).toBe('');
  expect(leftOutText({ ...RATES, withoutBalance: 0, payers: 0, unread: 1, notListed: 2 })).toBe(
    'Not included: 1 account with an amount that can’t be read and 2 accounts not in the list of accounts.',
  );
  const billedToo = 'Not included: 1 account also billed by a file that is no longer in the service.';
  expect(leftOutText({ ...RATES, withoutBalance: 0, payers: 0, mayCountTwice: 1 })).toBe(billedToo);
  expect(leftOutOfChangesText({ mayCountTwice: 1 })).toBe(billedToo);
});

it('names the dates of the balances', () => {
  expect(ratesAbout(RATES)).toMatch(/^Annual fees as a percentage of the balance on Sep 30, 2026\. /);
  expect(ratesAbout({ balanceDates: ['2026-09-28', '2026-09-29'] })).toMatch(
    / of the balance on Sep 28, 2026 or Sep 29, 2026\. /,
  );
});

it('says that ranges with few accounts are not checked for unusual rates, if there are any', () => {
  const large = { unusual: 1, ranges: RATES.ranges.slice(0, 1) };
  expect(unusualRatesText(large)).toMatch(/^1 account has more than twice, .+ of its range\.$/);
  expect(unusualRatesText(RATES)).toMatch(
    / of their range\. Ranges with fewer than 10 accounts aren’t checked\.$/,
  );
});

it('ends the scale before an extreme rate, whose dot is at its end', () => {
  expect(rateScale(RATES)).toBeCloseTo(3.3009);
  expect(rateScale({ ranges: [], outliers: [] })).toBe(0);
  const dots = dotsIn(RATES.outliers, 0, 3.3, 330);
  expect(dots.map(({ left, accounts }) => [left, accounts.map(({ account }) => account)])).toEqual([
    [0, ['2']],
    [26, ['3']],
    [338, ['1']],
  ]);
  expect(dotsIn(RATES.outliers, 1, 3.3, 330)).toEqual([]);
});

it('joins dots that lie too close together to be clicked', () => {
  const [first, ...others] = dotsIn(RATES.outliers, 0, 3.3, 100);
  expect(first && dotText(first.accounts)).toBe('2 accounts, 0.10% to 0.30%');
  expect(others.map(({ accounts }) => dotText(accounts))).toEqual(['Account 1: 90.00% of $4,000.00']);
});

it('opens an unusual rate from the table', async () => {
  const onaccounts = vi.fn();
  render(RateChart, { rates: RATES, onaccounts });
  expect(screen.getByRole('row', { name: /^Less than \$25K .*1\.00% 0\.50% – 1\.10% 12$/ })).toBeTruthy();
  expect(screen.getByText(/^3 accounts have more than twice/)).toBeTruthy();
  const table = screen.getByRole('table', { name: 'Unusual rates' });
  await fireEvent.click(within(table).getByRole('button', { name: 'Account 2' }));
  expect(onaccounts).toHaveBeenCalledWith(['2']);
});

it('has a row for each size of change, and says which files are missing', async () => {
  const onaccount = vi.fn();
  const names = new Map([
    ['2026-06-30', 'Q2 2026'],
    ['2026-09-30', 'Q3 2026'],
  ]);
  render(ChangeChart, { changes: CHANGES, names, onaccount });
  const bars = screen.getByRole('table', { name: 'Accounts by change' });
  const [, ...rows] = within(bars).getAllByRole('row');
  const textsIn = ({ children }: HTMLElement) => [...children].map(({ textContent }) => textContent.trim());
  expect(rows.map((row) => textsIn(row).filter(Boolean).join(' '))).toEqual([
    ...['Lower by more than 50% 0', 'Lower by 25–50% 0', 'Lower by 15–25% 0', 'Lower by 5–15% 1'],
    ...['Lower by up to 5% 0', 'The same 5', 'Higher by up to 5% 0'],
    ...['Higher by 5–15% 0', 'Higher by 15–25% 0', 'Higher by 25–50% 0', 'Higher by more than 50% 2'],
    ...['Not billed before 3', 'No longer billed 0'],
  ]);
  expect(
    screen.getByText(
      'Only 1 of 2 fee files of Q3 2026 is reconciled; accounts in the others are missing here.',
    ),
  ).toBeTruthy();
  expect(
    screen.getByText(
      'Files in the archives of 1 fee file of Q2 2026 were skipped; their accounts may be missing here.',
    ),
  ).toBeTruthy();
  expect(screen.getByText('1 account changes by more than both 15.00% and $100.00.')).toBeTruthy();
  const table = screen.getByRole('table', { name: 'Largest unusual changes' });
  expect(within(table).getByRole('row', { name: /-\$260\.00 \(-86\.67%\)$/ })).toBeTruthy();
  await fireEvent.click(within(table).getByRole('button', { name: 'Account 7' }));
  expect(onaccount).toHaveBeenCalledWith('7');
});
