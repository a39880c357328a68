import { expect, it } from 'vitest';
import { SAMPLE_ACCOUNTS } from './sample-accounts';
import { readerWith, queryOf } from './temp-cache';

const HOUSEHOLDS = [
  { id: 10, name: 'Quillfeather Family' },
  { id: 11, name: 'Moreau' },
];
const found = (reader: ReturnType<typeof readerWith>, search: string) =>
  reader
    .window({ query: queryOf({ search }), columns: [], offset: 0, limit: 10 })
    .rows.map(({ key }) => key)
    .sort();

it('finds accounts by the household’s name, also combined with their own words', () => {
  const reader = readerWith({ accounts: SAMPLE_ACCOUNTS, households: HOUSEHOLDS });
  expect(found(reader, 'quill')).toEqual(['1', '2']);
  expect(found(reader, 'quill shannon')).toEqual(['1']);
  expect(found(reader, 'quill family')).toEqual(['1', '2']);
  expect(found(reader, 'moreau')).toEqual(['3']);
  expect(found(reader, 'quill moreau')).toEqual([]);
  expect(found(readerWith({ accounts: SAMPLE_ACCOUNTS }), 'quill')).toEqual([]);
});

it('finds the values of an ID field by the names of the records', () => {
  const reader = readerWith({ accounts: SAMPLE_ACCOUNTS, households: HOUSEHOLDS });
  const values = (contains: string) =>
    reader.facets({ query: queryOf(), field: 'household_id', contains, limit: 10 }).values;
  expect(values('quill')).toEqual([{ value: '10', count: 2 }]);
  expect(values('12')).toEqual([{ value: '12', count: 1 }]);
});

it('returns rows with the names of their IDs, if there are any', () => {
  const reader = readerWith({ accounts: SAMPLE_ACCOUNTS, households: HOUSEHOLDS });
  const columns = ['name', 'household_id', 'firm_id'];
  const { rows } = reader.window({ query: queryOf(), columns, offset: 0, limit: 10 });
  expect(reader.namesIn('accounts', columns, rows)).toEqual({
    households: { 10: 'Quillfeather Family', 11: 'Moreau' },
  });
  expect(reader.namesIn('accounts', ['name'], rows)).toEqual({});
});
