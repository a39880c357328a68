import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { SavedFile } from '../../../../preload/contract/calls/fee-files';
import LookView from '../../../../renderer/tasks/fee-files/LookView.svelte';
import { declared, fakeEngine, type Answers } from '../../fakes';

const file: SavedFile = {
  id: 1,
  fileId: '40',
  path: '/fees/40.zip',
  name: '40.zip',
  bytes: 60,
  sha256: '0'.repeat(64),
  files: 1,
  remarks: [],
  savedAt: '2026-11-21T07:00:00Z',
  savedBy: 'ann',
  checkedAt: '2026-11-21T07:00:00Z',
  state: 'whole',
  decision: null,
  signedAt: null,
  reconciledAt: null,
  outcome: null,
};
const PROBLEM = 'It is compressed in a way that Firm Desk can’t read.';
const entry = (more: object) => ({ at: 0, name: 'SWB.csv', bytes: 120, packed: 60, problem: null, ...more });
const shown = (answers: Answers) =>
  render(LookView, { engine: fakeEngine(answers).engine, file, onback: vi.fn(), onreconcile: vi.fn() });

it('a file of an archive that can’t be opened says so and why, and never that it is empty', async () => {
  shown({ 'feeFiles.entries': () => ({ entries: [entry({ problem: 'packing' })], total: 1 }) });
  expect(await screen.findByText('This file can’t be opened')).toBeTruthy();
  expect(screen.getByText(PROBLEM)).toBeTruthy();
  expect(screen.getByText('Can’t be opened')).toBeTruthy();
  expect(screen.queryByText(/empty/)).toBeNull();
});

it('a file of an archive that breaks off while it is read is damaged, and never empty', async () => {
  shown({
    'feeFiles.entries': () => ({ entries: [entry({})], total: 1 }),
    'feeFiles.rows': () => {
      throw declared('archive-damaged');
    },
  });
  expect(await screen.findByText('The archive is damaged')).toBeTruthy();
  expect(screen.queryByText(/empty/)).toBeNull();
});

it('a file without a line is called empty', async () => {
  shown({
    'feeFiles.entries': () => ({ entries: [entry({ bytes: 0 })], total: 1 }),
    'feeFiles.rows': () => ({ rows: [], columns: true, more: false }),
  });
  expect(await screen.findByText('This file is empty')).toBeTruthy();
});
