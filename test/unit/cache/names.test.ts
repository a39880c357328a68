import { expect, it } from 'vitest';
import { SAMPLE_ACCOUNTS } from './sample-accounts';
import { readerWith, queryOf } from './temp-cache';

const HOUSEHOLDS = [
  { id: 10, name: 'Quillfeather Family' },
  { id: 11, name: 'Moreau' },
];
const findKeys = (reader: ReturnType<typeof readerWith>, search: string) =>
  reader
    .window({ query: queryOf({ search }), columns: [], offset: 0, limit: 10 })
    .rows.map(({ key }) => key)
    .sort();

it('finds accounts by their household’s name, also combined with words of their fields', () => {
  const reader = readerWith({ accounts: SAMPLE_ACCOUNTS, households: HOUSEHOLDS });
  expect(findKeys(reader, 'quill')).toEqual(['1', '2']);
  expect(findKeys(reader, 'quill shannon')).toEqual(['1']);
  expect(findKeys(reader, 'quill family')).toEqual(['1', '2']);
  expect(findKeys(reader, 'moreau')).toEqual(['3']);
  expect(findKeys(reader, 'quill moreau')).toEqual([]);
  expect(findKeys(readerWith({ accounts: SAMPLE_ACCOUNTS }), 'quill')).toEqual([]);
});

it('finds the values of an ID field by the names of the records, or by the ID itself', () => {
  const reader = readerWith({ accounts: SAMPLE_ACCOUNTS, households: HOUSEHOLDS });
  const values = (contains: string) =>
    reader.facets({ query: queryOf(), field: 'household_id', contains, limit: 10 }).values;
  expect(values('quill')).toEqual([{ value: '10', count: 2 }]);
  expect(values('12')).toEqual([{ value: '12', count: 1 }]);
});

it('returns the names of the records that rows refer to by ID, if there are any', () => {
  const reader = readerWith({ accounts: SAMPLE_ACCOUNTS, households: HOUSEHOLDS });
  const columns = ['name', 'household_id', 'firm_id'];
  const { rows } = reader.window({ query: queryOf(), columns, offset: 0, limit: 10 });
  expect(reader.namesIn('accounts', columns, rows)).toEqual({
    names: { households: { 10: 'Quillfeather Family', 11: 'Moreau' } },
    numbers: {},
  });
  expect(reader.namesIn('accounts', ['name'], rows)).toEqual({ names: {}, numbers: {} });
});

it('returns the numbers of accounts with their names, but no empty number', () => {
  const reader = readerWith({
    accounts: [
      { id: 7, name: 'Juns IRA', number: 'DEMO3577' },
      { id: 8, name: 'Juns Trust', number: '' },
    ],
    relatedPersons: [
      { id: 1, last_name: 'Juns', account_id: 7 },
      { id: 2, last_name: 'Moreau', account_id: 8 },
    ],
  });
  const query = {
    ...queryOf(),
    resource: 'relatedPersons' as const,
    sort: { field: 'id', descending: false },
  };
  const { rows } = reader.window({ query, columns: ['account_id'], offset: 0, limit: 10 });
  expect(reader.namesIn('relatedPersons', ['account_id'], rows)).toEqual({
    names: { accounts: { 7: 'Juns IRA', 8: 'Juns Trust' } },
    numbers: { accounts: { 7: 'DEMO3577' } },
  });
});
