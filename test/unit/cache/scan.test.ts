import { expect, it } from 'vitest';
import { readerWith } from './temp-cache';

it('identifies a row by its record’s key, as a number if the ID is one without loss', () => {
  const ids = ['7', '"007"', '"8"', '9007199254740993'];
  const named = ids.map((id) => `{"id":${id},"name":"A","status":"funded"}`);
  const reader = readerWith({ accounts: [...named, '{"name":"Nameless","status":"funded"}'] });
  const rows = reader.scan('accounts', ['id', 'status'])(0, 10);
  const keys = rows.map(([n]) => {
    const [[, key] = []] = reader.titles('accounts', n - 1, 1);
    return key;
  });
  expect(rows.map(([, key]) => String(key))).toEqual(keys);
  expect(rows.map(([, key]) => key).slice(0, 4)).toEqual([7, '007', '8', '9007199254740993']);
  expect(rows.map(([, , id]) => id)).toEqual([7, '007', '8', '9007199254740993', null]);
  expect(reader.rowsOf('accounts', ['7', '007'], ['status']).map(([, key]) => key)).toEqual([7, '007']);
});
