import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Job, JobRow } from '#contract/job';
import OutcomeRowPanel from '../../../../renderer/records/outcome/OutcomeRowPanel.svelte';
import RecordsOutcome from '../../../../renderer/records/outcome/RecordsOutcome.svelte';
import { dismissToasts } from '../../../../renderer/ui/toast';
import Toasts from '../../../../renderer/ui/Toasts.svelte';
import { stubLayout } from '../../grid/support';
import { declaredFailure, fakeDesktop, fakeEngine, liveOf, type Answers } from '../../fakes';
import { sampleBulkDraft, editJobOf, sampleEditRow } from '../drafts/samples';

beforeEach(stubLayout);

function show(job: Job, rows: readonly JobRow[], responses: Answers = {}) {
  const { engine, calls } = fakeEngine({
    'jobs.follow': async function* () {
      await Promise.resolve();
      yield job;
      await new Promise(() => undefined);
    },
    'jobs.rows': ({ offset, limit }: { offset: number; limit: number }) => ({
      rows: rows.slice(offset, offset + limit),
      total: rows.length,
    }),
    ...Object.fromEntries(
      ['stop', 'resume', 'check', 'dismiss'].map((what) => [`jobs.${what}`, () => undefined]),
    ),
    'edits.undo': () => sampleBulkDraft({ id: 'undo-1', origin: 'undo' }),
    'edits.draftRetry': () => sampleBulkDraft({ id: 'again-1' }),
    ...responses,
  });
  const go = vi.fn();
  const { desktop } = fakeDesktop({
    choose: () => [{ grant: 'grant-1', path: '/x/outcome.csv', name: 'outcome.csv' }],
  });
  const live = liveOf();
  const view = render(RecordsOutcome, { engine, desktop, live, id: job.id, go });
  const callsNamed = (name: string) => calls.filter((call) => call.name === name);
  return { user: userEvent.setup(), go, callsNamed, view };
}

it('shows the progress of a job and stops it', async () => {
  const { user, callsNamed } = show(
    editJobOf({ state: 'running', total: 5000, counts: { done: 2500, planned: 2500 } }),
    [sampleEditRow()],
  );
  const bar = await screen.findByRole('progressbar', { name: 'Editing accounts' });
  expect(bar.getAttribute('aria-valuenow')).toBe('50');
  expect(screen.getByText('2,500 of 5,000 done')).toBeTruthy();
  expect(screen.getByText('Editing accounts: 50%').getAttribute('role')).toBe('status');
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(callsNamed('jobs.stop')).toHaveLength(1);
});

it('has a heading of the page for a job that no longer exists', async () => {
  show(editJobOf(), [], {
    'jobs.follow': () => {
      throw declaredFailure('not-found');
    },
  });
  expect(await screen.findByRole('heading', { level: 2 })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
});

it('stays where the user has gone while a job is dismissed', async () => {
  let finishDismissal: () => void = () => undefined;
  const { user, go, view } = show(editJobOf({ state: 'done', counts: { done: 1 } }), [sampleEditRow()], {
    'jobs.dismiss': () => new Promise<void>((resolve) => (finishDismissal = resolve)),
  });
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  view.unmount();
  finishDismissal();
  await new Promise((resolve) => setTimeout(resolve));
  expect(go).not.toHaveBeenCalled();
});

it('can stop a job again after the request to stop failed', async () => {
  const job = editJobOf({ state: 'running', counts: { done: 2, planned: 10 } });
  const { user, callsNamed } = show(job, [sampleEditRow()], {
    'jobs.stop': () => {
      throw declaredFailure('unexpected');
    },
  });
  const stop = await screen.findByRole('button', { name: 'Stop' });
  await user.click(stop);
  await screen.findByRole('alert');
  expect(screen.queryByText(/Stopping/)).toBeNull();
  await user.click(stop);
  expect(callsNamed('jobs.stop')).toHaveLength(2);
});

it('shows the states before the values as soon as they differ', async () => {
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  show(editJobOf(), [sampleEditRow()], {
    'jobs.follow': async function* () {
      yield editJobOf({ state: 'running', counts: { planned: 12 } });
      await stopped;
      yield editJobOf({ state: 'canceled', counts: { done: 2, 'not-sent': 10 } });
      await new Promise(() => undefined);
    },
  });
  await screen.findByRole('grid');
  const isStateFirst = () => {
    const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent.trim());
    return headings.indexOf('State') < headings.indexOf('Changes');
  };
  expect(isStateFirst()).toBe(false);
  stop();
  await screen.findByText('Stopped at your request');
  await vi.waitFor(() => expect(isStateFirst()).toBe(true));
});

it('shows why a row could not be loaded, and not the row shown before', async () => {
  const { engine } = fakeEngine({
    'jobs.rows': ({ offset }: { offset: number }) => {
      if (offset === 9) throw declaredFailure('engine-lost');
      return { rows: [sampleEditRow({ index: offset })], total: 12 };
    },
  });
  const props = { engine, job: editJobOf(), index: 5, go: vi.fn(), onclose: vi.fn() };
  const { rerender } = render(OutcomeRowPanel, props);
  await screen.findByText('Harbor Trust');
  await rerender({ ...props, index: 9 });
  await screen.findByRole('alert');
  expect(screen.queryByText('Harbor Trust')).toBeNull();
});

it('follows the job again after the connection was closed and opened', async () => {
  const jobs = [
    editJobOf({ state: 'running', counts: { planned: 12 } }),
    editJobOf({ state: 'interrupted', counts: { done: 2, planned: 10 } }),
  ];
  const { callsNamed } = show(editJobOf(), [sampleEditRow()], {
    'jobs.follow': async function* () {
      const job = jobs.shift();
      if (job) yield await Promise.resolve(job);
      if (jobs.length === 0) await new Promise(() => undefined);
    },
  });
  await screen.findByRole('button', { name: 'Stop' });
  await screen.findByText(/^Interrupted/);
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  expect(callsNamed('jobs.follow')).toHaveLength(2);
});

it("shows the outcome of every row and the service's reasons", async () => {
  const { user } = show(editJobOf({ total: 2, counts: { done: 1, refused: 1 } }), [
    sampleEditRow(),
    sampleEditRow({
      index: 1,
      state: 'refused',
      issue: { code: 'refused', reasons: ['household_id: no such household'] },
      input: { title: 'Reed IRA' },
    }),
  ]);
  expect(await screen.findByText('1 account was not changed')).toBeTruthy();
  expect(await screen.findByText('household_id: no such household')).toBeTruthy();
  await user.dblClick(screen.getByText('Reed IRA'));
  const panel = await screen.findByRole('complementary', { name: 'Row' });
  expect(await within(panel).findByText('Rejected')).toBeTruthy();
  expect(within(panel).getByText('$5,000.00')).toBeTruthy();
});

it('offers to undo edits that the service may have applied in part', async () => {
  show(editJobOf({ counts: { 'not-taken': 12 } }), [sampleEditRow()]);
  expect(await screen.findByRole('button', { name: 'Undo…' })).toBeTruthy();
});

it('creates drafts to undo the job and to retry failed rows', async () => {
  const { user, go, callsNamed } = show(editJobOf({ counts: { done: 9, refused: 3 } }), [sampleEditRow()]);
  await user.click(await screen.findByRole('button', { name: 'Undo…' }));
  expect(callsNamed('edits.undo').map(({ input }) => input)).toEqual([{ job: 'job-1' }]);
  expect(go).toHaveBeenLastCalledWith({
    screen: 'task',
    task: 'edits',
    page: { kind: 'draft', id: 'undo-1' },
  });
  await user.click(screen.getByRole('button', { name: 'Retry the 3 that failed…' }));
  expect(go).toHaveBeenLastCalledWith({
    screen: 'task',
    task: 'edits',
    page: { kind: 'draft', id: 'again-1' },
  });
});

it.each([
  [{}, 'Nothing to undo'],
  [{ detail: { code: 'value-before-unknown' as const } }, 'This can’t be undone in Firm Desk'],
])('says why nothing can be undone: %j', async (overrides, title) => {
  const { user } = show(editJobOf({ counts: { done: 10 } }), [sampleEditRow()], {
    'edits.undo': () => {
      throw declaredFailure('refused', overrides);
    },
  });
  render(Toasts);
  await user.click(await screen.findByRole('button', { name: 'Undo…' }));
  expect(await screen.findByText(title)).toBeTruthy();
  dismissToasts();
  await vi.waitFor(() => expect(screen.queryByText(title)).toBeNull());
});

it('offers to resume and to check, never to repeat, after an interruption', async () => {
  const { user, callsNamed } = show(
    editJobOf({ state: 'interrupted', counts: { done: 2, unknown: 3, 'not-sent': 7 } }),
    [sampleEditRow({ state: 'unknown' })],
  );
  expect(await screen.findByText('The outcome of 3 accounts is unknown')).toBeTruthy();
  expect(screen.getByText(/Nothing has been re-sent/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  expect(callsNamed('jobs.check')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Send the remaining 7' }));
  expect(callsNamed('jobs.resume')).toHaveLength(1);
});

it('offers rows of a lost response for retry after the service was checked', async () => {
  const lostRows = [sampleEditRow({ state: 'unknown', verified: false })];
  const { user, go } = show(
    editJobOf({ checkedAt: '2026-11-20T10:04:00Z', counts: { unknown: 3 }, missing: 3 }),
    lostRows,
  );
  await user.click(await screen.findByRole('button', { name: 'Retry records not changed…' }));
  expect(go).toHaveBeenLastCalledWith({
    screen: 'task',
    task: 'edits',
    page: { kind: 'draft', id: 'again-1' },
  });
});

it('exports every row with its ID, the sent values and the outcome', async () => {
  const rows = [
    sampleEditRow({ input: { title: '=Harbor', subtitle: '0066578246 · Fidelity' } }),
    sampleEditRow({ index: 1, state: 'refused', issue: { code: 'refused', reasons: ['It is frozen.'] } }),
  ];
  const facts = { edits: JSON.stringify([{ op: 'set', field: 'required_cash', json: '5000.00' }]) };
  const job = editJobOf({ total: 2, facts, counts: { done: 1, refused: 1 } });
  const { user, callsNamed } = show(job, rows, {
    'exports.start': () => ({ id: 'export-1' }),
    'exports.follow': async function* () {
      await Promise.resolve();
      yield { id: 'export-1', rows: 2, total: 2, cut: 0, ended: { how: 'done' } };
    },
  });
  (await screen.findByRole('button', { name: 'Export…' })).focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByText('CSV…'));
  await vi.waitFor(() => expect(callsNamed('exports.start')).toHaveLength(1));
  expect(callsNamed('exports.start')[0]?.input).toMatchObject({
    format: 'csv',
    grant: 'grant-1',
    source: {
      from: 'rows',
      resource: 'accounts',
      headings: [
        'Account ID',
        'Account',
        'Details',
        'State',
        'Required cash (before)',
        'Required cash (sent)',
        'Issue',
      ],
      rows: [
        ['101', '=Harbor', '0066578246 · Fidelity', 'Changed', '$0.10', '$5,000.00', ''],
        ['101', 'Harbor Trust', '4471-2093 · Pershing', 'Rejected', '$0.10', '$5,000.00', 'It is frozen.'],
      ],
    },
  });
});

it('looks for references to deleted records again once another list is complete', async () => {
  const job = editJobOf({
    kind: { resource: 'feeStructures', operation: 'remove' },
    counts: { done: 1 },
    total: 1,
  });
  const { callsNamed, view } = show(job, [sampleEditRow()]);
  await vi.waitFor(() => expect(callsNamed('dependents.ofDeleted')).toHaveLength(1));
  await view.rerender({ live: liveOf({ version: 2 }) });
  expect(callsNamed('dependents.ofDeleted')).toHaveLength(1);
  const resources = liveOf().resources.slice(1);
  await view.rerender({ live: liveOf({ version: 3, resources }) });
  await vi.waitFor(() => expect(callsNamed('dependents.ofDeleted')).toHaveLength(2));
});
