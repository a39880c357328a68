import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { EngineClient } from '../../../../renderer/bridge';
import ArchiveContentsView from '../../../../renderer/features/fee-files/ArchiveContentsView.svelte';
import { declaredFailure, fakeEngine, type Answers } from '../../fakes';
import { savedFileOf } from './samples';

const file = savedFileOf(1, '40');
const PROBLEM = 'Firm Desk can’t read how it is compressed.';
const entry = (overrides: object) => ({
  index: 0,
  name: 'SWB.csv',
  bytes: 120,
  packed: 60,
  problem: null,
  ...overrides,
});
const show = (answers: Answers) =>
  render(ArchiveContentsView, {
    engine: fakeEngine(answers).engine,
    file,
    onback: vi.fn(),
    onreconcile: vi.fn(),
  });

it("explains why a file of an archive can't be opened and does not call it empty", async () => {
  show({ 'feeFiles.entries': () => ({ entries: [entry({ problem: 'packing' })], total: 1 }) });
  expect(await screen.findByText('This file can’t be opened')).toBeTruthy();
  expect(screen.getByText(PROBLEM)).toBeTruthy();
  expect(screen.getByText('Can’t be opened')).toBeTruthy();
  expect(screen.queryByText(/empty/)).toBeNull();
});

it('reports damage, not an empty file, if an archive ends while it is read', async () => {
  show({
    'feeFiles.entries': () => ({ entries: [entry({})], total: 1 }),
    'feeFiles.rows': () => {
      throw declaredFailure('archive-damaged');
    },
  });
  expect(await screen.findByText('The archive is damaged')).toBeTruthy();
  expect(screen.queryByText(/empty/)).toBeNull();
});

it('shows the lines again when Show more works after it failed', async () => {
  let reads = 0;
  show({
    'feeFiles.entries': () => ({ entries: [entry({})], total: 1 }),
    'feeFiles.rows': () => {
      reads += 1;
      if (reads === 2) throw declaredFailure('took-too-long');
      return { rows: [[`line ${reads}`]], lineNumbers: [2 * reads], hasColumns: true, hasMore: reads < 3 };
    },
  });
  expect(await screen.findByText('line 1')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.queryByText('line 1')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('line 3')).toBeTruthy();
  expect(screen.getByText('line 1')).toBeTruthy();
  // Empty lines are left out.
  expect(screen.getAllByRole('rowheader').map((header) => header.textContent)).toEqual(['2', '6']);
});

it('calls a file without lines empty', async () => {
  show({
    'feeFiles.entries': () => ({ entries: [entry({ bytes: 0 })], total: 1 }),
    'feeFiles.rows': () => ({ rows: [], lineNumbers: [], hasColumns: true, hasMore: false }),
  });
  expect(await screen.findByText('This file is empty')).toBeTruthy();
});

it('stops reading a file when another one is chosen, or when the page closes', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const entries = () =>
    Promise.resolve({ entries: [entry({}), entry({ index: 1, name: 'NFS.csv' })], total: 2 });
  const rows = (input: { entry: number }, options?: { signal?: AbortSignal }) => {
    signals.push(options?.signal);
    if (input.entry === 1)
      return Promise.resolve({ rows: [['Z1', '2.00']], lineNumbers: [1], hasColumns: true, hasMore: false });
    return new Promise((_resolve, reject) =>
      options?.signal?.addEventListener('abort', () => reject(declaredFailure('canceled'))),
    );
  };
  const slowEngine = { ...fakeEngine().engine, feeFiles: { entries, rows } } as unknown as EngineClient;
  const { unmount } = render(ArchiveContentsView, {
    engine: slowEngine,
    file,
    onback: vi.fn(),
    onreconcile: vi.fn(),
  });
  await userEvent.click(await screen.findByRole('button', { name: /NFS.csv/ }));
  expect(await screen.findByText('Z1')).toBeTruthy();
  expect(signals[0]?.aborted).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: /SWB.csv/ }));
  unmount();
  expect(signals[2]?.aborted).toBe(true);
});
