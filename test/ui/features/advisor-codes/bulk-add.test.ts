import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { toast } from 'svelte-sonner';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { CodeSource } from '#contract/features/advisor-codes/calls';
import type { CodesPage } from '#contract/features/advisor-codes/feature';
import type { EngineClient } from '../../../../renderer/bridge';
import AdvisorCodesView from '../../../../renderer/features/advisor-codes/AdvisorCodesView.svelte';
import { codesOf } from '../../../../renderer/features/advisor-codes/codes.svelte';
import type { ResourceRoute } from '../../../../renderer/routes';
import { stubLayout } from '../../grid/support';
import {
  connectionOf,
  declaredFailure,
  deferredPromise,
  fakeDesktop,
  fakeEngine,
  liveOf,
  openStream,
  type Answers,
} from '../../fakes';
import { rowWith, sampleCodeRow, sampleCodesJob } from './samples';

beforeEach(stubLayout);

const engineWith = (answers: Answers = {}) =>
  fakeEngine({
    'advisorCodes.overview': () => ({ rows: [sampleCodeRow()], codesAsOf: null, accountsAsOf: null }),
    'advisorCodes.firms': () => ({ firms: [{ id: 39, name: 'Juniper' }], isListed: true }),
    'advisorCodes.planCreate': ({ source }: { source: CodeSource }) =>
      sampleCodesJob({ id: source.from === 'file' ? 'job-2' : 'job-1' }),
    'layout.get': () => null,
    ...answers,
  });
const routeTo = (page?: CodesPage) =>
  ({ screen: 'task', task: 'advisorCodes', ...(page ? { page } : {}) }) as const;

function show(engine: EngineClient, page?: CodesPage, list?: ResourceRoute) {
  const go = vi.fn();
  const view = render(AdvisorCodesView, {
    engine,
    desktop: fakeDesktop({ choose: () => [{ grant: 'file-1', path: '/x/codes.csv', name: 'codes.csv' }] })
      .desktop,
    live: liveOf(),
    connection: connectionOf(),
    ...(list ? { list } : {}),
    route: routeTo(page),
    go,
  });
  const user = userEvent.setup();
  return { ...view, go, user, goTo: (next: CodesPage) => view.rerender({ route: routeTo(next) }) };
}
const textBox = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Codes, one per line' });

it('keeps the codes to create until the page that lists them is shown', async () => {
  const { engine } = engineWith();
  const { go, unmount } = show(engine, undefined, { screen: 'resource', resource: 'advisorCodes' });
  codesOf({ engine }).codesToCreate = {
    kind: 'many',
    rows: [sampleCodeRow({ code: 'A1' }), sampleCodeRow({ code: 'A2' })],
  };
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith(routeTo({ kind: 'many' }), undefined));
  unmount(); // a resource route and a task route are different screens
  show(engine, { kind: 'many' });
  expect((await textBox()).value).toBe('custodian,code\nPER,A1\nPER,A2');
  expect(codesOf({ engine }).codesToCreate).toBeNull();
});

const LINE_ROWS = [
  rowWith({ input: { code: 'N-1' } }),
  rowWith({ index: 1, state: 'skipped', input: { code: 'N,2', custodian: 'Nobody', firmId: null } }),
];
const planned = (answers: Answers = {}) =>
  engineWith({
    'jobs.follow': () => openStream(sampleCodesJob({ total: 2, counts: { planned: 1, skipped: 1 } })),
    'jobs.rows': ({ offset }: { offset: number }) => ({
      rows: LINE_ROWS.slice(offset),
      total: 2,
    }),
    ...answers,
  });
const LINES = 'custodian,code,firm\nPER,N-1,39\nNobody,"N,2",';

it('edits the lines of a list that was not typed here, once they are read', async () => {
  const read = deferredPromise<null>();
  const { engine } = planned({
    'jobs.rows': async ({ limit }: { limit: number }) => {
      if (limit === 500) await read.promise;
      return { rows: LINE_ROWS, total: 2 };
    },
  });
  const { user, go, goTo } = show(engine, { kind: 'job', id: 'job-1' });
  await user.click(await screen.findByRole('button', { name: 'Edit list' }));
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: 'Edit list' }).getAttribute('aria-busy')).toBe('true'),
  );
  expect(go).not.toHaveBeenCalled();
  read.settle(null);
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith(routeTo({ kind: 'many' }), undefined));
  await goTo({ kind: 'many' });
  expect((await textBox()).value).toBe(LINES);
});

it('stays on a list whose lines can’t be read, instead of showing another list’s', async () => {
  const errorToast = vi.spyOn(toast, 'error').mockReturnValue(0);
  onTestFinished(() => errorToast.mockRestore());
  let isDiskFull = false;
  const { engine } = planned({
    'jobs.rows': () => {
      if (isDiskFull) throw declaredFailure('disk-full');
      return { rows: LINE_ROWS, total: 2 };
    },
  });
  const { user, go } = show(engine, { kind: 'job', id: 'job-1' });
  const button = await screen.findByRole('button', { name: 'Edit list' });
  isDiskFull = true;
  await user.click(button);
  await vi.waitFor(() => expect(errorToast).toHaveBeenCalledOnce());
  expect(go).not.toHaveBeenCalled();
});

it('edits the lines of a checked file instead of the text that was typed before', async () => {
  const { user, go, goTo } = show(planned().engine, { kind: 'many' });
  await user.type(await textBox(), 'X-9');
  await user.click(screen.getByRole('button', { name: 'Check lines' }));
  await user.click(screen.getByRole('button', { name: 'From a file…' }));
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith(routeTo({ kind: 'job', id: 'job-2' }), undefined));
  await goTo({ kind: 'job', id: 'job-2' });
  await user.click(await screen.findByRole('button', { name: 'Edit list' }));
  await goTo({ kind: 'many' });
  await vi.waitFor(async () => expect((await textBox()).value).toBe(LINES));
});

it('keeps the text as it was typed when its list is edited', async () => {
  const { engine, calls } = planned();
  const { user, goTo } = show(engine, { kind: 'many' });
  await user.type(await textBox(), 'N-1');
  await user.click(screen.getByRole('button', { name: 'Check lines' }));
  await vi.waitFor(() => expect(calls.map(({ name }) => name)).toContain('advisorCodes.planCreate'));
  await goTo({ kind: 'job', id: 'job-1' });
  await user.click(await screen.findByRole('button', { name: 'Edit list' }));
  await goTo({ kind: 'many' });
  expect((await textBox()).value).toBe('N-1');
});
