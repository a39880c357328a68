import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { CodeSource } from '#contract/features/advisor-codes/calls';
import type { CodesPage } from '#contract/features/advisor-codes/feature';
import type { EngineClient } from '../../../../renderer/bridge';
import AdvisorCodesView from '../../../../renderer/features/advisor-codes/AdvisorCodesView.svelte';
import { codesOf } from '../../../../renderer/features/advisor-codes/codes.svelte';
import type { ResourceRoute } from '../../../../renderer/routes';
import { stubLayout } from '../../grid/support';
import { connectionOf, fakeDesktop, fakeEngine, liveOf, openStream, type Answers } from '../../fakes';
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
