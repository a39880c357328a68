import { render, screen, within } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { FileComparison, PeriodFile } from '#contract/features/period/calls';
import { fileComparisonText } from '#contract/features/period/messages';
import FilesSection from '../../../../renderer/features/period/FilesSection.svelte';

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
  render(FilesSection, { facts: { name: 'files', files }, endDate: '2026-06-30', go: () => undefined });
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
