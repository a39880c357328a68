import { expect, test } from 'vitest';
import { ResourceQuery, sameRequest } from '../../../../renderer/resource/list/query.svelte';

const by = (field: string, descending = false) => ({ field, descending });

test('a list is grouped by a column and no more, and a search or filter is none of it', () => {
  const query = new ResourceQuery('accounts');
  expect(query.query).not.toHaveProperty('group');
  query.toggleGroup('custodian');
  expect(query.query.group).toEqual({ field: 'custodian', order: 'rising' });
  query.clear();
  expect(query.group?.field).toBe('custodian');
  query.toggleGroup('custodian');
  expect(query.group).toBeNull();
});

test('sorting by the column of the groups turns the groups; any other sorts within them', () => {
  const query = new ResourceQuery('accounts');
  query.toggleGroup('custodian');
  query.order(by('custodian', true));
  expect(query.group?.order).toBe('falling');
  expect(query.sort).toEqual(by('name'));
  query.order({ ...by('custodian'), next: [by('city', true), by('name')] });
  expect(query.group?.order).toBe('rising');
  expect(query.sort).toEqual({ ...by('city', true), next: [by('name')] });
  query.order(by('number'));
  expect([query.group?.order, query.sort]).toEqual(['rising', by('number')]);
});

test('a view keeps the groups, and one whose column is gone opens without them', () => {
  const query = new ResourceQuery('accounts');
  query.toggleGroup('custodian');
  const { request } = query;
  expect(sameRequest(request, { ...request })).toBe(true);
  expect(sameRequest(request, { ...request, group: { field: 'custodian', order: 'largest' } })).toBe(false);
  const other = new ResourceQuery('accounts');
  other.take(request);
  expect(other.group).toEqual({ field: 'custodian', order: 'rising' });
  other.take({ ...request, group: { field: 'no such column', order: 'rising' } });
  expect(other.group).toBeNull();
});
