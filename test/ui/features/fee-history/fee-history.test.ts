import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { FeeSubject } from '#contract/features/fee-history/schemas';
import type { BilledPeriod, FeeHistory as History } from '#contract/features/fee-history/calls';
import { fail } from '#contract/failure';
import { mergeRecordViews } from '../../../../renderer/records/record/record-view';
import { feeHistoryRows } from '../../../../renderer/features/fee-history/fee-history-rows';
import { feeChangeLines } from '../../../../renderer/features/fee-history/fee-history-messages';
import { FEE_HISTORY_VIEWS } from '../../../../renderer/features/fee-history/feature';
import FeeHistory from '../../../../renderer/features/fee-history/FeeHistory.svelte';
import { RECORD_VIEWS } from '../../../../renderer/app/feature-views';
import { fakeEngine, type Answers } from '../../fakes';

const period = (
  endDate: string | null,
  sum: string,
  overrides: Partial<BilledPeriod> = {},
): BilledPeriod => ({
  endDate,
  sum,
  accounts: 1,
  lines: 1,
  unreadable: 0,
  custodians: ['SWB'],
  fileIds: ['40'],
  mayCountTwice: false,
  ...overrides,
});
const historyOf = (periods: BilledPeriod[], overrides: Partial<History> = {}): History => ({
  periods,
  allEndDates: ['2025-12-31', '2026-03-31', '2026-06-30', '2026-09-30'],
  accounts: 1,
  ambiguous: 0,
  hasAllAccounts: true,
  ...overrides,
});
const QUARTERS = [
  period('2025-12-31', '100.00'),
  period('2026-06-30', '110.00', { fileIds: ['38', '39'] }),
  period('2026-09-30', '121.01'),
];

function show(responses: Answers, subject: FeeSubject = { resource: 'accounts', key: '7' }) {
  const [onfile, onfiles] = [vi.fn(), vi.fn()];
  const { engine, calls } = fakeEngine({
    'feeHistory.readSaved': () => ({ added: 0, unread: [] }),
    ...responses,
  });
  render(FeeHistory, { props: { engine, subject, version: 1, onfile, onfiles } });
  return { onfile, onfiles, calls };
}

describe('fee history', () => {
  it('lists each period with its change, the latest first, and opens its files', async () => {
    const { onfile } = show({ 'feeHistory.get': () => historyOf(QUARTERS) });
    const table = within(await screen.findByRole('table', { name: 'Fee history' }));
    const texts = table.getAllByRole('row').map((row) => row.textContent.replace(/\s+/g, ' ').trim());
    expect(texts[1]).toContain('$121.01');
    expect(texts[1]).toContain('+$11.01 (10.01%) from Q2 2026');
    expect(texts[2]).toContain('Not billed in Q1 2026');
    // The gap is a row: its files have no line of the account.
    expect(texts[3]).toMatch(/^Q1 2026.*Not billed/);
    expect(texts[4]).toContain('$100.00');
    await userEvent.click(table.getByRole('button', { name: 'Q3 2026' }));
    expect(onfile).toHaveBeenLastCalledWith('40');
    await userEvent.click(table.getByRole('button', { name: 'File 39, Q2 2026' }));
    expect(onfile).toHaveBeenLastCalledWith('39');
  });

  it.each([
    ['accounts', ''],
    ['households', 'Fees of the 3 accounts in this household now.'],
    ['billingGroups', 'Fees of the 3 accounts in this billing group now.'],
    ['feeStructures', 'Fees of the 3 accounts with this fee structure now, in every period.'],
  ] as const)('draws a chart of all periods for %s and says whose fees they are', async (resource, scope) => {
    const quarters = QUARTERS.map((quarter) => ({ ...quarter, accounts: 2 }));
    show({ 'feeHistory.get': () => historyOf(quarters, { accounts: 3 }) }, { resource, key: '7' });
    const table = within(await screen.findByRole('table', { name: 'Fee history' }));
    expect(document.querySelectorAll('svg rect')).toHaveLength(4);
    expect(table.queryAllByRole('columnheader', { name: 'Accounts' })).toHaveLength(scope === '' ? 0 : 1);
    expect(table.queryAllByRole('cell', { name: '2' })).toHaveLength(scope === '' ? 0 : 3);
    expect(screen.queryAllByText(/^Fees of the /).map((element) => element.textContent)).toEqual(
      scope === '' ? [] : [scope],
    );
  });

  it('says that fees may be missing while accounts are not downloaded completely', async () => {
    const answers = { 'feeHistory.get': () => historyOf(QUARTERS, { hasAllAccounts: false }) };
    show(answers, { resource: 'feeStructures', key: '7' });
    expect(await screen.findByText(/^Fees may be missing: accounts are not downloaded/)).toBeTruthy();
  });

  it('shows fees of older saved files once they were read', async () => {
    let answered = 0;
    const { calls } = show({
      'feeHistory.get': () => historyOf((answered += 1) === 1 ? [] : QUARTERS),
      'feeHistory.readSaved': () => ({ added: 3, unread: [] }),
    });
    expect(await screen.findByRole('cell', { name: '$121.01' })).toBeTruthy();
    expect(calls.map(({ name }) => name)).toEqual([
      'feeHistory.get',
      'feeHistory.readSaved',
      'feeHistory.get',
    ]);
    expect(screen.queryByText('Reading saved fee files…')).toBeNull();
  });

  it('says how many lines are missing from the sums because their amount could not be read', async () => {
    show({ 'feeHistory.get': () => historyOf([period('2026-09-30', '1.00', { unreadable: 2 })]) });
    expect(await screen.findByText(/^2 lines have amounts that could not be read/)).toBeTruthy();
  });

  it('says which periods may count fees twice, and does not compare them', async () => {
    const periods = [period('2026-06-30', '1.00'), period('2026-09-30', '2.00', { mayCountTwice: true })];
    show({ 'feeHistory.get': () => historyOf(periods) });
    expect(
      await screen.findByText(
        /^In Q3 2026, .* the sum may count fees twice\. Mark the old file as replaced /,
      ),
    ).toBeTruthy();
    expect(screen.queryByText(/from Q2 2026/)).toBeNull();
  });

  it('says what is missing: no fees, shared numbers, files to reconcile', async () => {
    const { onfiles } = show(
      {
        'feeHistory.get': () => historyOf([], { ambiguous: 1, accounts: 3 }),
        'feeHistory.readSaved': () => ({
          added: 0,
          unread: [{ fileId: '38', endDate: '2026-03-31', why: { code: 'unsure-custodian' } }],
        }),
      },
      { resource: 'billingGroups', key: 'g1' },
    );
    expect(
      await screen.findByText(/No fee file in the history bills an account of this billing group\./),
    ).toBeTruthy();
    expect(screen.getByText(/1 line has an account number that several accounts share/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /File 38, Mar 31, 2026.*custodian is unknown/ })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Fee upload files' }));
    expect(onfiles).toHaveBeenCalled();
  });

  it('shows a failure with a way to try again', async () => {
    let fails = true;
    show({
      'feeHistory.get': () => {
        if (fails) throw fail('workspace-unreadable');
        return historyOf(QUARTERS);
      },
    });
    await screen.findByRole('alert');
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table', { name: 'Fee history' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('rows of the fee history', () => {
  const change = (periods: BilledPeriod[], ends: string[]) => {
    const last = feeHistoryRows(historyOf(periods, { allEndDates: ends })).at(-1)?.change;
    return last ? feeChangeLines(last).join(' ') : null;
  };

  it('compare a month with a month, and nothing across a change of the billing frequency', () => {
    const ends = ['2026-04-30', '2026-05-31', '2026-06-30', '2026-09-30'];
    const months = [period('2026-05-31', '10.00'), period('2026-06-30', '5.00')];
    expect(change(months, ends)).toBe('-$5.00 (50.00%) from May 2026');
    expect(change([...months, period('2026-09-30', '30.00')], ends)).toBeNull();
  });

  it('compare no sum that lacks a line', () => {
    const ends = ['2026-03-31', '2026-06-30'];
    const partial = period('2026-03-31', '10.00', { unreadable: 1 });
    expect(change([partial, period('2026-06-30', '10.00')], ends)).toBeNull();
  });
});

it('adds a tab to records that have accounts, next to the tabs of other features', () => {
  const names = (views: typeof RECORD_VIEWS.accounts) => views?.tabs?.map(({ label }) => label);
  for (const resource of ['accounts', 'households', 'billingGroups'] as const)
    expect(names(RECORD_VIEWS[resource])).toContain('Fee history');
  expect(names(RECORD_VIEWS.feeStructures)).toEqual(['Fee', 'Fee history']);
});

it('keeps the action that another feature adds to the same records', () => {
  expect(RECORD_VIEWS.households?.action).toBeDefined();
  const { action } = mergeRecordViews([RECORD_VIEWS, FEE_HISTORY_VIEWS.records]).households ?? {};
  expect(action).toBe(RECORD_VIEWS.households?.action);
});
