import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ColumnStore } from '#engine/cache/query/column-store';
import { defineCollationFunction, sortExpression } from '#engine/cache/schema/collation-key';
import { tableNamed } from '#engine/cache/schema/schema';
import { TableReader } from '#engine/cache/query/table-reader';
import { openEncrypted } from '#engine/sqlite/open-database';
import { compareTexts, sortKeyOf, plainLetters } from '#contract/text';
import { closeAfterTest } from '../../support/cleanups';
import {
  CACHE_KEY,
  readerWith,
  queriedKeys,
  queryOf,
  refreshCache,
  readerAt,
  tempCacheFile,
  writerAt,
} from './temp-cache';

const NAMES = [
  'Zoe',
  'Östberg',
  'olson',
  'Łukasz',
  'Lucas',
  'Munro',
  'Muñoz',
  'Munoz',
  'Ørsted',
  'Orson',
  '王',
];
const IN_ORDER = 'Lucas Łukasz Munoz Muñoz Munro olson Orson Ørsted Östberg Zoe 王'.split(' ');

const accounts = NAMES.map((name, index) => ({ id: index + 1, name, city: name, custodian: 'SWB' }));
const names = (field: string, { descending = false, limit = 20 } = {}, reader = readerWith({ accounts })) =>
  reader
    .window({ query: queryOf({ sort: { field, descending } }), columns: ['name'], offset: 0, limit })
    .rows.map(({ cells }) => cells[0]);

it('sorts names as a US reader expects: Ö with O, Ł with L', () => {
  expect(names('name')).toEqual(IN_ORDER);
  expect(names('name', { descending: true })).toEqual([...IN_ORDER].reverse());
});

it('sorts a column without an index the same way', () => {
  expect(names('city')).toEqual(IN_ORDER);
});

it('compares texts in memory the same way', () => {
  expect(NAMES.toSorted(compareTexts)).toEqual(IN_ORDER);
  expect(NAMES.toSorted((a, b) => compareTexts(b, a))).toEqual([...IN_ORDER].reverse());
});

it('reads the same first rows before the whole order is in memory', () => {
  for (let limit = 1; limit < NAMES.length; limit += 1) {
    expect(names('name', { limit })).toEqual(IN_ORDER.slice(0, limit));
    expect(names('name', { descending: true, limit })).toEqual([...IN_ORDER].reverse().slice(0, limit));
  }
});

it('reads the first rows without the full order even if names have accented letters', () => {
  const many = Array.from({ length: 3_000 }, (_, index) => ({
    id: index + 1,
    name: `${String.fromCharCode(65 + (index % 26))}${index % 2 === 0 ? 'ñ' : 'n'}a ${index}`,
  }));
  const file = tempCacheFile();
  refreshCache(writerAt(file), 'accounts', many);
  const db = closeAfterTest(openEncrypted(file, CACHE_KEY, { readonly: true }));
  defineCollationFunction(db);
  const store = () => new ColumnStore(db, tableNamed('accounts'));
  const fullOrder = [...store().order('name').order];
  for (const descending of [false, true]) {
    const inOrder = descending ? [...fullOrder].reverse() : fullOrder;
    for (const limit of [1, 100, 200, 3_000])
      expect([...(store().head('name', descending, limit) ?? [])]).toEqual(inOrder.slice(0, limit));
  }
});

it('finds accented names by the letters of a US keyboard', () => {
  const reader = readerWith({ accounts });
  for (const search of ['lukasz', 'ŁUKASZ', 'orsted', 'munoz'])
    expect(queriedKeys(reader, { search }).length, search).toBe(search === 'munoz' ? 2 : 1);
});

it('moves a name to its new position after a refresh changes it', () => {
  const file = tempCacheFile();
  const writer = writerAt(file);
  refreshCache(writer, 'accounts', accounts);
  refreshCache(writer, 'accounts', [{ ...accounts[0], name: 'Ängel' }, ...accounts.slice(1)]);
  expect(names('name', { limit: 2 }, readerAt(file))).toEqual(['Ängel', 'Lucas']);
});

it('sorts accounts by the names of their households in the same order', () => {
  const households = NAMES.map((name, index) => ({ id: 100 + index, name }));
  const reader = readerWith({
    accounts: accounts.map((account, index) => ({ ...account, household_id: 100 + index })),
    households,
  });
  expect(names('household_id', {}, reader)).toEqual(IN_ORDER);
});

it('puts texts that differ only in case into one group, but not those that differ in accents', () => {
  const cities = ['Munoz', 'Muñoz', 'MUNOZ', 'MUÑOZ', 'munoz', 'muñoz', 'Munro'];
  const reader = readerWith({ accounts: cities.map((city, index) => ({ id: index + 1, name: city, city })) });
  const query = { ...queryOf(), group: { field: 'city', order: 'rising' as const } };
  const { rows } = reader.window({ query, columns: ['city'], offset: 0, limit: 20 });
  expect(rows.filter((row) => 'group' in row).length).toBe(3);
});

it('sorts any texts by base letters, then unaccented first, regardless of case', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'B', 'z', ' ', '-', ',', '&', '9', '_', 'ä', 'Ł', 'é', '’', '王'),
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 20 }), (texts) => {
      const reader = readerWith({
        accounts: texts.map((name, index) => ({ id: index + 1, name, city: name })),
      });
      for (const field of ['name', 'city']) {
        const sorted = names(field, {}, reader).map(String);
        expect([...sorted].sort()).toEqual([...texts].sort());
        expect(sorted.map(sortKeyOf)).toEqual([...texts].sort(compareTexts).map(sortKeyOf));
        const plain = sorted.map(plainLetters);
        expect(plain).toEqual([...plain].sort());
        const folded = sorted.map((text) => text.toLowerCase());
        const firstOf = folded.map((text) => folded.indexOf(text));
        expect(firstOf, 'texts of one spelling stay together').toEqual([...firstOf].sort((a, b) => a - b));
      }
    }),
    { numRuns: 25 },
  );
});

it('uses an index for the order, first rows, empty cells and lookups of a value', () => {
  const file = tempCacheFile();
  refreshCache(writerAt(file), 'accounts', accounts);
  const db = closeAfterTest(openEncrypted(file, CACHE_KEY, { readonly: true }));
  const { collated } = tableNamed('accounts');
  const key = collated.flatMap((column) => (column.name === 'name' ? sortExpression(column) : [])).join();
  const plan = (sql: string) =>
    db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN SELECT n FROM accounts ${sql}`).all()[0]?.detail;
  expect(plan(`WHERE ${key} >= '' ORDER BY ${key}, "name", n`)).toMatch(/USING COVERING INDEX accounts_name/);
  expect(plan(`WHERE ${key} >= '' ORDER BY ${key} DESC, "name" DESC, n DESC`)).toMatch(
    /USING COVERING INDEX/,
  );
  expect(plan(`WHERE ${key} IS NULL`)).toMatch(/SEARCH accounts USING .*INDEX accounts_name/);
  expect(plan(`WHERE ${key} IN ('a')`)).toMatch(/SEARCH accounts USING .*INDEX accounts_name/);
});

it('reads account numbers from their index alone', () => {
  const file = tempCacheFile();
  refreshCache(writerAt(file), 'accounts', accounts);
  const db = closeAfterTest(openEncrypted(file, CACHE_KEY, { readonly: true }));
  const [plan] = db
    .prepare<[], { detail: string }>(
      'EXPLAIN QUERY PLAN SELECT n, number FROM accounts WHERE number IS NOT NULL',
    )
    .all();
  expect(plan?.detail).toMatch(/USING COVERING INDEX accounts_number/);
});

it('finds a text regardless of case', () => {
  const file = tempCacheFile();
  refreshCache(writerAt(file), 'accounts', accounts);
  const db = closeAfterTest(openEncrypted(file, CACHE_KEY, { readonly: true }));
  const found = new TableReader(db, tableNamed('accounts')).rowsWith('name', ['MUÑOZ', 'OLSON', 'östberg']);
  expect(new Set(found.map((n) => NAMES[n - 1]))).toEqual(new Set(['Muñoz', 'olson', 'Östberg']));
});
