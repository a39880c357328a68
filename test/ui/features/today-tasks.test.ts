import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { FeeFilesToDo } from '#contract/features/fee-files/calls';
import { TODAY_TASKS } from '../../../renderer/app/feature-views';
import { sidebarGroups } from '../../../renderer/app/shell/sidebar';
import TasksNow from '../../../renderer/features/today/TasksNow.svelte';
import { fakeDesktop, fakeEngine, liveOf, openStream, type Answers } from '../fakes';
import { requestOf } from './roi/samples';

const NO_FILES: FeeFilesToDo = { total: 0, unsaved: [], lost: [], unreconciled: [], unsigned: [] };
const none = { open: 0, flagged: 0, waived: 0, reviewed: 0 };
const overview = (open: number) => ({
  stamp: 1,
  checkedAt: '2026-11-21T09:00:00Z',
  rules: [{ rule: 'no-household' as const, missing: [], counts: { ...none, open, flagged: 2 } }],
  custodians: [],
  owners: [],
  user: 'pat',
});

function show(answers: Answers = {}, isComplete = true) {
  const { engine } = fakeEngine({
    'edits.follow': () => openStream([]),
    'jobs.list': () => [],
    'roi.attention': () => [],
    'feeFiles.state': () => openStream({ saved: [], jobs: [], folder: null, auto: false }),
    'feeFiles.toDo': () => NO_FILES,
    'review.overview': () => overview(0),
    ...answers,
  });
  const go = vi.fn();
  const { desktop } = fakeDesktop();
  const props = { engine, desktop, version: 1, settledVersion: 1, isComplete: () => isComplete, go };
  render(TasksNow, { sources: TODAY_TASKS, ...props });
  return go;
}
const lines = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

it('lists the work of all features by urgency, each linked to where it is done', async () => {
  const go = show({
    'roi.attention': () => Array.from({ length: 7 }, (_, at) => requestOf({ id: `r${at}` })),
    'feeFiles.toDo': () => ({ ...NO_FILES, total: 8, unsaved: ['40', '39'], unsigned: ['33'] }),
    'review.overview': () => overview(3),
  });
  const unsaved = await screen.findByRole('button', { name: /^2 fee upload files not saved/ });
  const [first] = lines();
  expect(first).toMatch(/^ROI request to /);
  expect(lines().at(5)).toMatch(/^2 more ROI requests/);
  expect(lines().at(7)).toMatch(/^1 fee upload file reconciled, not signed off/);
  expect(lines().at(-1)).toMatch(/^3 findings to review.*Medium/);
  await userEvent.click(unsaved);
  expect(go).toHaveBeenLastCalledWith({
    place: 'resource',
    resource: 'feeUploadFiles',
    filters: [{ op: 'in', field: 'id', values: ['40', '39'] }],
  });
  await userEvent.click(screen.getByRole('button', { name: /^3 findings to review/ }));
  expect(go).toHaveBeenLastCalledWith({ place: 'task', task: 'review', page: { severity: 'medium' } });
});

it('says so when nothing waits, and does not count an incomplete list of files', async () => {
  show({ 'feeFiles.toDo': () => ({ ...NO_FILES, total: 1, unsaved: ['40'] }) }, false);
  expect(await screen.findByText('Nothing is waiting for you.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('counts waiting work in the sidebar as it counts records', () => {
  const entries = sidebarGroups(liveOf(), {}, { edits: 2, review: 1200 }).flatMap(({ entries }) => entries);
  const countAt = (title: string) => entries.find((entry) => entry.title === title)?.count;
  expect([countAt('Edits'), countAt('Review queue'), countAt('ROI requests')]).toEqual([2, 1200, null]);
});
