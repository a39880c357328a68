import { expect, it } from 'vitest';
import { groupKey, type CollapsedGroups, type Grouping, type Query } from '#contract/query';
import { readerWith, queryOf } from './temp-cache';

const ROWS = [
  { id: 1, name: 'b', custodian: 'SWB', city: 'Ohio', required_cash: '0.10' },
  { id: 2, name: 'a', custodian: 'AXO', city: 'ohio', required_cash: '0.20' },
  { id: 3, name: 'd', custodian: 'SWB', city: 'Akron', required_cash: '9007199254740993.05' },
  { id: 4, name: 'c', custodian: 'SWB', city: null, required_cash: null },
  { id: 5, name: 'e', custodian: 'AXO', city: 'Akron', required_cash: '-1' },
];
const reader = readerWith.bind(null, { accounts: ROWS });
const groupedQuery = (
  field: string,
  order: Grouping['order'] = 'rising',
  overrides: Partial<Query> = {},
) => ({
  ...queryOf({ sort: { field: 'name', descending: false } }),
  ...overrides,
  group: { field, order },
});
const collapsedValues = (...values: CollapsedGroups['values']): CollapsedGroups => ({
  kind: 'these',
  values,
});
const COLUMNS = ['name', 'required_cash'];

/** Returns headings as "value count sum" and rows by their names. */
function shownRows(
  query: Query,
  collapsed?: CollapsedGroups,
  offset = 0,
  limit = 100,
  cacheReader = reader(),
): string[] {
  return cacheReader
    .window({ query, columns: COLUMNS, offset, limit, collapsed })
    .rows.map(({ group, cells }) =>
      group
        ? `${String(group.value)} ${group.count} ${String(cells[1])}${group.isCollapsed ? ' collapsed' : ''}`
        : String(cells[0]),
    );
}

it('shows rows under a heading per value, with counts and sums exact to the cent', () => {
  const lines = ['AXO 2 -0.80', 'a', 'e', 'SWB 3 9007199254740993.15', 'b', 'c', 'd'];
  expect(shownRows(groupedQuery('custodian'))).toEqual(lines);
  expect(
    reader().window({ query: groupedQuery('custodian'), columns: [], offset: 0, limit: 1 }),
  ).toMatchObject({
    total: 7,
    matching: 5,
  });
});

it('sorts groups ascending or descending with the blank one last, or by size', () => {
  const headings = (order: Grouping['order']) =>
    shownRows(groupedQuery('city', order)).filter((line) => line.includes(' '));
  expect(headings('rising')).toEqual([
    'Akron 2 9007199254740992.05',
    // Groups ignore case: the heading has the first row’s spelling.
    'ohio 2 0.30',
    'null 1 null',
  ]);
  expect(headings('falling').map((line) => line.split(' ')[0])).toEqual(['ohio', 'Akron', 'null']);
  expect(shownRows(groupedQuery('custodian', 'largest'))[0]).toContain('SWB 3');
});

it('keeps the list’s order within a group, and applies search and filters', () => {
  const falling = { sort: { field: 'name', descending: true } };
  expect(shownRows(groupedQuery('custodian', 'rising', falling)).filter((line) => line.length === 1)).toEqual(
    ['e', 'a', 'd', 'c', 'b'], // AXO first
  );
  expect(shownRows(groupedQuery('custodian', 'rising', { search: 'akron' }))).toEqual([
    'AXO 1 -1.00',
    'e',
    'SWB 1 9007199254740993.05',
    'd',
  ]);
});

it('hides the rows of a collapsed group in any window of the list', () => {
  const query = groupedQuery('custodian');
  const cacheReader = reader();
  expect(shownRows(query, collapsedValues('AXO'))).toEqual([
    'AXO 2 -0.80 collapsed',
    'SWB 3 9007199254740993.15',
    'b',
    'c',
    'd',
  ]);
  const allBut: CollapsedGroups = { kind: 'all-but', values: ['AXO'] };
  expect(shownRows(query, allBut)).toEqual(['AXO 2 -0.80', 'a', 'e', 'SWB 3 9007199254740993.15 collapsed']);
  for (const collapsed of [
    undefined,
    collapsedValues('AXO'),
    collapsedValues('SWB'),
    allBut,
    { kind: 'all-but' as const, values: [] },
  ]) {
    const whole = shownRows(query, collapsed, 0, 100, cacheReader);
    for (let offset = 0; offset <= whole.length; offset += 1)
      for (let limit = 1; limit <= 3; limit += 1)
        expect(shownRows(query, collapsed, offset, limit, cacheReader)).toEqual(
          whole.slice(offset, offset + limit),
        );
  }
});

it('finds a record below its heading, or at the heading if collapsed, and a heading by key', () => {
  const query = groupedQuery('custodian');
  const indexOfKey = (key: string, collapsed?: CollapsedGroups) =>
    reader().position({ query, key, collapsed }).index;
  expect([indexOfKey('2'), indexOfKey('5'), indexOfKey('1')]).toEqual([1, 2, 4]);
  expect([indexOfKey('5', collapsedValues('AXO')), indexOfKey('1', collapsedValues('AXO'))]).toEqual([0, 2]);
  expect([
    indexOfKey(groupKey('SWB')),
    indexOfKey(groupKey('SWB'), collapsedValues('AXO')),
    indexOfKey('none'),
  ]).toEqual([3, 1, null]);
});

it('selects, copies and sums the records of a range without its headings', () => {
  const query = groupedQuery('custodian');
  expect(reader().keys({ query, offset: 1, limit: 4 }).keys).toEqual(['2', '5', '1']);
  expect(reader().keys({ query, offset: 0, limit: 4, collapsed: collapsedValues('AXO') }).keys).toEqual([
    '1',
    '4',
  ]);
  const range = { offset: 0, limit: 3 };
  expect(reader().totals({ query, range, columns: ['required_cash'] })).toEqual([
    { name: 'required_cash', count: 2, sum: '-0.80' },
  ]);
  expect(reader().selection({ query, range: { ...range, collapsed: collapsedValues('AXO') } }).total).toBe(1);
});

it('selects and exports records group by group, all that match or only some', () => {
  const query = groupedQuery('custodian', 'largest');
  const all = { kind: 'all' as const, except: [] };
  const names = [...reader().selected({ query, selection: all, columns: ['name'] }, 10)].flat();
  expect(names.join('')).toBe('bcdae');
  const some = { kind: 'keys' as const, keys: ['5', '3'] };
  expect([...reader().selected({ query, selection: some, columns: ['name'] }, 10)].flat().join('')).toBe(
    'de',
  );
});
