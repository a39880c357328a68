import { expect, test } from 'vitest';
import { ResourceQuery, sameRequest } from '../../../../renderer/records/list/query.svelte';

const sortBy = (field: string, descending = false) => ({ field, descending });

test('groups a list by one column without counting as a search or filter', () => {
  const query = new ResourceQuery('accounts');
  expect(query.query).not.toHaveProperty('group');
  query.toggleGroup('custodian');
  expect(query.query.group).toEqual({ field: 'custodian', order: 'rising' });
  expect(query.isFiltered).toBe(false);
  query.clear();
  expect(query.group?.field).toBe('custodian');
  query.toggleGroup('custodian');
  expect(query.group).toBeNull();
});

test('reverses the groups when sorting by their column, otherwise sorts within them', () => {
  const query = new ResourceQuery('accounts');
  query.toggleGroup('custodian');
  query.setOrder(sortBy('custodian', true));
  expect(query.group?.order).toBe('falling');
  expect(query.sort).toEqual(sortBy('name'));
  query.setOrder({ ...sortBy('custodian'), next: [sortBy('city', true), sortBy('name')] });
  expect(query.group?.order).toBe('rising');
  expect(query.sort).toEqual({ ...sortBy('city', true), next: [sortBy('name')] });
  query.setOrder(sortBy('number'));
  expect([query.group?.order, query.sort]).toEqual(['rising', sortBy('number')]);
});

test('saves the groups in a view, and opens it ungrouped if their column was removed', () => {
  const query = new ResourceQuery('accounts');
  query.toggleGroup('custodian');
  const { request } = query;
  expect(sameRequest(request, { ...request })).toBe(true);
  expect(sameRequest(request, { ...request, group: { field: 'custodian', order: 'largest' } })).toBe(false);
  const restoredQuery = new ResourceQuery('accounts');
  restoredQuery.applyRequest(request);
  expect(restoredQuery.group).toEqual({ field: 'custodian', order: 'rising' });
  restoredQuery.applyRequest({ ...request, group: { field: 'no such column', order: 'rising' } });
  expect(restoredQuery.group).toBeNull();
});
