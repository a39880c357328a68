import { expect, it } from 'vitest';
import type { Sort } from '#contract/query';
import { readerWith, queryOf } from './temp-cache';

const ROWS = [
  { id: 1, name: 'b', custodian: 'SWB', city: 'Ohio', required_cash: '0.10' },
  { id: 2, name: 'a', custodian: 'AXO', city: 'ohio', required_cash: '0.20' },
  { id: 3, name: 'd', custodian: 'SWB', city: 'Akron', required_cash: '9007199254740993.05' },
  { id: 4, name: 'c', custodian: 'SWB', city: null, required_cash: null },
  { id: 5, name: 'e', custodian: 'AXO', city: 'Akron', required_cash: '-1' },
];
const reader = () => readerWith({ accounts: ROWS });
const sortedNames = (sort: Sort, search = '') =>
  reader()
    .window({ query: queryOf({ sort, search }), columns: ['name'], offset: 0, limit: 10 })
    .rows.map(({ cells }) => cells[0])
    .join('');
const sortBy = (field: string, descending = false) => ({ field, descending });

it('sorts rows that are equal in one column by the next, ignoring case', () => {
  expect(sortedNames({ ...sortBy('city'), next: [sortBy('name')] })).toBe('deabc');
  expect(sortedNames({ ...sortBy('city'), next: [sortBy('name', true)] })).toBe('edbac');
  expect(sortedNames({ ...sortBy('custodian', true), next: [sortBy('city'), sortBy('name')] })).toBe('dbcea');
});

it('sorts empty cells last in each column, in both directions', () => {
  expect(sortedNames({ ...sortBy('custodian'), next: [sortBy('city', true)] })).toBe('aebdc');
  expect(sortedNames({ ...sortBy('custodian'), next: [sortBy('city')] })).toBe('eadbc');
  expect(sortedNames({ ...sortBy('city', true), next: [sortBy('name')] })).toBe('abdec');
});

it('sorts selected rows by several columns too', () => {
  const query = queryOf({ sort: { ...sortBy('city'), next: [sortBy('name', true)] } });
  const keys = ['1', '2', '3', '4', '5'];
  const few = [...reader().selected({ query, selection: { kind: 'keys', keys }, columns: ['name'] }, 10)];
  expect(few.flat().join('')).toBe('edbac');
});

it('sorts selected rows with empty cells last in both directions, as in the list', () => {
  for (const descending of [false, true]) {
    const query = queryOf({ sort: sortBy('city', descending) });
    const { keys } = reader().keys({ query, offset: 0, limit: 10 });
    const selection = { kind: 'keys' as const, keys: ['1', '2', '3', '4', '5'] };
    const ids = [...reader().selected({ query, selection, columns: ['id'] }, 10)].flat().map(String);
    expect(ids.at(-1)).toBe('4');
    expect(ids).toEqual(keys);
  }
});

it('sorts selected rows of groups by the sizes of the groups in the filtered list', () => {
  const query = queryOf({
    sort: sortBy('name'),
    group: { field: 'custodian', order: 'largest' },
    filters: [{ field: 'name', op: 'in', values: ['a', 'b', 'e'] }],
  });
  const few = reader().selected(
    { query, selection: { kind: 'keys', keys: ['1', '2', '5'] }, columns: ['name'] },
    10,
  );
  expect([...few].flat().join('')).toBe('aeb');
});

it('sorts selected rows with the exact number that the search names first, as in the list', () => {
  const accounts = [
    { id: 1, name: 'Adams 12', number: '999' },
    { id: 2, name: 'Zorn', number: '12' },
  ];
  const cacheReader = readerWith({ accounts });
  const query = queryOf({ search: '12' });
  expect(cacheReader.keys({ query, offset: 0, limit: 10 }).keys).toEqual(['2', '1']);
  const selection = { kind: 'keys' as const, keys: ['1', '2'] };
  expect([...cacheReader.selected({ query, selection, columns: ['id'] }, 10)].flat()).toEqual([2, 1]);
});

it('sums exactly, to the cent, beyond the precision of a binary fraction', () => {
  const all = { kind: 'all' as const, except: [] };
  expect(reader().totals({ query: queryOf({}), selection: all, columns: ['required_cash'] })).toEqual([
    { name: 'required_cash', count: 4, sum: '9007199254740992.35' },
  ]);
});

it('sums the selected range of the query', () => {
  const query = queryOf({ sort: sortBy('name') });
  const [two] = reader().totals({ query, range: { offset: 0, limit: 2 }, columns: ['required_cash'] });
  expect(two).toEqual({ name: 'required_cash', count: 2, sum: '0.30' });
});

it('reads the same first rows of a whole list from the index and from memory', () => {
  const rows = Array.from({ length: 60 }, (_, index) => ({
    id: index + 1,
    name: index % 7 === 0 ? null : 'bBaA'.charAt(index % 4).repeat(1 + (index % 3)),
    custodian: 'SWB',
  }));
  for (const descending of [false, true])
    for (const limit of [5, 55, 100]) {
      const fresh = readerWith({ accounts: rows });
      const query = queryOf({ sort: sortBy('name', descending) });
      const readWindow = () => fresh.window({ query, columns: ['name'], offset: 0, limit });
      const fromIndex = readWindow();
      expect(fromIndex.total).toBe(60);
      fresh.position({ query, key: '1' }); // reads the whole order into memory
      expect(readWindow()).toEqual(fromIndex);
    }
});

/** Returns the names of accounts in the order of a column. */
const namesBy = (cacheReader: ReturnType<typeof readerWith>, sort: Sort) =>
  cacheReader
    .window({ query: queryOf({ sort }), columns: ['name'], offset: 0, limit: 10 })
    .rows.map(({ cells }) => cells[0])
    .join('');

it('sorts a column of codes by their labels, and an unknown code as “Unknown (code)”', () => {
  const accounts = ['SWB', 'NFS', 'AXO', 'ZZZ', null, 'IBK', 'swb'].map((custodian, index) => ({
    id: index + 1,
    name: 'abcdefg'.charAt(index),
    custodian,
  }));
  const cacheReader = readerWith({ accounts });
  // Axos, Charles Schwab, Fidelity, Interactive Brokers, Unknown (swb), Unknown (ZZZ), and empty.
  expect(namesBy(cacheReader, sortBy('custodian'))).toBe('cabfgde');
  expect(namesBy(cacheReader, sortBy('custodian', true))).toBe('dgfbace');
  const keys = ['1', '2', '3'];
  const query = queryOf({ sort: sortBy('custodian') });
  const few = cacheReader.selected({ query, selection: { kind: 'keys', keys }, columns: ['name'] }, 10);
  expect([...few].flat().join('')).toBe('cab');
});

it('sorts a column of IDs by the displayed names; IDs without a name come first', () => {
  const accounts = [10, 11, 12, 9, 13].map((household_id, index) => ({
    id: index + 1,
    name: 'abcde'.charAt(index),
    household_id,
  }));
  const households = [
    { id: 10, name: 'moreau' },
    { id: 11, name: 'Quillfeather' },
    { id: 12, name: 'Abel' },
  ];
  const cacheReader = readerWith({ accounts, households });
  expect(namesBy(cacheReader, sortBy('household_id'))).toBe('decab');
  expect(namesBy(cacheReader, sortBy('household_id', true))).toBe('baced');
  expect(namesBy(readerWith({ accounts }), sortBy('household_id'))).toBe('dabce');
});
