import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { notCalculatedReason, type ExpectedPeriod } from '#contract/features/expected-fees/schemas';
import ExpectedFeeSection from '../../../../renderer/features/expected-fees/ExpectedFeeSection.svelte';
import ExpectedFeesView from '../../../../renderer/features/expected-fees/ExpectedFeesView.svelte';
import {
  MATCH_LABELS,
  notCalculatedText,
} from '../../../../renderer/features/expected-fees/expected-messages';
import { connectionOf, declaredFailure, fakeDesktop, fakeEngine, liveOf, type Answers } from '../../fakes';

const BALANCE = { amount: '1000000', date: '2026-09-30', source: 'imported', file: 'q3.xlsx' } as const;
const CALCULATED: ExpectedPeriod = {
  endDate: '2026-09-30',
  debit: '2500.00',
  balanceDate: '2026-09-30',
  dateSource: 'period-end',
  balance: BALANCE,
  differing: [{ amount: '1000500', date: '2026-09-30', source: 'latest', file: null }],
  implied: null,
  result: {
    kind: 'calculated',
    isDropThrough: false,
    steps: [{ tier: 1, amount: '1000000', rate: '1', fee: '10000' }],
    yearly: '10000',
    group: { name: 'Juns', total: '4000000', members: 2, yearly: '25000' },
    readings: [{ dayCount: 'periods', alone: '2500.00', group: '1562.50', match: 'alone' }],
    aboveCeiling: null,
  },
};
const NOT_CALCULATED: ExpectedPeriod = {
  ...CALCULATED,
  endDate: '2026-06-30',
  balance: null,
  differing: [],
  result: { kind: 'not-calculated', why: 'no-balance' },
};

function showSection(periods: ExpectedPeriod[] | Error) {
  const { engine } = fakeEngine({
    'expectedFees.get': () => {
      if (periods instanceof Error) throw periods;
      return { structure: '7', structuresAsOf: '2026-11-24T09:00:00Z', dayCount: null, periods };
    },
  });
  const go = vi.fn();
  render(ExpectedFeeSection, { resource: 'accounts', key: '1', raw: '{}', version: 1, engine, go });
  return { go, user: userEvent.setup() };
}

it('shows steps, both amounts, what the debit is near, and the source of the balance', async () => {
  const { go, user } = showSection([CALCULATED, NOT_CALCULATED]);
  expect(await screen.findByRole('heading', { name: 'Sep 30, 2026: $2,500.00 debited' })).toBeTruthy();
  expect(document.body.textContent).toContain('$1,000,000.00 as of Sep 30, 2026, imported from q3.xlsx');
  expect(document.body.textContent).toContain(
    'More than $1 apart: $1,000,500.00 as of Sep 30, 2026, from the service’s latest balances.',
  );
  expect(document.body.textContent).toContain('Tier 1: $1,000,000.00 × 1.00% = $10,000.00');
  const row = within(screen.getByRole('row', { name: /^Quarters or months/ }));
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    '$2,500.00',
    '$1,562.50',
    'Near the account-alone fee',
  ]);
  expect(screen.getByText('Not calculated: no balance for this date; import one.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Import balances…' }));
  expect(go).toHaveBeenCalledWith({ screen: 'task', task: 'expectedFees', page: { kind: 'import' } });
});

it('says when no fee file bills the account, and when reading failed', async () => {
  showSection([]);
  expect(await screen.findByText('No reconciled fee file bills this account.')).toBeTruthy();
  document.body.innerHTML = '';
  showSection(declaredFailure('unexpected'));
  expect(await screen.findByRole('alert')).toBeTruthy();
});

it('has a sentence for every reason, and never says that a fee is right', () => {
  const texts = [
    ...notCalculatedReason.options.map(notCalculatedText),
    ...Object.values(MATCH_LABELS).map(({ label }) => label),
  ];
  for (const text of texts) expect(text).not.toMatch(/undefined|\bright\b|correct|approved|collected/i);
});

function showScreen(answers: Answers) {
  const { engine, calls } = fakeEngine({ 'expectedFees.periods': () => [], ...answers });
  render(ExpectedFeesView, {
    engine,
    desktop: fakeDesktop().desktop,
    live: liveOf(),
    connection: connectionOf(),
    route: { screen: 'task', task: 'expectedFees' } as never,
    go: vi.fn(),
  });
  return { user: userEvent.setup(), calls };
}

it('lists imported balances by date, or says that there are none', async () => {
  showScreen({ 'expectedFees.balances': () => [] });
  expect(await screen.findByRole('heading', { name: 'No imported balances yet' })).toBeTruthy();
  document.body.innerHTML = '';
  const balances = {
    date: '2026-09-30',
    accounts: 1200,
    file: 'q3.xlsx',
    importedAt: '2026-11-24T10:00:00.000Z',
    importedBy: 'jo',
  };
  showScreen({ 'expectedFees.balances': () => [balances] });
  expect(await screen.findByRole('row', { name: /^Sep 30, 2026 1,200 q3\.xlsx .* by jo$/ })).toBeTruthy();
});

it('proposes a day-count convention, lets the firm decide, and requests balances', async () => {
  const line = {
    account: '1',
    name: 'Violet Juns',
    number: '00123',
    debit: '2500.00',
    result: 'neither',
    why: null,
    alone: '2400.00',
    group: null,
    hasDifferingBalances: true,
  } as const;
  const outcome = {
    date: '2026-09-30',
    requested: 3,
    stored: 1,
    missing: 2,
    excluded: [{ why: 'negative', count: 1 }],
  } as const;
  const { user, calls } = showScreen({
    'expectedFees.balances': () => [],
    'expectedFees.periods': () => [
      { endDate: '2026-09-30', balanceDates: ['2026-09-29', '2026-09-30'], imported: 12, fromService: 0 },
    ],
    'expectedFees.compare': () => ({
      items: [line],
      total: 1,
      counts: { neither: 1, group: 0, alone: 40, both: 2, 'not-calculated': 7 },
      explained: [
        { dayCount: 'periods', lines: 42, closest: 40 },
        { dayCount: 'days-365', lines: 17, closest: 2 },
        { dayCount: 'days-366', lines: 3, closest: 0 },
      ],
      proposed: 'periods',
      decision: null,
      dayCount: 'periods',
    }),
    'expectedFees.decideDayCount': () => ({ dayCount: 'periods', by: 'jo', at: '2026-11-27T10:00:00.000Z' }),
    'expectedFees.fetchBalances': async function* () {
      await Promise.resolve();
      yield { done: 0, total: 6, outcome: null };
      yield { done: 3, total: 6, outcome };
      yield { done: 6, total: 6, outcome: { ...outcome, date: '2026-09-29', excluded: [] } };
    },
  });
  expect(
    await screen.findByText('Balances of Sep 29, 2026 and Sep 30, 2026: 12 imported, none from the service'),
  ).toBeTruthy();
  expect(
    await screen.findByRole('row', { name: /^Quarters or months Closest to most 42 40 Use/ }),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Use Quarters or months' }));
  await vi.waitFor(() =>
    expect(calls.find(({ name }) => name === 'expectedFees.decideDayCount')?.input).toEqual({
      dayCount: 'periods',
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Get balances from the service' }));
  expect(await screen.findByText('Excluded: 1 value below zero.')).toBeTruthy();
  expect(screen.getByText('1 of 3 accounts have a balance of Sep 30, 2026.')).toBeTruthy();
  expect(await screen.findByText('1 of 3 accounts have a balance of Sep 29, 2026.')).toBeTruthy();
  expect(screen.getAllByText('2 accounts without a usable value.')).toHaveLength(2);
});

it('shows counts and received balances only with the period that they are about', async () => {
  const period = { balanceDates: ['2026-09-30'], imported: 0, fromService: 0 };
  const { user } = showScreen({
    'expectedFees.balances': () => [],
    'expectedFees.periods': () => [
      { ...period, endDate: '2026-09-30' },
      { ...period, endDate: '2026-06-30' },
    ],
    'expectedFees.compare': ({ endDate }: { endDate: string }) => {
      if (endDate === '2026-06-30') throw declaredFailure('timeout');
      return {
        items: [],
        total: 0,
        counts: { neither: 0, group: 0, alone: 0, both: 0, 'not-calculated': 0 },
        explained: [{ dayCount: 'periods', lines: 42, closest: 40 }],
        proposed: 'periods',
        decision: null,
        dayCount: 'periods',
      };
    },
    'expectedFees.fetchBalances': async function* () {
      await Promise.resolve();
      yield {
        done: 3,
        total: 3,
        outcome: { date: '2026-09-30', requested: 3, stored: 1, missing: 2, excluded: [] },
      };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Get balances from the service' }));
  expect(await screen.findByText('2 accounts without a usable value.')).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Day-count conventions' })).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Period end'), '2026-06-30');
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByText('2 accounts without a usable value.')).toBeNull();
  expect(screen.queryByRole('table', { name: 'Day-count conventions' })).toBeNull();
});

it('says what to do without balances by date, and reports only other failures as errors', async () => {
  let kind: 'not-found' | 'timeout' = 'not-found';
  const { user } = showScreen({
    'expectedFees.balances': () => [],
    'expectedFees.periods': () => [
      { endDate: '2026-09-30', balanceDates: ['2026-09-30'], imported: 0, fromService: 0 },
    ],
    'expectedFees.compare': () => ({
      items: [],
      total: 0,
      counts: { neither: 0, group: 0, alone: 0, both: 0, 'not-calculated': 0 },
      explained: [],
      proposed: null,
      decision: null,
      dayCount: 'periods',
    }),
    'expectedFees.fetchBalances': () => {
      throw declaredFailure(kind, { status: 404 });
    },
  });
  const fetchButton = await screen.findByRole('button', { name: 'Get balances from the service' });
  await user.click(fetchButton);
  expect(await screen.findByText(/^This service has no balances by date\. Import them/)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  kind = 'timeout';
  await user.click(fetchButton);
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByText(/^This service has no balances by date/)).toBeNull();
});
