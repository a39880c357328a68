import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { FeeFilesState, FeeFilesToDo } from '#contract/features/fee-files/calls';
import type { FindingFilter, ReviewState } from '#contract/features/review/calls';
import { sidebarGroups } from '../../../renderer/app/shell/sidebar';
import { followOpenEdits } from '../../../renderer/features/edits/open-edits.svelte';
import { FEATURE_VIEWS } from '../../../renderer/features';
import { EMPTY_DRAFT } from '../../../renderer/features/roi/steps';
import TasksNow from '../../../renderer/features/today/TasksNow.svelte';
import {
  declaredFailure,
  deferredPromise,
  fakeDesktop,
  fakeEngine,
  liveOf,
  openStream,
  type Answers,
} from '../fakes';
import { sampleBulkDraft, editJobOf } from '../records/drafts/samples';
import { savedFileOf } from './fee-files/samples';
import { requestOf } from './roi/samples';

const NO_FILES: FeeFilesToDo = { total: 0, unsaved: [], lost: [], unreconciled: [], unsigned: [] };
const NO_COUNTS = { open: 0, flagged: 0, waived: 0, reviewed: 0 };
const checked = (open: number): ReviewState => ({
  stamp: 1,
  state: 'done',
  checkedAt: '2026-11-21T09:00:00Z',
  failure: null,
  overview: {
    rules: [
      {
        rule: 'no-household',
        missing: [],
        counts: { ...NO_COUNTS, open, flagged: 2 },
      },
    ],
    custodians: [],
    owners: [],
    user: 'pat',
  },
});
/** Answers the count of findings by severity and by how new they are. */
const newFindings =
  (counts: Partial<Record<string, number>>) =>
  ({ filter }: { filter: FindingFilter }) => ({
    items: [],
    total: counts[`${filter.severity} ${filter.found}`] ?? 0,
  });

function show(responses: Answers = {}, incomplete: readonly string[] = []) {
  const { engine } = fakeEngine({
    'review.follow': () => openStream(checked(0)),
    'review.list': newFindings({}),
    ...responses,
  });
  const go = vi.fn();
  const { desktop } = fakeDesktop();
  const props = {
    engine,
    desktop,
    version: 1,
    settledVersion: 1,
    isComplete: (resource: string) => !incomplete.includes(resource),
    go,
  };
  const sources = FEATURE_VIEWS.flatMap((feature) => ('todayTasks' in feature ? feature.todayTasks : []));
  const { rerender } = render(TasksNow, { sources, ...props });
  return Object.assign(go, { refreshed: () => rerender({ ...props, version: 2 }) });
}
const placeholders = () => document.querySelectorAll('.skeleton').length;
const lines = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

it('lists the work of all features by urgency, with links to where it is done', async () => {
  const codes = { resource: 'advisorCodes', operation: 'create' } as const;
  const go = show({
    'edits.follow': () => openStream([sampleBulkDraft({ id: 'd1' })]),
    'jobs.list': () => [
      editJobOf({ id: 'running', state: 'running', counts: { planned: 3 } }),
      editJobOf({ id: 'done', counts: { done: 2 } }),
      editJobOf({ id: 'cut', state: 'interrupted', counts: { done: 1, planned: 1 } }),
      editJobOf({ id: 'codes', kind: codes, state: 'stopped', counts: { planned: 4 }, total: 4 }),
    ],
    'roi.attention': () => Array.from({ length: 7 }, (_, index) => requestOf({ id: `r${index}` })),
    'roi.drafts': () => [{ ...EMPTY_DRAFT, id: 'r9', replaces: null, updatedAt: '2026-11-21T09:00:00Z' }],
    'roi.planned.list': () => [{ custodian: 'PER', codes: ['G1'], plannedBy: [] }],
    'feeFiles.filesToDo': () => ({ ...NO_FILES, total: 8, unsaved: ['40', '39'], unsigned: ['33'] }),
    'review.follow': () => openStream(checked(300)),
    'review.list': newFindings({ 'high yesterday': 1, 'low yesterday': 12, 'low refresh': 4 }),
  });
  const unsaved = await screen.findByRole('button', { name: /^2 fee upload files not saved/ });
  await screen.findByRole('button', { name: /^1 new finding since yesterday.*High$/ });
  const expected = [
    /^Edit .*Interrupted/,
    /^Create 4 .*codes.*Interrupted/,
    ...Array.from({ length: 5 }, () => /^ROI request to /),
    /^2 more ROI requests/,
    /^2 fee upload files not saved/,
    /^1 fee upload file reconciled, not signed off/,
    /^Edit /,
    /^ROI request without a custodian yet/,
    /^Request from Pershing by portal or phone/,
    /^1 new finding since yesterday/,
    /^12 new findings since yesterday/,
    /^Edit .*Editing/,
  ];
  expect(lines()).toHaveLength(expected.length);
  for (const [index, pattern] of expected.entries()) expect(lines()[index]).toMatch(pattern);
  await userEvent.click(unsaved);
  expect(go).toHaveBeenLastCalledWith({
    screen: 'resource',
    resource: 'feeUploadFiles',
    filters: [{ op: 'in', field: 'id', values: ['40', '39'] }],
  });
  await userEvent.click(screen.getByRole('button', { name: /^12 new findings/ }));
  expect(go).toHaveBeenLastCalledWith({
    screen: 'task',
    task: 'review',
    page: { severity: 'low', found: 'yesterday' },
  });
  await userEvent.click(screen.getByRole('button', { name: /^Create 4 / }));
  expect(go).toHaveBeenLastCalledWith({
    screen: 'task',
    task: 'advisorCodes',
    page: { kind: 'job', id: 'codes' },
  });
});

it('counts the findings of the last refresh if there are none since yesterday', async () => {
  show({ 'review.list': newFindings({ 'medium refresh': 3 }) });
  expect(await screen.findByRole('button', { name: /^3 new findings since the last refresh/ })).toBeTruthy();
});

it('does not claim that there are no new findings if the last check failed', async () => {
  const failed = { state: 'failed' as const, failure: { kind: 'disk-full' as const } };
  show({ 'review.follow': () => openStream({ ...checked(3), ...failed }) });
  expect(await screen.findByText(/^Nothing so far\. Not known yet: new findings\./)).toBeTruthy();
  expect(screen.queryByText(/^Nothing needs your attention right now/)).toBeNull();
});

it('updates and removes the line of a job that changes without any action in this window', async () => {
  let jobs = [editJobOf({ id: 'a', state: 'running', counts: { planned: 2 } })];
  const followers: (() => void)[] = [];
  const change = () => followers.splice(0).forEach((notify) => notify());
  show({
    'jobs.list': () => jobs,
    'jobs.follow': () => openStream(),
    'jobs.changes': async function* () {
      for (let version = 1; ; version += 1) {
        yield version;
        await new Promise<void>((resolve) => followers.push(resolve));
      }
    },
  });
  expect(await screen.findByText('Editing')).toBeTruthy();
  jobs = [editJobOf({ id: 'a', counts: { done: 1, unknown: 1 } })];
  change();
  expect(await screen.findByText(/^The outcome of 1 .* is unknown$/)).toBeTruthy();
  jobs = [];
  change();
  expect(await screen.findByText(/^Nothing needs your attention right now/)).toBeTruthy();
});

it('says that nothing needs attention, and how many findings are open', async () => {
  const go = show({ 'review.follow': () => openStream(checked(298)) });
  expect(await screen.findByText(/^Nothing needs your attention right now/)).toBeTruthy();
  expect(screen.getByText(/^300 findings found earlier are still open\./)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Open the review queue' }));
  expect(go).toHaveBeenLastCalledWith({ screen: 'task', task: 'review' });
});

it('lists what is known while another part is still being read', async () => {
  const answered = deferredPromise<ReviewState>();
  show({
    'feeFiles.filesToDo': () => ({ ...NO_FILES, total: 1, unsaved: ['40'] }),
    'review.follow': async function* () {
      yield await answered.promise;
    },
  });
  expect(await screen.findByRole('button', { name: /^1 fee upload file not saved/ })).toBeTruthy();
  expect(placeholders()).toBe(1);
  answered.settle(checked(0));
  await waitFor(() => expect(placeholders()).toBe(0));
});

it('does not count an incomplete list of files', async () => {
  show({ 'feeFiles.filesToDo': () => ({ ...NO_FILES, total: 1, unsaved: ['40'] }) }, ['feeUploadFiles']);
  expect(await screen.findByText(/^Nothing so far\. Not known yet: fee files\./)).toBeTruthy();
  expect(screen.queryByText(/fee upload file/)).toBeNull();
  expect(screen.queryByText(/^Nothing needs your attention/)).toBeNull();
});

it('says during the first download what is not known yet, instead of “nothing”', async () => {
  const unchecked = { ...checked(0), state: 'waiting', checkedAt: null } as const;
  show({ 'review.follow': () => openStream(unchecked) }, ['feeUploadFiles']);
  expect(
    await screen.findByText(/^Nothing so far\. Not known yet: new findings and fee files\./),
  ).toBeTruthy();
  expect(screen.queryByText(/^Nothing needs your attention/)).toBeNull();
});

it('does not say that nothing needs attention while the accounts are incomplete', async () => {
  show({ 'review.follow': () => openStream(checked(0)) }, ['accounts']);
  expect(await screen.findByText(/^Nothing so far\. Not known yet: new findings\./)).toBeTruthy();
});

it('waits for the first check of the rules before it says that nothing needs attention', async () => {
  const answered = deferredPromise<ReviewState>();
  show({
    'review.follow': async function* () {
      yield { ...checked(0), state: 'checking', checkedAt: null } as const;
      yield await answered.promise;
    },
  });
  await waitFor(() => expect(placeholders()).toBe(3));
  expect(screen.queryByText(/^Nothing needs your attention/)).toBeNull();
  answered.settle(checked(0));
  expect(await screen.findByText(/^Nothing needs your attention right now/)).toBeTruthy();
});

it('says that a part could not be read instead of “nothing”, until it can be', async () => {
  let isBroken = true;
  const view = show({
    'feeFiles.filesToDo': () => {
      if (isBroken) throw declaredFailure('unexpected');
      return { ...NO_FILES, total: 1, unsaved: ['40'] };
    },
  });
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByText(/^Nothing needs your attention/)).toBeNull();
  await waitFor(() => expect(placeholders()).toBe(0));
  isBroken = false;
  await view.refreshed();
  expect(await screen.findByRole('button', { name: /^1 fee upload file not saved/ })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('counts waiting work in the sidebar as it counts records', () => {
  const entries = sidebarGroups(liveOf(), {}, { edits: 2, review: 1200 }).flatMap(({ entries }) => entries);
  const countAt = (title: string) => entries.find((entry) => entry.title === title)?.count;
  expect([countAt('Edits'), countAt('Review queue'), countAt('ROI requests')]).toEqual([2, 1200, null]);
});

it('counts drafts and unresolved outcomes for the sidebar again when a job ends', async () => {
  const stop = new AbortController();
  const counts: number[] = [];
  let jobs = [editJobOf({ id: 'a', state: 'running', counts: { planned: 2 } })];
  let change = () => {};
  const { engine } = fakeEngine({
    'edits.follow': () => openStream([sampleBulkDraft({ id: 'd1' })]),
    'jobs.list': () => jobs,
    'jobs.changes': async function* () {
      yield 1;
      await new Promise<void>((resolve) => (change = resolve));
      yield 2;
    },
  });
  followOpenEdits(engine, (count) => counts.push(count), stop.signal);
  await waitFor(() => expect(counts).toEqual([1]));
  jobs = [editJobOf({ id: 'a', counts: { done: 1, unknown: 1 } })];
  change();
  await waitFor(() => expect(counts.at(-1)).toBe(2));
  stop.abort();
});

it('counts fee files again when a saved one changes, but not at each progress of a job', async () => {
  const saved = savedFileOf(1, '40');
  const state = { saved: [saved], colleagues: [], jobs: [], folder: null, isAutoSaveOn: false };
  const [progressed, signed] = [deferredPromise<FeeFilesState>(), deferredPromise<FeeFilesState>()];
  const filesToDo = vi.fn(() => NO_FILES);
  show({
    'feeFiles.state': async function* () {
      yield state;
      yield await progressed.promise;
      yield await signed.promise;
      await new Promise(() => undefined);
    },
    'feeFiles.filesToDo': filesToDo,
  });
  await waitFor(() => expect(filesToDo).toHaveBeenCalledTimes(2)); // before and after the first state
  progressed.settle({ ...state, saved: [{ ...saved }] });
  await new Promise((resolve) => setTimeout(resolve, 50));
  signed.settle({ ...state, saved: [{ ...saved, signedAt: saved.savedAt }] });
  await waitFor(() => expect(filesToDo.mock.calls.length).toBeGreaterThan(2));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(filesToDo).toHaveBeenCalledTimes(3);
});
