import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ColumnLayout, Filter } from '#contract/query';
import { openEncrypted } from '#engine/sqlite/open-database';
import type { Workspace } from '#engine/workspace/open/workspace';
import { openTestWorkspace } from '#test/support/saved-work';
import { failureFrom, WORKSPACE_KEY, tempWorkspaceFile } from './temp-workspace';

let file: string;
let workspace: Workspace;
const reopen = () => {
  workspace.close();
  workspace = openTestWorkspace(file, WORKSPACE_KEY);
};
beforeEach(() => {
  file = tempWorkspaceFile();
  workspace = openTestWorkspace(file, WORKSPACE_KEY);
});
afterEach(() => workspace.close());

const query = {
  search: 'o’brien',
  filters: [
    { op: 'in' as const, field: 'city', values: ['Boise', null] },
    { op: 'range' as const, field: 'inception_date', from: '2020-01-01' },
    { op: 'contains' as const, field: 'name', text: '"trust"' },
  ],
  sort: { field: 'required_cash', descending: true },
};

describe('a saved view', () => {
  it('is complete after a restart', () => {
    const saved = workspace.views.save({ resource: 'accounts', name: 'Mine', query });
    reopen();
    expect(workspace.views.list('accounts')).toEqual([saved]);
    expect(saved).toMatchObject({ resource: 'accounts', name: 'Mine', query });
  });

  it('belongs to one list, whose views are sorted by name', () => {
    for (const name of ['zeta', 'Alpha', 'beta']) workspace.views.save({ resource: 'accounts', name, query });
    workspace.views.save({ resource: 'relatedPersons', name: 'Persons', query });
    expect(workspace.views.list('accounts').map(({ name }) => name)).toEqual(['Alpha', 'beta', 'zeta']);
    expect(workspace.views.list('relatedPersons')).toHaveLength(1);
    expect(workspace.views.list('billingGroups')).toEqual([]);
  });

  it('keeps its columns, and stays default and favorite when saved again', () => {
    const columns: ColumnLayout = [{ name: 'number', width: 120, shown: true, pinned: true }];
    const first = workspace.views.save({ resource: 'accounts', name: 'One', query, columns });
    const second = workspace.views.save({ resource: 'accounts', name: 'Other', query });
    const person = workspace.views.save({ resource: 'relatedPersons', name: 'Persons', query });
    workspace.views.setFlags({ id: first.id, isDefault: true, favorite: true });
    workspace.views.setFlags({ id: person.id, isDefault: true });
    workspace.views.save({ ...first, name: 'One again', columns });
    reopen();
    expect(workspace.views.list('accounts')).toMatchObject([
      { name: 'One again', columns, favorite: true, isDefault: true },
      { name: 'Other', columns: null, favorite: false, isDefault: false },
    ]);
    workspace.views.setFlags({ id: second.id, isDefault: true });
    expect(workspace.views.list('accounts').map(({ isDefault }) => isDefault)).toEqual([false, true]);
    expect(workspace.views.list('relatedPersons')).toMatchObject([{ isDefault: true }]);
    expect(workspace.views.get('accounts')).toMatchObject({ id: second.id, isDefault: true });
    expect(workspace.views.get('accounts', first.id)).toMatchObject({ name: 'One again', columns });
    expect(workspace.views.get('accounts', person.id)).toBeNull();
    expect(workspace.views.get('households')).toBeNull();
    expect(workspace.views.favorites().map(({ id }) => id)).toEqual([first.id]);
  });

  it('leaves another default view as it is when its own flag is cleared', () => {
    const first = workspace.views.save({ resource: 'accounts', name: 'One', query });
    const second = workspace.views.save({ resource: 'accounts', name: 'Other', query });
    workspace.views.setFlags({ id: first.id, isDefault: true });
    workspace.views.setFlags({ id: second.id, favorite: true, isDefault: false }); // as Undo does after Delete
    expect(workspace.views.get('accounts')).toMatchObject({ id: first.id });
    workspace.views.setFlags({ id: first.id, isDefault: false });
    expect(workspace.views.get('accounts')).toBeNull();
  });

  it('can be updated in place and deleted', () => {
    const { id } = workspace.views.save({ resource: 'accounts', name: 'Before', query });
    workspace.views.save({ id, resource: 'accounts', name: 'After', query: { ...query, search: '' } });
    expect(workspace.views.list('accounts')).toMatchObject([{ id, name: 'After', query: { search: '' } }]);
    workspace.views.remove(id);
    reopen();
    expect(workspace.views.list('accounts')).toEqual([]);
  });
});

describe('a view with text that could be a tax ID', () => {
  const save = (name: string, search: string, ...filters: Filter[]) =>
    workspace.views.save({ resource: 'accounts', name, query: { ...query, search, filters } });
  const refusal = { kind: 'refused', detail: { code: 'tax-id' } };

  it.each([
    ['name', 'Ann 123-45-6789', '', []],
    ['search', 'Ann', '123456789', []],
    ['contains filter', 'Ann', '', [{ op: 'contains', field: 'name', text: 'x 123-45-6789' }]],
    ['in filter', 'Ann', '', [{ op: 'in', field: 'nickname', values: [null, '12-3456789'] }]],
    ['not-in filter', 'Ann', '', [{ op: 'not-in', field: 'city', values: ['123 45 6789'] }]],
    ['pasted list', 'Ann', '', [{ op: 'listed', field: 'name', values: ['123-45-6789'] }]],
    ['range filter', 'Ann', '', [{ op: 'range', field: 'name', from: '123-45-6789' }]],
    ['filter of an unknown field', 'Ann', '', [{ op: 'in', field: 'x', values: ['123-45-6789'] }]],
  ] satisfies [string, string, string, Filter[]][])(
    'is refused for a %s',
    (_where, name, search, filters) => {
      expect(failureFrom(() => save(name, search, ...filters))).toMatchObject(refusal);
      expect(workspace.views.list('accounts')).toEqual([]);
    },
  );

  it('is saved with nine digits without dashes in a filter, or with dashes as a number', () => {
    const filters: Filter[] = [
      { op: 'in', field: 'number', values: ['123456789', '12-3456789'] },
      { op: 'listed', field: 'id', values: ['123456789'] },
      { op: 'contains', field: 'name', text: 'Trust 123456789' },
    ];
    expect(save('Mine', '', ...filters).query.filters).toEqual(filters);
  });
});

describe('bookmarks and recent records', () => {
  it('are the starred records and the last 30 opened ones, even after a restart', () => {
    const { bookmarks } = workspace;
    vi.useFakeTimers({ toFake: ['Date'] });
    for (let key = 0; key < 40; key += 1) {
      vi.setSystemTime(1_000 * key);
      bookmarks.recordVisit({ resource: 'accounts', key: String(key) });
    }
    vi.useRealTimers();
    bookmarks.setFavorite({ resource: 'accounts', key: '7' }, true);
    bookmarks.setFavorite({ resource: 'billingGroups', key: '7' }, true);
    bookmarks.setFavorite({ resource: 'accounts', key: '7' }, false);
    reopen();
    expect(workspace.bookmarks.favorites()).toEqual([{ resource: 'billingGroups', key: '7' }]);
    const latestFirst = Array.from({ length: 30 }, (_, index) => String(39 - index));
    expect(workspace.bookmarks.recent().map(({ key }) => key)).toEqual(latestFirst);
  });
});

describe('the layout of a grid', () => {
  const layout: ColumnLayout = [
    { name: 'number', width: 120, shown: true, pinned: true },
    { name: 'city', width: 30, shown: false, pinned: false },
  ];

  it('is empty at first, then the last one set, separately for each list', () => {
    expect(workspace.layout.get('accounts')).toBeNull();
    workspace.layout.set('accounts', []);
    workspace.layout.set('accounts', layout);
    reopen();
    expect(workspace.layout.get('accounts')).toEqual(layout);
    expect(workspace.layout.get('billingGroups')).toBeNull();
  });

  it('in an unreadable format is replaced by the default one', () => {
    workspace.layout.set('accounts', layout);
    const db = openEncrypted(file, WORKSPACE_KEY);
    db.prepare(`UPDATE layout SET columns = '[{"name":"number","width":"wide"}]'`).run();
    db.close();
    expect(workspace.layout.get('accounts')).toBeNull();
  });
});
