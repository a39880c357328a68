import { toast } from 'svelte-sonner';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Draft } from '#contract/edit';
import { ListActions } from '../../../../renderer/records/list/list-actions.svelte';
import { ResourceList } from '../../../../renderer/records/list/list.svelte';
import { RowMenuItems } from '../../../../renderer/records/list/row-menu.svelte';
import { withSentCells } from '../../../../renderer/records/list/source';
import { rowNotes, sentCells } from '../../../../renderer/records/list/row-marks.svelte';
import { connectionOf, declaredFailure, fakeEngine } from '../../fakes';

const draft = (key: string | null, overrides: Partial<Draft> = {}): Draft =>
  ({ id: `d${key}`, resource: 'accounts', kind: 'edit', key, ...overrides }) as Draft;

test('shows on a row that it has a draft and which sent changes are unconfirmed', () => {
  const sent = [
    { key: '2', field: 'nickname', json: '"Boat"', at: '2026-11-22T08:00:00Z' },
    { key: '3', field: 'nickname', json: '"Core"', at: '2026-11-22T08:00:00Z' },
  ];
  const drafts = [draft('1'), draft('2'), draft('4', { resource: 'billingGroups' }), draft(null)];
  expect([...rowNotes('accounts', drafts, sent)]).toEqual([
    ['1', 'draft, not sent'],
    ['2', 'draft, not sent; nickname not confirmed'],
    ['3', 'nickname not confirmed'],
  ]);
});

test('notes a draft once if a record of another list has the same ID', () => {
  const drafts = [draft('1', { resource: 'households' }), draft('1')];
  expect([...rowNotes('accounts', drafts, [])]).toEqual([['1', 'draft, not sent']]);
  expect([...rowNotes('accounts', drafts.slice(0, 1), [])]).toEqual([]);
});

test('shows a sent nickname that the service hides as not confirmed instead of blank', async () => {
  const sent = sentCells('accounts', [
    { key: '2', field: 'nickname', json: '"Boat"', at: '2026-11-22T08:00:00Z' },
    { key: '1', field: 'nickname', json: 'null', at: '2026-11-22T08:00:00Z' },
  ]);
  const source = {
    window: () =>
      Promise.resolve({
        total: 2,
        rows: ['1', '2'].map((key) => ({ key, isDrifted: false, cells: [`Name ${key}`, null, null] })),
      }),
  };
  const { rows } = await withSentCells(source as never, () => sent).window(
    ['name', 'nickname', 'notes'],
    0,
    2,
  );
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['Name 1', 'Cleared (not confirmed)', null],
    ['Name 2', 'Boat (not confirmed)', null],
  ]);
});

test('offers to filter by blank where an unconfirmed value is shown', async () => {
  const { engine } = fakeEngine({
    'layout.get': () => null,
    'layout.set': () => undefined,
    'views.get': () => null,
    'records.window': ({ columns }: { columns: string[] }) => ({
      rows: [{ key: '2', isDrifted: false, cells: columns.map(() => null) }],
      total: 1,
      version: 1,
    }),
  });
  const connection = connectionOf({ id: 'unconfirmed' });
  const list: ResourceList = new ResourceList(engine, 'accounts', connection.id, {}, () => context);
  const context = { connection, engine, list } as never;
  const actions = { placedAt: () => [], act: () => undefined };
  const rowMenu = new RowMenuItems(
    () => context,
    () => undefined,
    actions,
  );
  list.setSentCells(
    sentCells('accounts', [{ key: '2', field: 'nickname', json: '"Boat"', at: '2026-11-22T08:00:00Z' }]),
  );
  await list.openRoute({ screen: 'resource', resource: 'accounts' });
  list.grid.arrangement.show('nickname', true);
  list.sendQuery(list.query.query);
  await vi.waitFor(() => expect(list.grid.active?.cells['nickname']).toBe('Boat (not confirmed)'));
  list.grid.moveTo(0, list.grid.arrangement.names.indexOf('nickname') + 1);
  const labels = rowMenu.items.map((item) => (typeof item === 'object' && 'label' in item ? item.label : ''));
  expect(labels).toContain('Filter by nickname: Blank');
  list.stop();
});

test('edits the record of a row from its menu, but not several selected ones', () => {
  const writes = { open: vi.fn() };
  const list = { grid: { active: { key: '7' }, selectedCount: 1 }, view: {} };
  const context = { list } as never;
  const actions = new ListActions('accounts', {}, writes as never, () => context);
  const [edit] = actions.placedAt('row');
  expect(edit?.label(context)).toBe('Edit…');
  if (edit) actions.act(edit);
  expect(writes.open).toHaveBeenCalledWith({ kind: 'edit', resource: 'accounts', key: '7' });
  list.grid.selectedCount = 2;
  expect(edit?.label(context)).toBeNull();
});

test('says why an action of a list failed', async () => {
  const errorToast = vi.spyOn(toast, 'error').mockReturnValue(0);
  onTestFinished(() => errorToast.mockRestore());
  const run = () => Promise.reject(declaredFailure('engine-lost'));
  const actions = new ListActions('accounts', {}, null, () => ({}) as never);
  actions.act({ name: 'save', placement: 'list', label: () => 'Save…', run });
  await vi.waitFor(() => expect(errorToast).toHaveBeenCalledOnce());
});
