import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ColumnStore } from '../../../main/engine/cache/column-store';
import { inLetterOrder } from '../../../main/engine/cache/letter-order';
import { tableNamed } from '../../../main/engine/cache/schema';
import { openEncrypted } from '../../../main/engine/sqlite/open-database';
import { plainLetters } from '../../../preload/contract/domain/plain-letters';
import { closing } from '../../support/left-behind';
import { KEY, holding, keysOf, queryOf, refresh, readerAt, tempFile, writerAt } from './temp-cache';

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

const accounts = NAMES.map((name, at) => ({ id: at + 1, name, city: name, custodian: 'SWB' }));
const names = (field: string, { descending = false, limit = 20 } = {}, held = holding({ accounts })) =>
  held
    .window({ query: queryOf({ sort: { field, descending } }), columns: ['name'], offset: 0, limit })
    .rows.map(({ cells }) => cells[0]);

it('names stand where an American reader looks for them: Ö with O, Ł with L', () => {
  expect(names('name')).toEqual(IN_ORDER);
  expect(names('name', { descending: true })).toEqual([...IN_ORDER].reverse());
});

it('a column without an index has the same order', () => {
  expect(names('city')).toEqual(IN_ORDER);
});

it('the first rows, read before the whole order is in memory, are those of the order', () => {
  for (let limit = 1; limit < NAMES.length; limit += 1) {
    expect(names('name', { limit })).toEqual(IN_ORDER.slice(0, limit));
    expect(names('name', { descending: true, limit })).toEqual([...IN_ORDER].reverse().slice(0, limit));
  }
});

it('the first rows are read without the whole order in a firm where every name may have such letters', () => {
  const many = Array.from({ length: 3_000 }, (_, at) => ({
    id: at + 1,
    name: `${String.fromCharCode(65 + (at % 26))}${at % 2 === 0 ? 'ñ' : 'n'}a ${at}`,
  }));
  const file = tempFile();
  refresh(writerAt(file), 'accounts', many);
  const db = closing(openEncrypted(file, KEY, { readonly: true }));
  const store = () => new ColumnStore(db, tableNamed('accounts'));
  const whole = [...store().order('name').order];
  for (const descending of [false, true]) {
    const inOrder = descending ? [...whole].reverse() : whole;
    for (const limit of [1, 100, 200, 3_000])
      expect([...(store().head('name', descending, limit) ?? [])]).toEqual(inOrder.slice(0, limit));
  }
});

it('who types the letters of an American keyboard finds the others', () => {
  const held = holding({ accounts });
  for (const search of ['lukasz', 'ŁUKASZ', 'orsted', 'munoz'])
    expect(keysOf(held, { search }).length, search).toBe(search === 'munoz' ? 2 : 1);
});

it('a name that a later refresh changes moves to its new place', () => {
  const file = tempFile();
  const writer = writerAt(file);
  refresh(writer, 'accounts', accounts);
  refresh(writer, 'accounts', [{ ...accounts[0], name: 'Ängel' }, ...accounts.slice(1)]);
  expect(names('name', { limit: 2 }, readerAt(file))).toEqual(['Ängel', 'Lucas']);
});

it('households stand by their names in the same order', () => {
  const households = NAMES.map((name, at) => ({ id: 100 + at, name }));
  const held = holding({
    accounts: accounts.map((account, at) => ({ ...account, household_id: 100 + at })),
    households,
  });
  expect(names('household_id', {}, held)).toEqual(IN_ORDER);
});

it('a group of rows stays together, whichever letters and case its name has', () => {
  const cities = ['Munoz', 'Muñoz', 'MUNOZ', 'MUÑOZ', 'munoz', 'muñoz', 'Munro'];
  const held = holding({ accounts: cities.map((city, at) => ({ id: at + 1, name: city, city })) });
  const query = { ...queryOf(), group: { field: 'city', order: 'rising' as const } };
  const { rows } = held.window({ query, columns: ['city'], offset: 0, limit: 20 });
  expect(rows.filter((row) => 'group' in row).length).toBe(3);
});

it('rows in SQLite’s order with others among them come in the order of the alphabet', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'B', 'z', ' ', '-', 'ä', 'Ł', 'é', '’', '王'),
    maxLength: 4,
  });
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 40 }), (texts) => {
      const isOther = (text: string) => /[^ -~]/.test(text);
      const bytes = (text: string) => Buffer.from(text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
      const rows = texts
        .map((_, n) => n)
        .sort((a, b) => Buffer.compare(bytes(texts[a] ?? ''), bytes(texts[b] ?? '')) || a - b);
      const others = texts.flatMap((text, n) => (isOther(text) ? [[n, text] as const] : []));
      const sorted = [...inLetterOrder(Uint32Array.from(rows), others, (n) => texts[n] ?? null)];
      const places = sorted.map((n) => plainLetters(texts[n] ?? ''));
      expect(places).toEqual([...places].sort());
      expect([...sorted].sort((a, b) => a - b)).toEqual([...rows].sort((a, b) => a - b));
    }),
  );
});
