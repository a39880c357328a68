import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { FileComparison, PeriodFile } from '#contract/features/period/sections';
import { fileComparisonText } from '#contract/features/period/messages';
import type { BillingPeriod } from '../../../../renderer/features/period/billing-period.svelte';
import FilesSection from '../../../../renderer/features/period/FilesSection.svelte';

type Calls = Partial<Pick<BillingPeriod, 'markReplaced' | 'undoReplaced'>>;

const file = (fileId: string, comparison: FileComparison): PeriodFile => ({
  fileId,
  state: 'unsigned',
  debit: '100.10',
  outcome: 'agrees',
  decision: null,
  sha256: null,
  comparison,
});

function show(...files: PeriodFile[]): void {
  showWith({}, ...files);
}

function showWith(
  { mayChange = true, isIncomplete, ...calls }: { mayChange?: boolean; isIncomplete?: true } & Calls,
  ...files: PeriodFile[]
): void {
  const period = { markReplaced: vi.fn(), undoReplaced: vi.fn(), ...calls };
  const facts = { name: 'files' as const, files, ...(isIncomplete && { isIncomplete }) };
  const props = { facts, endDate: '2026-06-30', go: () => undefined };
  render(FilesSection, { ...props, period, mayChange });
}

it('shows for each file how it compares with its record and with the setup', () => {
  show(
    file('40', { state: 'compared', open: 2, closed: 1, unchecked: 1 }),
    file('41', { state: 'not-compared', why: 'no-lines' }),
  );
  const table = screen.getByRole('table', { name: 'Fee files for the period' });
  const headings = within(table).getAllByRole('columnheader');
  expect(headings.map(({ textContent }) => textContent)).toContain('Compared with setup');
  const [, first, second] = within(table).getAllByRole('row');
  expect(first?.textContent).toMatch(/Agrees.*2 open findings, 1 closed; 1 check skipped/s);
  expect(second?.textContent).toMatch(/Agrees.*Not compared: no reconciled lines/s);
  expect(
    screen.getByText(/^“Compared with setup” counts the billing findings that name the file/),
  ).toBeTruthy();
});

it('omits the explanation of counts if nothing is counted', () => {
  show(file('41', { state: 'not-compared', why: 'earlier-period' }));
  expect(screen.queryByText(/^“Compared with setup” counts/)).toBeNull();
});

it('says that a compared file has no open findings, not that it is right', () => {
  expect(fileComparisonText({ state: 'compared', open: 0, closed: 0, unchecked: 0 })).toBe(
    'No open findings',
  );
  expect(fileComparisonText({ state: 'compared', open: 0, closed: 2, unchecked: 0 })).toBe(
    'No open findings, 2 closed',
  );
});

describe('a file that the service no longer lists', () => {
  const removed: PeriodFile = {
    ...file('40', { state: 'not-compared', why: 'earlier-period' }),
    state: 'unlisted',
    debit: null,
  };
  const replaced: PeriodFile = {
    ...removed,
    state: 'replaced',
    replaced: { by: 'Ada Park', at: '2026-10-02T15:00:00Z', note: 'Billing ran again' },
    comparison: { state: 'not-compared', why: 'replaced' },
  };

  it('is marked as replaced after a dialog that says what this means, with a note', async () => {
    const user = userEvent.setup();
    const markReplaced = vi.fn(() => Promise.resolve());
    showWith({ markReplaced }, removed, { ...removed, fileId: '41', state: 'signed' });
    const buttons = screen.getAllByRole('button', { name: /^Mark as replaced…/ });
    expect(buttons).toHaveLength(1);
    if (buttons[0]) await user.click(buttons[0]);
    const dialog = screen.getByRole('dialog', { name: /^Mark as replaced: / });
    expect(within(dialog).getByText('Its debits no longer count. The saved archive stays.')).toBeTruthy();
    await user.type(within(dialog).getByRole('textbox', { name: 'Note (optional)' }), ' Billing ran again ');
    await user.click(within(dialog).getByRole('button', { name: 'Mark as replaced' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(markReplaced.mock.calls).toEqual([['40', 'Billing ran again']]);
  });

  it('has one button that keeps the focus when it is marked', async () => {
    const facts = { name: 'files' as const, files: [removed] };
    const period = { markReplaced: vi.fn(), undoReplaced: vi.fn() };
    const props = { facts, endDate: '2026-06-30', go: () => undefined, period, mayChange: true };
    const { rerender } = render(FilesSection, props);
    const button = screen.getByRole('button', { name: /^Mark as replaced…/ });
    await rerender({ facts: { ...facts, files: [replaced] } });
    expect(screen.getByRole('button', { name: /^Undo replaced mark/ })).toBe(button);
    await expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).resolves.toBe(false); // not pressed
  });

  it('shows who marked it as replaced, and undoes that', async () => {
    const undoReplaced = vi.fn(() => Promise.resolve());
    showWith({ undoReplaced }, replaced);
    expect(screen.getByText('Replaced')).toBeTruthy();
    expect(screen.getByText(/^Ada Park, Oct 2, 2026, .*\. Billing ran again$/)).toBeTruthy();
    expect(screen.getByText('Not compared: replaced')).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('button', { name: /^Undo replaced mark/ }));
    expect(undoReplaced.mock.calls).toEqual([['40']]);
  });

  it.each([
    ['by a viewer', { mayChange: false }],
    ['while the list of files is incomplete', { isIncomplete: true }],
  ] as const)('can’t be marked %s', (_, options) => {
    showWith(options, removed, { ...replaced, fileId: '41' });
    expect(screen.queryByRole('button', { name: /replaced/ })).toBeNull();
    expect(screen.queryByText(/mark it as replaced/)).toBeNull();
  });
});
