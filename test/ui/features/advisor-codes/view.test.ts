import type { CodesPage } from '#contract/features/advisor-codes/feature';
import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { toast } from 'svelte-sonner';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { MAX_PASSED_CODES } from '#contract/features/roi/feature';
import { accountsWithCodes } from '#contract/filter-values';
import AdvisorCodesView from '../../../../renderer/features/advisor-codes/AdvisorCodesView.svelte';
import { CODES_LIST } from '../../../../renderer/features/advisor-codes/codes-list';
import { codesOf } from '../../../../renderer/features/advisor-codes/codes.svelte';
import { GridSelection } from '../../../../renderer/grid/selection.svelte';
import type { ListContext } from '../../../../renderer/records/list/list-view';
import type { ResourceRoute } from '../../../../renderer/routes';
import { stubLayout } from '../../grid/support';
import {
  connectionOf,
  declaredFailure,
  deferredPromise,
  fakeDesktop,
  fakeEngine,
  liveOf,
  type Answers,
} from '../../fakes';
import { sampleCodesJob, sampleCodeRow, rowWith } from './samples';

beforeEach(stubLayout);

const ROWS = [
  sampleCodeRow(),
  sampleCodeRow({ key: '802', record: '802', code: 'IDLE', state: 'unused', accounts: 0 }),
  sampleCodeRow({
    key: 'c',
    record: null,
    code: '00123',
    custodian: 'SWB',
    state: 'unmapped',
    accounts: 5,
    firmId: null,
  }),
];

const RECORD: Answers = {
  'records.get': () => ({
    raw: '{"id":802,"code":"IDLE"}',
    title: 'IDLE',
    fetchedAt: '2026-11-21T07:00:00Z',
    drift: [],
  }),
  'records.links': () => [],
};

function show(
  page: CodesPage | undefined,
  responses: Answers = {},
  application: 'production' | 'sandbox' = 'production',
  list?: ResourceRoute,
) {
  const { engine, calls } = fakeEngine({
    'advisorCodes.overview': () => ({
      rows: ROWS,
      codesAsOf: '2026-11-21T07:00:00Z',
      accountsAsOf: '2026-11-21T07:00:00Z',
    }),
    'advisorCodes.firms': () => ({ firms: [{ id: 39, name: 'Juniper' }], isListed: true }),
    'jobs.list': () => [],
    'layout.get': () => null,
    ...responses,
  });
  const desktop = fakeDesktop({ 'connections.relabel': () => undefined });
  const go = vi.fn();
  render(AdvisorCodesView, {
    engine,
    desktop: desktop.desktop,
    live: liveOf(),
    connection: connectionOf({ application }),
    ...(list ? { list } : {}),
    route: { screen: 'task', task: 'advisorCodes', ...(page ? { page } : {}) },
    go,
  });
  const inputs = (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input);
  return { user: userEvent.setup(), inputs, go, desktop };
}
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).queryAllByRole('gridcell')[1]?.textContent.trim())
    .filter(Boolean);

it('counts codes like the sidebar and separates codes found only on accounts', async () => {
  show(undefined);
  await screen.findByText('7AB');
  const heading = screen.getByRole('heading', { level: 1, name: 'Advisor codes' }).parentElement;
  const count = liveOf().resources.find(({ resource }) => resource === 'advisorCodes')?.count;
  expect(heading?.textContent.replace(/\s+/g, ' ')).toContain(`${count} advisor codes mapped · 1 not mapped`);
});

it('keeps selected codes while a search hides them, for actions on all', async () => {
  const { user, go } = show(undefined);
  const box = async (code: string) => {
    const row = (await screen.findByText(code)).closest<HTMLElement>('[role=row]');
    if (!row) throw new Error('no row');
    return within(row).getByRole('checkbox', { hidden: true });
  };
  await user.click(await box('7AB'));
  await user.type(screen.getByRole('searchbox', { name: 'Search advisor codes' }), '00123');
  await vi.waitFor(() => expect(rows()).toEqual(['00123']));
  expect(await screen.findByText('1 selected, 1 not shown')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: /^Select all/ })); // adds the listed one
  await user.clear(screen.getByRole('searchbox', { name: 'Search advisor codes' }));
  await vi.waitFor(() => expect(rows()).toHaveLength(3));
  await user.type(screen.getByRole('searchbox', { name: 'Search advisor codes' }), '7AB');
  await vi.waitFor(() => expect(rows()).toEqual(['7AB']));
  expect(await screen.findByText('2 selected, 1 not shown')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show accounts' }));
  const filters = accountsWithCodes([
    { custodian: 'SWB', code: '00123' },
    { custodian: 'PER', code: '7AB' },
  ]);
  expect(go).toHaveBeenCalledWith({ screen: 'resource', resource: 'accounts', filters });
  await user.clear(screen.getByRole('searchbox', { name: 'Search advisor codes' })); // lists keep their search
});

it('shows every code with its state and filters by state', async () => {
  const { user } = show(undefined);
  await screen.findByText('7AB');
  expect(rows()).toEqual(['00123', '7AB', 'IDLE']);
  expect(screen.getByText('Master Account')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /On accounts, not mapped/ }));
  await vi.waitFor(() => expect(rows()).toEqual(['00123']));
});

it('opens the codes and the record that a link names', async () => {
  const { user } = show(undefined, RECORD, 'production', {
    screen: 'resource',
    resource: 'advisorCodes',
    filters: [{ op: 'in', field: 'code', values: ['IDLE'] }],
    record: '802',
  });
  await vi.waitFor(() => expect(rows()).toEqual(['IDLE']));
  expect(await screen.findByRole('complementary', { name: 'Record' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Remove the filter: Code is IDLE/ }));
  await vi.waitFor(() => expect(rows()).toHaveLength(3));
});

it('opens the accounts of a code that is not mapped', async () => {
  const filters = accountsWithCodes([{ custodian: 'SWB', code: '00123' }]);
  const { user, go } = show(undefined);
  await user.dblClick(await screen.findByText('00123'));
  await user.click(await screen.findByRole('button', { name: 'Show accounts' }));
  await vi.waitFor(() =>
    expect(go).toHaveBeenCalledWith({ screen: 'resource', resource: 'accounts', filters }),
  );
});

/** Returns the context of the list with all its codes selected. */
function allSelected() {
  const { engine } = fakeEngine({});
  const go = vi.fn();
  const list = {
    grid: { selection: { value: { kind: 'all', except: [] } } },
    query: { query: { search: '', filters: [], sort: { field: 'code', descending: false } } },
  };
  const context = { engine, go, list } as unknown as ListContext;
  const action = (wanted: string) => CODES_LIST.actions?.find(({ name }) => name === wanted);
  return { context, go, action };
}

it('offers the accounts of selected codes unless no custodian of them is known', () => {
  const { context, action } = allSelected();
  const labelFor = (custodian: string | null) => {
    codesOf(context).rows = [sampleCodeRow({ custodian })];
    return action('accounts')?.label(context);
  };
  expect([labelFor('PER'), labelFor(null)]).toEqual(['Show accounts', null]);
});

it('requests the release of all selected codes, or says that there are too many', () => {
  const errorToast = vi.spyOn(toast, 'error').mockReturnValue(0);
  onTestFinished(() => errorToast.mockRestore());
  const { context, go, action } = allSelected();
  const requestRelease = (count: number) => {
    codesOf(context).rows = Array.from({ length: count }, (_, index) =>
      sampleCodeRow({ key: `${index}`, code: `N-${index}` }),
    );
    action('release')?.run?.(context);
  };
  requestRelease(MAX_PASSED_CODES + 1);
  expect(errorToast).toHaveBeenCalledExactlyOnceWith(
    'Too many codes are selected',
    expect.objectContaining({
      description:
        '501 codes are selected. Up to 500 can be requested at once: filter the list or select fewer.',
    }),
  );
  expect(go).not.toHaveBeenCalled();
  requestRelease(MAX_PASSED_CODES);
  const [[route] = []] = go.mock.calls as [{ page: { codes: unknown[] } }][];
  expect(route?.page.codes).toHaveLength(MAX_PASSED_CODES);
});

it('says before and after that a sandbox application changes nothing', async () => {
  show(undefined, {}, 'sandbox');
  expect((await screen.findByRole('note')).textContent).toMatch(
    /creating and deleting codes changes nothing there/,
  );
  document.body.replaceChildren();
  const job = sampleCodesJob({
    state: 'done',
    counts: { done: 1 },
    verified: { yes: 0, no: 1 },
    checkedAt: '2026-11-21T07:00:00Z',
  });
  show(
    { kind: 'job', id: 'job-1' },
    {
      'jobs.follow': async function* () {
        await Promise.resolve();
        yield job;
      },
      'jobs.rows': () => ({ rows: [rowWith({ state: 'done', verified: false })], total: 1 }),
    },
    'sandbox',
  );
  expect((await screen.findByRole('note')).textContent).toMatch(/the mapping has not changed/);
});

it('plans the deletion of selected codes once, and does not leave another screen for it', async () => {
  const planned = deferredPromise<ReturnType<typeof sampleCodesJob>>();
  const { engine, calls } = fakeEngine({ 'advisorCodes.planDelete': () => planned.promise });
  codesOf({ engine }).rows = ROWS;
  const selection = new GridSelection();
  selection.replace(['802']);
  const query = {
    resource: 'advisorCodes',
    search: '',
    filters: [],
    sort: { field: 'code', descending: false },
  };
  const list = { grid: { selection }, query: { query }, isClosed: false };
  const go = vi.fn();
  const context = { engine, list, go } as unknown as ListContext;
  const runDelete = () => CODES_LIST.actions?.find(({ name }) => name === 'delete')?.run?.(context);
  const planning = runDelete();
  await runDelete();
  list.isClosed = true;
  planned.settle(sampleCodesJob());
  await planning;
  expect(calls).toEqual([{ name: 'advisorCodes.planDelete', input: { records: ['802'] } }]);
  expect(go).not.toHaveBeenCalled();
  list.isClosed = false;
  await runDelete();
  expect(go).toHaveBeenCalledOnce();
});

it('deletes only after the number was typed', async () => {
  const job = sampleCodesJob({
    kind: { resource: 'advisorCodes', operation: 'remove' },
    total: 2,
    counts: { planned: 2 },
    facts: { accounts: 12, custodian: 'PER', custodians: 1 },
  });
  const { user, inputs } = show(
    { kind: 'job', id: 'job-1' },
    {
      'jobs.follow': async function* () {
        await Promise.resolve();
        yield job;
        await new Promise(() => undefined);
      },
      'jobs.rows': () => ({
        rows: [rowWith(), rowWith({ index: 1, input: { code: 'NEW-2' } })],
        total: 2,
      }),
      'jobs.start': () => undefined,
    },
  );
  const button = await screen.findByRole('button', { name: 'Delete 2 codes' });
  expect(button.hasAttribute('disabled')).toBe(true);
  await user.type(screen.getByLabelText('Type 2 to confirm'), '2');
  await user.click(button);
  await vi.waitFor(() => expect(inputs('jobs.start')).toEqual([{ job: 'job-1', count: 2 }]));
});

it('says that a list of an earlier session no longer exists', async () => {
  show(
    { kind: 'job', id: 'old' },
    {
      'jobs.follow': () => {
        throw Object.assign(new Error('x'), { code: 'FAILED', data: { kind: 'not-found' } });
      },
    },
  );
  expect(await screen.findByText('This list is no longer saved')).toBeTruthy();
});

const followAnswers = (job: ReturnType<typeof sampleCodesJob>): Answers => ({
  'jobs.follow': async function* () {
    await Promise.resolve();
    yield job;
    await new Promise(() => undefined);
  },
});

it('alerts when the mapping of a “sandbox” has changed and corrects the label', async () => {
  const job = sampleCodesJob({
    state: 'done',
    total: 2,
    counts: { done: 2 },
    verified: { yes: 2, no: 0 },
    checkedAt: '2026-11-21T07:00:00Z',
  });
  const rows = [rowWith({ state: 'done', verified: true })];
  const { user, desktop } = show(
    { kind: 'job', id: 'job-1' },
    { ...followAnswers(job), 'jobs.rows': () => ({ rows, total: 1 }) },
    'sandbox',
  );
  expect((await screen.findByRole('alert')).textContent).toMatch(/not a sandbox: the mapping has changed/);
  expect(screen.queryByText(/the mapping has not changed/)).toBeNull();
  expect(screen.getByText('2 created.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Label it as production' }));
  expect(desktop.calls).toContainEqual({
    name: 'connections.relabel',
    input: { id: 'conn-0001', application: 'production' },
  });
});

it('stays on the page of a list that could not be dismissed, and says why', async () => {
  let isDiskFull = true;
  const job = sampleCodesJob({ state: 'stopped', total: 2, counts: { done: 1, 'not-sent': 1 } });
  const { user, go } = show(
    { kind: 'job', id: 'job-1' },
    {
      ...followAnswers(job),
      'jobs.rows': () => ({ rows: [rowWith({ state: 'not-sent' })], total: 2 }),
      'jobs.dismiss': () => {
        if (isDiskFull) throw declaredFailure('disk-full');
      },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(await screen.findByText('The disk is full')).toBeTruthy();
  expect(go).not.toHaveBeenCalled();
  isDiskFull = false;
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await vi.waitFor(() => expect(go).toHaveBeenCalledOnce());
});

it('offers to resume an interrupted list and to check unknown outcomes', async () => {
  const job = sampleCodesJob({
    state: 'interrupted',
    total: 100,
    counts: { done: 40, unknown: 10, 'not-sent': 50 },
    verified: { yes: 40, no: 0 },
    checkedAt: '2026-11-21T07:00:00Z',
  });
  const { user, inputs } = show(
    { kind: 'job', id: 'job-1' },
    {
      ...followAnswers(job),
      'jobs.rows': () => ({ rows: [rowWith({ state: 'unknown', verified: false })], total: 100 }),
      'jobs.resume': () => undefined,
      'jobs.check': () => undefined,
    },
  );
  expect(await screen.findByText('The outcome of 10 codes is unknown')).toBeTruthy();
  expect(screen.getByText('40 created, 10 outcome unknown, 50 not sent.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Check the mapping again' }));
  await user.click(screen.getByRole('button', { name: 'Create the remaining 50 codes' }));
  expect(inputs('jobs.check')).toEqual([{ job: 'job-1' }]);
  expect(inputs('jobs.resume')).toEqual([{ job: 'job-1' }]);
});

it('loads the lines of a long list in ranges', async () => {
  const job = sampleCodesJob({ total: 10_000, counts: { planned: 10_000 } });
  const { inputs } = show(
    { kind: 'job', id: 'job-1' },
    {
      ...followAnswers(job),
      'jobs.rows': ({ offset, limit }: { offset: number; limit: number }) => ({
        rows: Array.from({ length: limit }, (_, index) =>
          rowWith({ index: offset + index, input: { code: `N-${offset + index}` } }),
        ),
        total: 10_000,
      }),
    },
  );
  await screen.findByText('N-0');
  const rowRequests = inputs('jobs.rows') as { limit: number }[];
  expect(Math.max(...rowRequests.map(({ limit }) => limit))).toBeLessThanOrEqual(500);
});
