import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { toast, Toaster } from 'svelte-sonner';
import { expect, it, onTestFinished, vi } from 'vitest';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { actionsOf } from '../../../../renderer/records/drafts/actions';
import Dependents from '../../../../renderer/records/drafts/Dependents.svelte';
import { missingOperationsOf } from '../../../../renderer/records/form/missing-operations.svelte';
import { OpenForms } from '../../../../renderer/records/form/open-forms.svelte';
import type { Route } from '../../../../renderer/routes';
import RecordActions from '../../../../renderer/records/record/RecordActions.svelte';
import type { ListContext } from '../../../../renderer/records/list/list-view';
import { CODES_LIST } from '../../../../renderer/features/advisor-codes/codes-list';
import { declaredFailure, deferredPromise, fakeDesktop, fakeEngine, liveOf } from '../../fakes';
import { sampleBulkDraft } from './samples';

const QUERY = {
  resource: 'feeStructures',
  search: '',
  filters: [],
  sort: { field: 'name', descending: false },
};
const SELECTION = { kind: 'keys', keys: ['7'] };

const DELETION = sampleBulkDraft({ id: 'draft-9', resource: 'feeStructures', kind: 'remove' });
const DELETION_ROUTE = { screen: 'task', task: 'edits', page: { kind: 'draft', id: 'draft-9' } };

function contextFor(
  resource: ResourceName,
  selectedCount = 1,
  draftDeletion = () => Promise.resolve(DELETION),
) {
  const { engine, calls } = fakeEngine({ 'edits.remove': draftDeletion });
  const go = vi.fn();
  const list = {
    resource,
    descriptor: resourceNamed(resource),
    grid: { selectedCount, selection: { value: SELECTION }, statusText: '' },
    query: { query: QUERY },
    isClosed: false,
  };
  return { context: { engine, go, list } as unknown as ListContext, list, go, calls };
}
const runDelete = (context: ListContext) =>
  actionsOf({})
    .find(({ name }) => name === 'delete')
    ?.run?.(context);
const offeredLabels = (resource: ResourceName) => {
  const { context } = contextFor(resource);
  return actionsOf({}).flatMap(({ label }) => label(context) ?? []);
};

it('offers the actions that the descriptor of a list allows', () => {
  expect(offeredLabels('accounts')).toEqual(['Import…', 'Edit…']);
  expect(offeredLabels('billingMinimums')).toEqual(['Bulk add…', 'Edit…', 'Delete…']);
  expect(offeredLabels('feeUploadFiles')).toEqual([]);
  expect(offeredLabels('relatedPersons')).toEqual([]);
});

it('offers no deletion if the service has no call for it, and explains why', async () => {
  const { engine } = fakeEngine({
    'edits.missingOperations': () => ['remove', 'removeMany'],
  });
  const missing = missingOperationsOf({ engine });
  const labels = () => {
    const { context } = contextFor('feeStructures');
    return actionsOf({}).flatMap(({ label }) => label({ ...context, engine }) ?? []);
  };
  expect(labels()).toEqual(['Bulk add…', 'Edit…', 'Delete…']); // nothing is known yet
  expect(missing.whyNotDeletable('feeStructures')).toBeNull();
  missing.load('feeStructures');
  await vi.waitFor(() => expect(labels()).toEqual(['Bulk add…', 'Edit…']));
  expect(missing.whyNotDeletable('feeStructures')).toBe(
    'This service doesn’t support deleting fee structures.',
  );
  expect(missing.whyNotDeletable('billingGroups')).toBeNull();

  const open = vi.fn();
  render(RecordActions, {
    record: { resource: 'feeStructures', key: '7' },
    engine,
    desktop: fakeDesktop().desktop,
    writes: { open, remove: vi.fn(), drafts: [], target: null },
    data: { raw: '{"id":7}', title: 'Core', fetchedAt: '2026-11-21T07:00:00Z', drift: [] },
    links: [],
  });
  expect(screen.getByText('This service doesn’t support deleting fee structures.')).toBeTruthy();
});

it('leaves adding and deleting codes to the advisor codes screen', () => {
  const { context } = contextFor('advisorCodes');
  const general = actionsOf(CODES_LIST).filter((action) => !CODES_LIST.actions?.includes(action));
  expect(general.flatMap(({ label }) => label(context) ?? [])).toEqual([]);
});

it('creates a deletion draft and deletes nothing', async () => {
  const { context, go, calls } = contextFor('feeStructures');
  await runDelete(context);
  expect(calls.map(({ name, input }) => ({ name, input }))).toEqual([
    { name: 'edits.remove', input: { query: QUERY, selection: SELECTION } },
  ]);
  expect(go).toHaveBeenCalledWith(DELETION_ROUTE);
});

it('drafts a deletion once, however often it is chosen, and says that it is being prepared', async () => {
  const drafted = deferredPromise<typeof DELETION>();
  const { context, list, go, calls } = contextFor('feeStructures', 10_000, () => drafted.promise);
  const deletion = runDelete(context);
  await runDelete(context);
  expect(list.grid.statusText).toBe('Preparing to delete 10,000 fee structures…');
  drafted.settle(DELETION);
  await deletion;
  expect(list.grid.statusText).toBe('');
  expect(calls).toHaveLength(1);
  expect(go).toHaveBeenCalledExactlyOnceWith(DELETION_ROUTE);
  await runDelete(context);
  expect(calls).toHaveLength(2);
});

it('offers the deletion draft in a message if the user has left the list', async () => {
  const drafted = deferredPromise<typeof DELETION>();
  const { context, list, go } = contextFor('feeStructures', 10_000, () => drafted.promise);
  render(Toaster);
  const deletion = runDelete(context);
  list.isClosed = true;
  drafted.settle(DELETION);
  await deletion;
  expect(go).not.toHaveBeenCalled();
  (await screen.findByRole('button', { name: 'Open draft' })).focus();
  await userEvent.setup().keyboard('{Enter}');
  expect(go).toHaveBeenCalledExactlyOnceWith(DELETION_ROUTE);
});

it('drafts the deletion of an open record once, and does not leave another screen for it', async () => {
  const drafted = deferredPromise<typeof DELETION>();
  const { engine, calls } = fakeEngine({ 'edits.remove': () => drafted.promise });
  const go = vi.fn();
  let route: Route = { screen: 'resource', resource: 'feeStructures', record: '7' };
  const forms = new OpenForms(
    () => engine,
    go,
    () => route,
  );
  const deletion = forms.remove('feeStructures', '7');
  await forms.remove('feeStructures', '7');
  route = { screen: 'settings' };
  drafted.settle(DELETION);
  await deletion;
  expect(calls).toHaveLength(1);
  expect(go).not.toHaveBeenCalled();
  await forms.remove('feeStructures', '7');
  expect(go).toHaveBeenCalledExactlyOnceWith(DELETION_ROUTE);
});

it('creates no draft for more than 10,000 records, and says why', async () => {
  const errorToast = vi.spyOn(toast, 'error').mockReturnValue(0);
  onTestFinished(() => errorToast.mockRestore());
  const { context, go, calls } = contextFor('feeStructures', 10_001);
  await runDelete(context);
  expect(errorToast).toHaveBeenCalledExactlyOnceWith(
    'Too many records are selected',
    expect.objectContaining({
      description:
        '10,001 fee structures are selected. Up to 10,000 can be deleted at once: filter the list or select fewer.',
    }),
  );
  expect(calls).toEqual([]);
  expect(go).not.toHaveBeenCalled();
});

it('shows and links the records that refer to the ones to be deleted', async () => {
  const filters = [{ op: 'in' as const, field: 'fee_structures_ids', values: ['7'] }];
  const { engine } = fakeEngine({
    'dependents.ofDraft': () => ({
      groups: [
        {
          resource: 'accounts',
          field: 'fee_structures_ids',
          relation: 'referencing',
          total: 12,
          titles: ['Harbor Trust', 'Reed IRA'],
          filters,
        },
      ],
      incompleteLists: [],
    }),
  });
  const go = vi.fn();
  const draft = sampleBulkDraft({ resource: 'feeStructures', kind: 'remove' });
  render(Dependents, { engine, draft, live: liveOf(), go });
  expect(
    await screen.findByText(
      /^12 accounts refer to these fee structures: Harbor Trust, Reed IRA, and 10 more\. They keep the ID/,
    ),
  ).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show' }));
  expect(go).toHaveBeenCalledWith({ screen: 'resource', resource: 'accounts', filters });
});

it('says that references are unknown while lists are incomplete, and retries a read', async () => {
  let read: () => unknown = () => {
    throw declaredFailure('disk-not-read');
  };
  const { engine } = fakeEngine({ 'dependents.ofDraft': () => read() });
  const draft = sampleBulkDraft({ resource: 'feeStructures', kind: 'remove' });
  const live = liveOf();
  const resources = live.resources.map((list) =>
    list.resource === 'accounts' ? { ...list, asOf: null } : list,
  );
  const props = { engine, draft, go: vi.fn() };
  const { rerender } = render(Dependents, { ...props, live: { ...live, resources } });
  const button = await screen.findByRole('button', { name: 'Try again' });
  read = () => ({ groups: [], incompleteLists: ['accounts'] });
  await userEvent.setup().click(button);
  const note = await screen.findByText(
    'It is unknown which accounts refer to these fee structures: accounts are not downloaded completely.',
  );
  read = () => ({ groups: [], incompleteLists: [] });
  await rerender({ ...props, live });
  await vi.waitFor(() => expect(note.isConnected).toBe(false));
});
