import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { createRawSnippet } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import type { PeriodTotal } from '#contract/features/fee-files/calls';
import { periodRows } from '../../../../renderer/features/fee-files/period-rows';
import {
  amountText,
  changeLines,
  exportedTable,
} from '../../../../renderer/features/fee-files/period-messages';
import Periods from '../../../../renderer/features/fee-files/Periods.svelte';
import { fakeDesktop, fakeEngine, openStream, liveOf } from '../../fakes';

const period = (endDate: string, id: string, debit: string | null, overrides: Partial<PeriodTotal> = {}) => ({
  endDate,
  fileIds: [id],
  accounts: 10,
  debit,
  filesWithoutAmount: debit === null ? 1 : 0,
  unreconciled: [],
  custodians: [],
  ...overrides,
});
const custodianTotal = (custodian: string, sum: string, ...fileIds: string[]) => ({
  custodian,
  sum,
  fileIds,
});

const PERIODS: readonly PeriodTotal[] = [
  period('2025-09-30', '1', '1000.00', {
    custodians: [custodianTotal('SWB', '900.00', '1'), custodianTotal('PER', '100.00', '1')],
  }),
  period('2026-03-31', '2', null),
  period('2026-06-30', '3', '1100.00', { unreconciled: ['3'] }),
  period('2026-09-30', '4', '1210.10', {
    custodians: [custodianTotal('SWB', '900.09', '4'), custodianTotal('NFS', '310.01', '4')],
  }),
];
const row = (rowKey: string, byCustodian = false) => {
  const match = periodRows(PERIODS, byCustodian).find(({ key }) => key === rowKey);
  if (!match) throw new Error(rowKey);
  return match;
};
const comparison = (rowKey: string, which: 'quarter' | 'year', byCustodian = false) => {
  const change = row(rowKey, byCustodian)[which];
  return change && changeLines(change).join(' ');
};

describe('comparison with the previous quarter and year', () => {
  it('shows exact money, and percent with two decimals', () => {
    expect(comparison('2026-09-30', 'quarter')).toBe('+$110.10 +10.01% from Q2 2026');
    expect(comparison('2026-09-30', 'year')).toBe('+$210.10 +21.01% from Q3 2025');
  });

  it('explains a missing file or amount instead of showing a change from zero', () => {
    expect(comparison('2026-06-30', 'quarter')).toBe('No amount in Q1 2026');
    expect(comparison('2026-06-30', 'year')).toBe('No file in Q2 2025');
    expect(amountText(row('2026-03-31').amount)).toBe('No amount');
  });

  it('compares by custodian if all files of both periods were reconciled', () => {
    expect(comparison('2026-09-30 SWB', 'year', true)).toBe('+$0.09 +0.01% from Q3 2025');
    expect(comparison('2026-09-30 SWB', 'quarter', true)).toBe('Not reconciled in Q2 2026');
    expect(comparison('2026-09-30 NFS', 'year', true)).toBe('Not in the file in Q3 2025');
    // A custodian that charged fees only in the prior year is still listed.
    expect(amountText(row('2026-09-30 PER', true).amount)).toBe('Not in the file');
    expect(comparison('2026-09-30 PER', 'year', true)).toBe('$100.00 in Q3 2025');
    expect(periodRows(PERIODS, true).map(({ key }) => key)).toContain('2026-06-30 unreconciled');
  });

  it('does not compare a quarter with a month', () => {
    const months = ['2026-04-30', '2026-05-31', '2026-06-30'].map((end) => period(end, end, '400.00'));
    const newest = periodRows([...months, period('2026-09-30', '4', '1200.00')], false)[0];
    expect(newest?.quarter && changeLines(newest.quarter).join(' ')).toBe(
      'Different period length in June 2026',
    );
  });

  it('does not compare a sum that excludes a file without an amount', () => {
    const partial = period('2025-12-31', '9', '5.00', { filesWithoutAmount: 1, fileIds: ['9', '10'] });
    const [newest] = periodRows([partial, period('2026-03-31', '2', '7.00')], false);
    expect(newest?.quarter?.difference).toBeNull();
  });
});

it('exports exact amounts, the label of each period and the reason for a missing amount', () => {
  const { headings, types, rows } = exportedTable(periodRows(PERIODS, false));
  expect(new Set([headings.length, types.length, ...rows.map(({ length }) => length)]).size).toBe(1);
  const cells = (index: number) =>
    Object.fromEntries(headings.map((heading, column) => [heading, rows[index]?.[column]]));
  expect(cells(0)).toMatchObject({
    Period: 'Q3 2026',
    'Period end': '2026-09-30',
    Custodian: 'All custodians',
    Debited: '1210.10',
    'Debited prior quarter': '1100.00',
    'Change from prior quarter': '110.10',
    'Change from prior quarter (%)': '10.01',
  });
  expect(cells(1)).toMatchObject({ 'Prior year': 'Q2 2025', 'Debited prior year': 'No file' });
});

describe('fees by period', () => {
  const show = async (periods = PERIODS) => {
    const { engine, calls } = fakeEngine({
      'feeFiles.periods': () => periods,
      'exports.start': () => ({ id: 'e' }),
      'exports.follow': () =>
        openStream({ id: 'e', rows: 4, total: 4, cut: 0, ended: { how: 'done' as const } }),
    });
    const { desktop } = fakeDesktop({
      choose: () => [{ grant: 'g', path: '/x/fees.xlsx', name: 'fees.xlsx' }],
    });
    const onfiles = vi.fn();
    const strip = createRawSnippet(() => ({ render: () => '<div></div>' }));
    render(Periods, { engine, desktop, strip, live: liveOf(), onperiod: vi.fn(), onfiles });
    await screen.findByRole('table', { name: 'Fees by period' });
    return { calls, onfiles };
  };

  it('links an amount to its files, and a change to the files of both periods', async () => {
    const { onfiles } = await show();
    const line = within(screen.getByRole('row', { name: /^Q3 2026/ }));
    await userEvent.click(line.getByRole('button', { name: /^\$1,210\.10/ }));
    expect(onfiles).toHaveBeenLastCalledWith(['4']);
    await userEvent.click(line.getByRole('button', { name: /^\+\$110\.10/ }));
    expect(onfiles).toHaveBeenLastCalledWith(['4', '3']);
  });

  it('marks a bar whose sum excludes a file without an amount as partial', async () => {
    await show([
      period('2026-06-30', '3', '1100.00'),
      period('2026-09-30', '4', '100.00', { filesWithoutAmount: 1, fileIds: ['4', '5'] }),
    ]);
    expect(screen.getByText('Q3 2026, partial')).toBeTruthy();
    expect(screen.queryByText('Q2 2026, partial')).toBeNull();
  });

  it('exports the displayed rows with their types', async () => {
    const { calls } = await show();
    await userEvent.click(screen.getByRole('radio', { name: 'By custodian' }));
    screen.getByRole('button', { name: 'Export…' }).focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await screen.findByText('Excel (.xlsx)…'));
    await vi.waitFor(() => expect(calls.some(({ name }) => name === 'exports.start')).toBe(true));
    const exportInput = calls.find(({ name }) => name === 'exports.start')?.input as
      { source: { types: string[]; rows: string[][] } } | undefined;
    expect(exportInput?.source.types).toContain('money');
    expect(exportInput?.source.rows).toHaveLength(periodRows(PERIODS, true).length);
  });
});
