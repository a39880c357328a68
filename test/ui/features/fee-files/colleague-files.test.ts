import { render, screen, within } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { expect, it, vi } from 'vitest';
import type { ColleagueFile } from '#contract/features/fee-files/colleague-files';
import type { DesktopClient } from '../../../../renderer/bridge';
import { FEE_FILES_LIST } from '../../../../renderer/features/fee-files/fee-files-list';
import { FeeFiles, feeFilesOf } from '../../../../renderer/features/fee-files/fee-files.svelte';
import SavedFiles from '../../../../renderer/features/fee-files/SavedFiles.svelte';
import SignedList from '../../../../renderer/features/reconcile/SignedList.svelte';
import type { ListContext } from '../../../../renderer/records/list/list-view';
import { fakeDesktop, fakeEngine } from '../../fakes';
import { savedFileOf } from './samples';

const at = '2026-11-21T07:00:00Z';
const signOff = {
  by: 'Ada Park',
  signedAt: at,
  decision: 'approved' as const,
  note: 'All fees agree',
  seal: 'ab'.repeat(32),
  state: 'holds' as const,
};
const file: ColleagueFile = {
  fileId: '40',
  sha256: '0'.repeat(64),
  saves: [{ by: 'Ada Park', at, bytes: 60, files: 1, state: 'whole' }],
  results: [
    {
      by: 'Ada Park',
      at,
      endDate: '2026-09-30',
      outcome: 'differs',
      totals: { lines: 1_204, flaggedLines: 3, accounts: 1_200, sum: '12345.67' },
    },
  ],
  signOffs: [signOff],
};

function show(colleagues: readonly ColleagueFile[], ownFiles = [savedFileOf(1, '41')]) {
  const files = new FeeFiles(fakeEngine({}).engine, {} as DesktopClient);
  files.state = { saved: ownFiles, colleagues: [...colleagues], jobs: [], folder: null, isAutoSaveOn: false };
  files.saved = ownFiles;
  files.byFile = new Map(ownFiles.toReversed().map((entry) => [entry.fileId, entry]));
  files.byColleagues = new Map(colleagues.map((entry) => [entry.fileId, [entry]]));
  files.isLoaded = true;
  const strip = createRawSnippet(() => ({ render: () => '<nav></nav>' }));
  return render(SavedFiles, { files, strip, onpreview: vi.fn(), onreconcile: vi.fn(), onfiles: vi.fn() });
}

it('shows what colleagues saved, reconciled and signed off, with the seal', () => {
  show([file], []);
  expect(screen.getByRole('heading', { name: 'By colleagues' })).toBeTruthy();
  const row = screen.getByRole('row', { name: /file 40/ });
  for (const text of [
    'Ada Park',
    'Differs',
    '1,204 fees, $12,345.67, 3 need attention',
    'Approved',
    'Seal verified',
    'All fees agree',
  ])
    expect(within(row).getAllByText(text).length).toBeGreaterThan(0);
  expect(screen.queryByText('No saved files yet')).toBeNull();
});

it('says that a copy is missing, and that a seal is broken or not verified', () => {
  show([
    {
      ...file,
      saves: [{ by: 'Ada Park', at, bytes: 60, files: 1, state: 'missing' }],
      signOffs: [
        { ...signOff, state: 'seal-broken' },
        { ...signOff, seal: 'cd'.repeat(32), note: null, state: 'note-withheld' },
      ],
    },
  ]);
  for (const text of ['Missing', 'Seal broken', 'Seal not verified: note not shared'])
    expect(screen.getByText(text)).toBeTruthy();
});

it('shows a colleague’s sign-off next to the user’s copy only if it has the same bytes', () => {
  const ownFiles = () => within(screen.getByRole('table', { name: 'Saved files' }));
  const { unmount } = show([file], [savedFileOf(1, '40')]);
  expect(ownFiles().getByText('Seal verified')).toBeTruthy();
  expect(ownFiles().getByText(/by Ada Park/)).toBeTruthy();
  unmount();
  show([file], [{ ...savedFileOf(1, '40'), sha256: '1'.repeat(64) }]);
  expect(ownFiles().queryByText('Seal verified')).toBeNull();
});

it('shows a colleague’s sign-off at the copy with its bytes, also if a newer copy has others', () => {
  const newest = {
    ...savedFileOf(2, '40'),
    path: '/fees/40 (2).zip',
    name: '40 (2).zip',
    sha256: '1'.repeat(64),
  };
  show([file], [newest, savedFileOf(1, '40')]);
  const rowOf = (name: string) => within(screen.getByRole('button', { name }).closest('tr') ?? document.body);
  expect(rowOf('40.zip').getByText('Seal verified')).toBeTruthy();
  expect(rowOf('40 (2).zip').queryByText('Seal verified')).toBeNull();
});

it('says that a file was signed off by a version that stored no decisions', () => {
  show([], [{ ...savedFileOf(1, '40'), signedAt: at }]);
  expect(screen.getByText('Signed off')).toBeTruthy();
});

it('has no table of colleagues’ files without any', () => {
  show([]);
  expect(screen.queryByText('By colleagues')).toBeNull();
});

it('lists a file as saved by the colleague, with the result and the decision', () => {
  const { engine } = fakeEngine();
  const { desktop } = fakeDesktop();
  const context = { engine, desktop } as unknown as ListContext;
  const files = feeFilesOf({ engine, desktop });
  const cells = (key: string) =>
    ['saved', 'reconciled', 'signed'].map((field) => FEE_FILES_LIST.columns?.[field]?.cell?.(key, context));
  files.byColleagues = new Map([['40', [file]]]);
  expect(cells('40')).toEqual(['By Ada Park', 'Differs', 'Approved']);
  expect(cells('41')).toEqual([null, null, null]);
  // Other bytes are saved here: the colleague’s result is not about them.
  files.byFile = new Map([['40', { ...savedFileOf(1, '40'), sha256: '1'.repeat(64) }]]);
  expect(cells('40').slice(1)).toEqual([null, null]);
});

it('lists a colleague’s sign-off on the page of the reconciliation', () => {
  render(SignedList, { signed: [], colleagues: [signOff], exporting: null, onevidence: vi.fn() });
  const list = screen.getByRole('list', { name: 'Signed reconciliations' });
  expect(list.textContent).toContain('Ada Park');
  expect(within(list).getByText('Seal verified')).toBeTruthy();
});
