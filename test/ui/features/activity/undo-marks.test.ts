import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import ActivityDetail from '../../../../renderer/features/activity/ActivityDetail.svelte';
import { fakeEngine } from '../../fakes';

const entry = {
  seq: 4,
  at: '2026-11-21T09:00:00Z',
  endedAt: '2026-11-21T09:00:00Z',
  user: 'pat',
  connection: 'Test firm',
  kind: 'review-waive' as const,
  count: 2,
  outcome: 'done' as const,
  isRunning: false,
  facts: { until: '2026-12-31', undo: '5dcb27fb-0b71-4c71-b157-e9b44fa09d7b' },
};
const show = (restored: number, overrides: Partial<typeof entry> = {}) => {
  const { engine, calls } = fakeEngine({ 'review.undo': () => ({ restored }) });
  render(ActivityDetail, { engine, entry: { ...entry, ...overrides }, go: vi.fn(), onclose: vi.fn() });
  return calls;
};

it('undoes waived findings from their activity entry, once', async () => {
  const calls = show(2);
  expect(document.body.textContent).not.toContain(entry.facts.undo);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('2 findings were restored.')).toBeTruthy();
  expect(calls).toContainEqual({ name: 'review.undo', input: { undo: entry.facts.undo } });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Undo' }).disabled).toBe(true);
});

it('says why nothing was undone after Firm Desk was closed', async () => {
  show(0);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(/^Nothing to undo: Firm Desk has been closed since then/)).toBeTruthy();
});

it('offers no undo for the entry of an undo', () => {
  // The undo of waivers is logged as a canceled entry of the same kind.
  show(0, { outcome: 'canceled' as never });
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
