import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { ListedPeriod } from '#contract/features/period/calls';
import PeriodList from '../../../../renderer/features/period/PeriodList.svelte';
import { fakeEngine } from '../../fakes';

const period = (overrides: Partial<ListedPeriod> = {}): ListedPeriod => ({
  firm: '39',
  endDate: '2026-06-30',
  files: 2,
  debit: '100.30',
  filesWithoutAmount: 0,
  filesLeft: 2,
  signed: null,
  ...overrides,
});

function show(list: ListedPeriod[], { isFileListComplete = true } = {}) {
  const { engine } = fakeEngine({ 'period.list': () => list });
  const onopen = vi.fn();
  render(PeriodList, { engine, version: 1, isFileListComplete, onopen });
  return onopen;
}

describe('the list of billing periods', () => {
  it('names the firm of each period if two firms have the same period end', async () => {
    const onopen = show([period(), period({ firm: '40', debit: null, filesLeft: 1 })]);
    const table = await screen.findByRole('table', { name: 'Billing periods' });
    expect(within(table).getByRole('columnheader', { name: 'Firm' })).toBeTruthy();
    const [, first, second] = within(table).getAllByRole('row');
    expect(first?.textContent).toMatch(/Q2 2026.*39.*Jun 30, 2026.*\$100\.30.*2 files to check/s);
    expect(second?.textContent).toMatch(/Q2 2026.*40.*Jun 30, 2026.*No amount.*1 file to check/s);
    const [, button] = within(table).getAllByRole('button', { name: 'Q2 2026' });
    if (button) await userEvent.click(button);
    expect(onopen).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ firm: '40', endDate: '2026-06-30' }),
    );
  });

  it('names a quarter after the period ends of its firm, not of one that bills monthly', async () => {
    const monthly = ['2026-06-30', '2026-05-31', '2026-04-30'];
    show([
      period({ endDate: '2026-06-30' }),
      ...monthly.map((endDate) => period({ firm: '40', endDate })),
      period({ endDate: '2026-03-31' }),
    ]);
    const table = await screen.findByRole('table', { name: 'Billing periods' });
    const names = within(table)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['Q2 2026', 'June 2026', 'May 2026', 'April 2026', 'Q1 2026']);
  });

  it('draws the fees of each firm that has several periods', async () => {
    show([period({ endDate: '2026-09-30' }), period(), period({ firm: '40' })]);
    expect(await screen.findByRole('heading', { name: 'Fees by period, 39' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Fees by period, 40' })).toBeNull();
  });

  it('has no column for the firm if there is only one', async () => {
    show([period({ endDate: '2026-09-30' }), period()]);
    expect(await screen.findByRole('heading', { name: 'Fees by period' })).toBeTruthy();
    const table = await screen.findByRole('table', { name: 'Billing periods' });
    expect(within(table).queryByRole('columnheader', { name: 'Firm' })).toBeNull();
  });

  it('says that a total excludes files with no amount', async () => {
    show([period({ endDate: '2026-09-30', filesWithoutAmount: 1 }), period()]);
    const table = await screen.findByRole('table', { name: 'Billing periods' });
    const [, first, second] = within(table).getAllByRole('row');
    expect(first?.textContent).toMatch(/\$100\.30\s+Excludes 1 file with no amount/);
    expect(second?.textContent).not.toContain('Excludes');
    expect(screen.getByText('Q3 2026, partial')).toBeTruthy();
  });

  it('shows no counts and totals until fee upload files are completely downloaded', async () => {
    const signed = { signedAt: '2026-10-01T10:00:00.000Z', signedBy: 'jo' };
    const list = [period({ endDate: '2026-09-30', filesLeft: 0 }), period({ signed })];
    show(list, { isFileListComplete: false });
    const table = await screen.findByRole('table', { name: 'Billing periods' });
    expect(screen.getByRole('status').textContent).toContain('aren’t on this computer yet');
    expect(table.textContent).not.toMatch(/\$100\.30|signed off|to do/);
    expect(within(table).getAllByText('Signed')).toHaveLength(2); // the heading, and the state of the second
    expect(screen.queryByRole('heading', { name: 'Fees by period' })).toBeNull();
  });

  it('says that a signed period has files to check', async () => {
    const signed = { signedAt: '2026-07-12T10:20:00Z', signedBy: 'Jo' };
    show([period({ endDate: '2026-09-30', filesLeft: 1, signed }), period({ filesLeft: 0, signed })]);
    expect(await screen.findByText('Signed; 1 file to check')).toBeTruthy();
    const [, , second] = within(screen.getByRole('table', { name: 'Billing periods' })).getAllByRole('row');
    expect(second ? within(second).getByText('Signed') : null).toBeTruthy();
  });

  it('says where billing periods come from if there are none', async () => {
    show([]);
    expect(await screen.findByText('No billing periods yet')).toBeTruthy();
    expect(screen.getByText(/come from the period ends of fee upload files/)).toBeTruthy();
  });
});
