import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { Toaster } from 'svelte-sonner';
import { expect, it, vi } from 'vitest';
import type { Draft } from '#contract/edit';
import GroupFollowUps from '../../../../renderer/features/billing-groups/GroupFollowUps.svelte';
import { deferredPromise, fakeEngine } from '../../fakes';
import { sampleBulkDraft, editJobOf } from '../../records/drafts/samples';

const job = editJobOf({ kind: { resource: 'billingGroups', operation: 'edit' } });
const NOTHING = { inOtherGroups: { accounts: 0, groups: [] }, notRemoved: [], removal: null };

it('offers a draft that removes the accounts of a new group from other groups', async () => {
  const { engine } = fakeEngine({
    'billingGroups.followUps': () => ({
      ...NOTHING,
      inOtherGroups: { accounts: 2, groups: [{ id: '8', name: 'Reed Family' }] },
    }),
    'billingGroups.draftRemovalFromOthers': () =>
      sampleBulkDraft({ id: 'draft-2', resource: 'billingGroups' }),
  });
  const go = vi.fn();
  render(GroupFollowUps, { engine, job, go });
  await screen.findByText('2 accounts are still in another billing group: Reed Family.');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Remove from other groups…' }));
  expect(go).toHaveBeenCalledWith({ screen: 'task', task: 'edits', page: { kind: 'draft', id: 'draft-2' } });
});

it('does not leave another screen for the draft of a removal', async () => {
  const drafted = deferredPromise<Draft>();
  const { engine } = fakeEngine({
    'billingGroups.followUps': () => ({
      ...NOTHING,
      inOtherGroups: { accounts: 2, groups: [{ id: '8', name: 'Reed Family' }] },
    }),
    'billingGroups.draftRemovalFromOthers': () => drafted.promise,
  });
  const go = vi.fn();
  render(Toaster);
  const { unmount } = render(GroupFollowUps, { engine, job, go });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove from other groups…' }));
  unmount();
  drafted.settle(sampleBulkDraft({ id: 'draft-2', resource: 'billingGroups' }));
  await screen.findByRole('button', { name: 'Open draft' });
  expect(go).not.toHaveBeenCalled();
});

it('offers to remove accounts one by one if a change left them in a group', async () => {
  let isDone = false;
  const { engine, calls } = fakeEngine({
    'billingGroups.followUps': () =>
      isDone
        ? NOTHING
        : { ...NOTHING, notRemoved: [{ group: '8', name: 'Reed Family', assignments: ['103'] }] },
    'billingGroups.planRemoval': () =>
      editJobOf({
        id: 'job-2',
        kind: { resource: 'billingGroups', operation: 'unassign' },
        state: 'planned',
        total: 1,
      }),
    'jobs.start': () => void (isDone = true),
    'jobs.follow': async function* () {
      yield await Promise.resolve(
        editJobOf({
          id: 'job-2',
          kind: { resource: 'billingGroups', operation: 'unassign' },
          total: 1,
          counts: { done: 1 },
        }),
      );
    },
  });
  render(GroupFollowUps, { engine, job, go: vi.fn() });
  await screen.findByText(/^1 account is still in “Reed Family”/);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Remove them one by one…' }));
  await user.click(screen.getByRole('button', { name: 'Remove them' }));
  expect(await screen.findByText('1 account removed.')).toBeTruthy();
  expect(screen.queryByText(/still in “Reed Family”/)).toBeNull();
  const startInputs = calls.filter(({ name }) => name === 'jobs.start').map(({ input }) => input);
  expect(startInputs).toEqual([{ job: 'job-2', count: 1 }]);
});

it('offers no second removal while the first one waits for an approval', async () => {
  const { engine } = fakeEngine({
    'billingGroups.followUps': () => ({
      ...NOTHING,
      notRemoved: [{ group: '8', name: 'Reed Family', assignments: ['103'] }],
      removal: 'job-2',
    }),
    'jobs.follow': async function* () {
      yield await Promise.resolve(
        editJobOf({
          id: 'job-2',
          kind: { resource: 'billingGroups', operation: 'unassign' },
          state: 'stopped',
          total: 1,
          counts: { 'not-sent': 1 },
          failure: { kind: 'not-allowed', detail: { code: 'approval-needed' } },
        }),
      );
    },
  });
  render(GroupFollowUps, { engine, job, go: vi.fn() });
  expect(await screen.findByText('1 not sent.')).toBeTruthy();
  expect(screen.getByText(/^1 account is still in “Reed Family”/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove them one by one…' })).toBeNull();
});
