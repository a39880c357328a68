import { render, waitFor } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { ReviewOverview, ReviewState } from '#contract/features/review/calls';
import FindingsCard from '../../../../renderer/features/review/FindingsCard.svelte';
import { followFindingsToDo } from '../../../../renderer/features/review/open-findings.svelte';
import { readOverview } from '../../../../renderer/features/review/read-overview';
import { fakeEngine } from '../../fakes';

const OVERVIEW: ReviewOverview = {
  stamp: 1,
  checkedAt: null,
  rules: [],
  custodians: [],
  owners: [],
  user: 'pat',
  isShared: true,
};
const stateOf = (stamp: number): ReviewState => ({ stamp, state: 'done', checkedAt: null, failure: null });

it('reads the overview once after each mark, for all parts of the window that show it', async () => {
  let mark: () => void = () => undefined;
  const marked = new Promise<void>((resolve) => (mark = resolve));
  const { engine, calls } = fakeEngine({
    'review.follow': async function* () {
      yield stateOf(1);
      await marked;
      yield stateOf(2);
      await new Promise(() => undefined);
    },
    'review.overview': () => OVERVIEW,
  });
  const readCount = () => calls.filter(({ name }) => name === 'review.overview').length;
  const stop = new AbortController();
  const onCount = vi.fn();
  render(FindingsCard, { engine, go: vi.fn() });
  followFindingsToDo(engine, onCount, stop.signal);
  await waitFor(() => expect(onCount).toHaveBeenCalledTimes(1));
  expect(readCount()).toBe(1);
  mark();
  await waitFor(() => expect(onCount).toHaveBeenCalledTimes(2));
  expect(readCount()).toBe(2);
  stop.abort();
});

it('reads the overview again for a later change, and after the earlier read has ended', async () => {
  const { engine, calls } = fakeEngine({ 'review.overview': () => OVERVIEW });
  const first = readOverview(engine, 1);
  expect(readOverview(engine, 1)).toBe(first);
  const second = readOverview(engine, 2);
  expect(second).not.toBe(first);
  expect(readOverview(engine, 1)).toBe(second);
  await second;
  await readOverview(engine, 2);
  expect(calls).toHaveLength(3);
});
