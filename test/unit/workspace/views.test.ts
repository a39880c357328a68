import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ColumnLayout } from '../../../preload/contract/query';
import { openEncrypted } from '../../../main/engine/sqlite/open-database';
import { openWorkspace, type Workspace } from '../../../main/engine/workspace/workspace';
import { KEY, tempFile } from './temp-workspace';

let file: string;
let workspace: Workspace;
const reopen = () => {
  workspace.close();
  workspace = openWorkspace(file, KEY);
};
beforeEach(() => {
  file = tempFile();
  workspace = openWorkspace(file, KEY);
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
  it('comes back whole after a restart', () => {
    const saved = workspace.views.save({ resource: 'accounts', name: 'Mine', query });
    reopen();
    expect(workspace.views.list('accounts')).toEqual([saved]);
    expect(saved).toMatchObject({ resource: 'accounts', name: 'Mine', query });
  });

  it('belongs to one list, and the list is in the order of the names', () => {
    for (const name of ['zeta', 'Alpha', 'beta']) workspace.views.save({ resource: 'accounts', name, query });
    workspace.views.save({ resource: 'relatedPersons', name: 'Persons', query });
    expect(workspace.views.list('accounts').map(({ name }) => name)).toEqual(['Alpha', 'beta', 'zeta']);
    expect(workspace.views.list('relatedPersons')).toHaveLength(1);
    expect(workspace.views.list('billingGroups')).toEqual([]);
  });

  it('is changed in its place and taken away', () => {
    const { id } = workspace.views.save({ resource: 'accounts', name: 'Before', query });
    workspace.views.save({ id, resource: 'accounts', name: 'After', query: { ...query, search: '' } });
    expect(workspace.views.list('accounts')).toMatchObject([{ id, name: 'After', query: { search: '' } }]);
    workspace.views.remove(id);
    reopen();
    expect(workspace.views.list('accounts')).toEqual([]);
  });
});

describe('the layout of a grid', () => {
  const layout: ColumnLayout = [
    { name: 'number', width: 120, shown: true, pinned: true },
    { name: 'city', width: 30, shown: false, pinned: false },
  ];

  it('is nothing at first, then what was set last, for each list by itself', () => {
    expect(workspace.layout.get('accounts')).toBeNull();
    workspace.layout.set('accounts', []);
    workspace.layout.set('accounts', layout);
    reopen();
    expect(workspace.layout.get('accounts')).toEqual(layout);
    expect(workspace.layout.get('billingGroups')).toBeNull();
  });

  it('of another program gives way to the standard one', () => {
    workspace.layout.set('accounts', layout);
    const db = openEncrypted(file, KEY);
    db.prepare(`UPDATE layout SET columns = '[{"name":"number","width":"wide"}]'`).run();
    db.close();
    expect(workspace.layout.get('accounts')).toBeNull();
  });
});
