import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import RecreatePage from '../../../../renderer/features/billing-groups/RecreatePage.svelte';
import { declaredFailure, fakeDesktop, fakeEngine, type Answers } from '../../fakes';
import { sampleCodesJob } from '../advisor-codes/samples';
import { flushAsync, stubLayout } from '../../grid/support';

beforeEach(stubLayout);

const COPY = {
  id: '00000000-0000-4000-8000-000000000001',
  groups: 12,
  file: 'groups.jsonl',
  sha256: 'a'.repeat(64),
  at: '2026-11-21T07:00:00.000Z',
};
const recreation = { groups: 12, asOf: COPY.at, name: 'Demo', isFirm: true, copy: COPY, job: null };

/** Renders the page with a saved copy. `refresh` reports another version of the data, as a refresh does. */
function renderPage(responses: Answers) {
  const { engine, calls } = fakeEngine({
    'billingGroups.recreation': () => recreation,
    'records.window': () => ({ rows: [], total: 0, version: 1 }),
    ...responses,
  });
  const { desktop } = fakeDesktop();
  const props = { engine, desktop, version: 1, go: vi.fn(), onback: vi.fn() };
  const { rerender } = render(RecreatePage, props);
  let version = 1;
  const refresh = async () => {
    await rerender({ version: (version += 1) });
    await flushAsync();
  };
  return { calls, refresh };
}
const user = userEvent.setup();
const sendButton = () => screen.findByRole('button', { name: 'Delete and recreate 12 billing groups' });
async function typeNameAndSend() {
  await user.type(await screen.findByRole('textbox', { name: /^Type “Demo”/ }), 'Demo');
  await user.click(await sendButton());
}

it('sends once, even if the data changes and the button is pressed again during the send', async () => {
  const { calls, refresh } = renderPage({ 'billingGroups.recreate': () => new Promise(() => undefined) });
  await typeNameAndSend();
  await refresh();
  await user.click(await sendButton());
  expect(calls.filter(({ name }) => name === 'billingGroups.recreate')).toHaveLength(1);
});

it('still says why the send failed after the data changed', async () => {
  const { refresh } = renderPage({
    'billingGroups.recreate': () => {
      throw declaredFailure('disk-not-read');
    },
  });
  await typeNameAndSend();
  await flushAsync();
  expect(screen.getByRole('alert')).toBeTruthy();
  await refresh();
  expect(screen.getByRole('alert')).toBeTruthy();
});

it('keeps the outcome on the screen, and the place in the list, when the data changes', async () => {
  const job = sampleCodesJob({ kind: { resource: 'billingGroups', operation: 'recreate' }, state: 'done' });
  const { calls, refresh } = renderPage({
    'billingGroups.recreation': () => ({ ...recreation, job: job.id }),
    'jobs.follow': async function* (_: never, signal?: AbortSignal) {
      yield job;
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    },
    'jobs.rows': () => ({ rows: [], total: 0 }),
    'records.window': ({ columns }: { columns: string[] }) => ({
      rows: ['1', '2'].map((key) => ({ key, isDrifted: false, cells: columns.map(() => `Group ${key}`) })),
      total: 2,
      version: 1,
    }),
  });
  await user.click((await screen.findAllByText('Group 2'))[0] as HTMLElement);
  const dismiss = await screen.findByRole('button', { name: 'Dismiss' });
  dismiss.focus();
  await refresh();
  expect(document.activeElement).toBe(dismiss);
  expect(calls.filter(({ name }) => name === 'jobs.follow')).toHaveLength(1);
  expect(screen.getAllByRole('row', { selected: true })).toHaveLength(1);
});

it('does not give the number of groups to be deleted while their list is incomplete', async () => {
  renderPage({ 'billingGroups.recreation': () => ({ ...recreation, asOf: null, copy: null }) });
  expect(await screen.findByRole('heading', { name: 'This deletes every billing group' })).toBeTruthy();
  expect(screen.getByText(/^12 billing groups on this computer: the list is not downloaded/)).toBeTruthy();
});
