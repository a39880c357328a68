import { expect, test } from 'vitest';
import type { Filter } from '#contract/query';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { detectPastedList, splitMissingLines } from '../../../../renderer/records/list/pasted-filter';
import { ResourceList } from '../../../../renderer/records/list/list.svelte';
import { UnmatchedValues } from '../../../../renderer/records/list/unmatched-values.svelte';
import { deferredPromise, fakeEngine } from '../../fakes';

/** The firm's values by field. */
const FIRM_VALUES: Readonly<Record<string, readonly string[]>> = {
  number: ['00920892', '123456789', 'X1'],
  id: ['200001', '200002'],
  last_name: ['Diaz', 'Moreau'],
  name: ['Smith Trust'],
};
const pastedFilter = (text: string, resource: ResourceName = 'accounts') =>
  detectPastedList(text, resourceNamed(resource), (field, values) =>
    Promise.resolve(values.filter((value) => !(FIRM_VALUES[field] ?? []).includes(value))),
  );

test('assigns a pasted list to the field in which most of it is found', async () => {
  expect(await pastedFilter('00920892\nX1\n77')).toEqual({
    field: 'number',
    values: ['00920892', 'X1', '77'],
  });
  expect(await pastedFilter('200001\r\n200002\r\n')).toEqual({ field: 'id', values: ['200001', '200002'] });
  expect(await pastedFilter('Diaz\nMoreau', 'relatedPersons')).toEqual({
    field: 'last_name',
    values: ['Diaz', 'Moreau'],
  });
});

test('uses the column of a pasted table whose values the firm has', async () => {
  expect(await pastedFilter('Diaz\t00920892\t$5\nMoreau\tX1\t$6')).toEqual({
    field: 'number',
    values: ['00920892', 'X1'],
  });
  // Names match as often as numbers but are less specific.
  expect((await pastedFilter('Smith Trust\t00920892\nSmith Trust\t00920892'))?.field).toBe('number');
});

test('splits lines at commas if no whole line is found', async () => {
  expect(await pastedFilter('00920892, X1\n77; 123456789')).toEqual({
    field: 'number',
    values: ['00920892', 'X1', '77', '123456789'],
  });
});

test.each([
  // Some lines are values, others contain several.
  [
    ['78', '00920892, X1;77', 'a, b'],
    ['00920892, X1;77', 'a, b'],
    ['78', '00920892', 'X1', '77', 'a, b'],
  ],
  [['Lee, Avery'], [], ['Lee, Avery']],
  [['a, b'], ['a, b'], ['a', 'b']],
])('splits %j into its values where whole lines are missing', async (values, missing, expected) => {
  const split = await splitMissingLines({ field: 'number', values }, missing, (_, parts) =>
    Promise.resolve(parts.filter((part) => !['00920892', 'X1'].includes(part))),
  );
  expect(split).toEqual(expected);
});

test('treats a list without matches as account numbers', async () => {
  expect(await pastedFilter('a\nb')).toEqual({ field: 'number', values: ['a', 'b'] });
});

test('accepts a table with more lines than a call can have arguments', async () => {
  const table = 'Diaz\t00920892\n'.repeat(200_000);
  expect(await pastedFilter(table)).toEqual({ field: 'number', values: ['00920892'] });
});

test('says nothing of a changed list until it was checked', async () => {
  const list = (...values: string[]): Filter => ({ op: 'listed', field: 'number', values });
  const unmatched = new UnmatchedValues();
  const first = list('1', '2');
  await unmatched.load(() => Promise.resolve([]), [first]);
  expect(unmatched.missing.get('number')).toEqual([]);
  const response = deferredPromise<string[]>();
  // The same list is checked again when records have changed: its result stays until then.
  void unmatched.load(() => response.promise, [first]);
  expect(unmatched.missing.get('number')).toEqual([]);
  const loading = unmatched.load(() => response.promise, [list('1', '2', '3')]);
  expect(unmatched.missing.get('number')).toBeUndefined();
  response.settle(['3']);
  await loading;
  expect(unmatched.missing.get('number')).toEqual(['3']);
});

test.each([
  ['the filters are cleared', (list: ResourceList) => list.query.clear(), []],
  [
    'other lines are pasted',
    (list: ResourceList) => list.pasteList('7\n8'),
    [{ op: 'listed', field: 'number', values: ['7', '8'] }],
  ],
])('drops a pasted list whose field is found only after %s', async (_, act, filters) => {
  const found = deferredPromise<{ missing: string[] }>();
  const { engine } = fakeEngine({
    'records.unmatchedValues': ({ values }: { values: string[] }) =>
      values.includes('X1') ? found.promise : { missing: [] },
  });
  const list = new ResourceList(engine, 'accounts', 'c1', {}, () => ({}) as never);
  const pasted = list.pasteList('X1\nX2');
  await act(list);
  found.settle({ missing: [] });
  await pasted;
  expect(list.query.filters).toEqual(filters);
});
