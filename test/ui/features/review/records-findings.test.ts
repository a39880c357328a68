import { render, screen, waitFor } from '@testing-library/svelte';
import { toast } from 'svelte-sonner';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Finding } from '#contract/features/review/calls';
import RecordsFindingsList from '../../../../renderer/features/review/RecordsFindingsList.svelte';
import { declaredFailure, fakeEngine, openStream, UNCHECKED_REVIEW } from '../../fakes';

const CHECKED = { ...UNCHECKED_REVIEW, stamp: 1, state: 'done', checkedAt: '2026-11-21T09:00:00Z' } as const;
const FINDING: Finding = {
  id: 'no-household 1',
  rule: 'no-household',
  resource: 'accounts',
  key: '1',
  title: 'Account 1',
  subtitle: 'N1',
  custodian: 'SWB',
  state: 'open',
  hasNote: false,
  owner: null,
  foundAt: null,
};
const recordsOf = (...keys: string[]) => keys.map((key) => ({ resource: 'accounts' as const, key }));

function show(findingsOf: () => unknown) {
  const { engine, calls } = fakeEngine({
    'review.follow': () => openStream(CHECKED),
    'review.findingsOf': findingsOf,
  });
  const view = render(RecordsFindingsList, { engine, records: recordsOf('1'), go: vi.fn() });
  return { ...view, reads: () => calls.filter(({ name }) => name === 'review.findingsOf') };
}

it('says that nothing needs review only after the findings of these records were read', async () => {
  let respond: (response: { items: Finding[] }) => void = () => undefined;
  const { reads, rerender } = show(() => new Promise((resolve) => (respond = resolve)));
  await waitFor(() => expect(reads()).toHaveLength(1));
  expect(screen.queryByText('Nothing to review.')).toBeNull();
  respond({ items: [] });
  expect(await screen.findByText('Nothing to review.')).toBeTruthy();
  await rerender({ records: recordsOf('2') });
  expect(screen.queryByText('Nothing to review.')).toBeNull();
});

it('keeps showing the findings of records that are set again', async () => {
  const { reads, rerender } = show(() => ({ items: [FINDING] }));
  expect(await screen.findByText('No household')).toBeTruthy();
  await rerender({ records: recordsOf('1') });
  expect(screen.getByText('No household')).toBeTruthy();
  expect(reads()).toHaveLength(1);
});

it('says so if the findings could not be read', async () => {
  const errorToast = vi.spyOn(toast, 'error').mockReturnValue(0);
  onTestFinished(() => errorToast.mockRestore());
  show(() => {
    throw declaredFailure('cache-unreadable');
  });
  expect(await screen.findByText('The findings couldn’t be read.')).toBeTruthy();
  expect(screen.queryByText('Nothing to review.')).toBeNull();
});
