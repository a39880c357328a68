import { render, screen, waitFor } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { ReviewState } from '#contract/features/review/calls';
import FindingsCard from '../../../../renderer/features/review/FindingsCard.svelte';
import { followFindingsToDo } from '../../../../renderer/features/review/open-findings.svelte';
import { fakeEngine, openStream, UNCHECKED_REVIEW } from '../../fakes';

const checkedState = (stamp: number, open: number): ReviewState => ({
  ...UNCHECKED_REVIEW,
  stamp,
  state: 'done',
  checkedAt: '2026-11-21T09:00:00Z',
  overview: {
    ...UNCHECKED_REVIEW.overview,
    rules: [{ rule: 'no-household', missing: [], counts: { open, flagged: 0, waived: 0, reviewed: 0 } }],
  },
});

it('the card on Today and the count in the sidebar follow each mark', async () => {
  let mark: () => void = () => undefined;
  const marked = new Promise<void>((resolve) => (mark = resolve));
  const { engine } = fakeEngine({
    'review.follow': async function* () {
      yield checkedState(1, 3);
      await marked;
      yield checkedState(2, 2);
      await new Promise(() => undefined);
    },
  });
  const stop = new AbortController();
  const onCount = vi.fn();
  render(FindingsCard, { engine, go: vi.fn() });
  followFindingsToDo(engine, onCount, stop.signal);
  const medium = await screen.findByRole('button', { name: /Medium/ });
  await waitFor(() => expect(medium.textContent).toContain('3'));
  mark();
  await waitFor(() => expect(medium.textContent).toContain('2'));
  await waitFor(() => expect(onCount.mock.calls).toEqual([[3], [2]]));
  stop.abort();
});

it('the card on Today says that its counts are earlier results if the last check failed', async () => {
  const failed = { ...checkedState(1, 3), state: 'failed' as const, failure: { kind: 'disk-full' as const } };
  render(FindingsCard, {
    engine: fakeEngine({ 'review.follow': () => openStream(failed) }).engine,
    go: vi.fn(),
  });
  expect(await screen.findByText(/these are earlier results/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /Medium/ }).textContent).toContain('3');
});
