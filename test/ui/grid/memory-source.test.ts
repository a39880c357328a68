import { describe, expect, it } from 'vitest';
import { rowsMatchingSearch, memorySource, sortedRows } from '../../../renderer/grid/memory-source';
import { column } from './support';

const NAMES: Record<string, string> = { PER: 'Pershing', SWB: 'Charles Schwab' };
const columns = [
  column('code'),
  column('custodian', { text: (cell) => NAMES[String(cell)] ?? '—' }),
  column('count', { numeric: true }),
];
const rows = [
  { key: 'a', cells: { code: 'G10', custodian: 'SWB', count: 10 } },
  { key: 'b', cells: { code: 'G9', custodian: 'PER', count: 9 } },
  { key: 'c', cells: { code: null, custodian: 'PER', count: 100 } },
];
const keysOf = (items: readonly { key: string }[]) => items.map(({ key }) => key);

describe('in-memory row source', () => {
  it('sorts text as displayed, numbers by value, and empty cells last either way', () => {
    expect(keysOf(sortedRows(rows, { field: 'code', descending: false }, columns))).toEqual(['a', 'b', 'c']);
    expect(keysOf(sortedRows(rows, { field: 'code', descending: true }, columns))).toEqual(['b', 'a', 'c']);
    expect(keysOf(sortedRows(rows, { field: 'count', descending: true }, columns))).toEqual(['c', 'a', 'b']);
    expect(keysOf(sortedRows(rows, { field: 'custodian', descending: false }, columns))).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('sorts text in the collation of the cache, and IDs by value', () => {
    const names = ['Adams & Sons', 'Adams, Bo', 'Åkesson', 'Al-Farsi', 'Adams 10', 'Adams 9', 'allen'];
    const sampleRows = names.map((name, index) => ({
      key: name,
      cells: { code: name, id: String(8 + index) },
    }));
    expect(keysOf(sortedRows(sampleRows, { field: 'code', descending: false }, columns))).toEqual([
      'Adams & Sons',
      'Adams 10',
      'Adams 9',
      'Adams, Bo',
      'Åkesson',
      'Al-Farsi',
      'allen',
    ]);
    const ids = { field: 'id', descending: false };
    expect(keysOf(sortedRows(sampleRows, ids, [column('id', { isId: true })]))).toEqual(names);
  });

  it('finds rows by word prefixes in the displayed text of any column', () => {
    expect(keysOf(rowsMatchingSearch(rows, 'schw', columns))).toEqual(['a']);
    expect(keysOf(rowsMatchingSearch(rows, 'pers g9', columns))).toEqual(['b']);
    expect(keysOf(rowsMatchingSearch(rows, 'chwab', columns))).toEqual([]);
    expect(keysOf(rowsMatchingSearch(rows, '  ', columns))).toEqual(['a', 'b', 'c']);
  });

  it('finds words without accents, apostrophes and hyphens, as the cache does', () => {
    const named = ['Muñoz Advisors', 'Łukasz & Co.', 'O’Brien-Smith'].map((code) => ({
      key: code,
      cells: { code },
    }));
    const found = (search: string) => keysOf(rowsMatchingSearch(named, search, columns));
    expect(found('munoz')).toEqual(['Muñoz Advisors']);
    expect(found('MUÑ adv')).toEqual(['Muñoz Advisors']);
    expect(found('lukasz')).toEqual(['Łukasz & Co.']);
    for (const search of ['obrien', "o'brien", 'brien', 'smith', 'obriensm'])
      expect(found(search)).toEqual(['O’Brien-Smith']);
    expect(found('rien')).toEqual([]);
  });

  it('returns rows in ranges, and copies rows with column headings and ranges without', async () => {
    let copiedText = '';
    const source = memorySource(
      () => rows,
      () => columns,
      (text) => {
        copiedText = text;
        return true;
      },
    );
    expect(await source.window(['count', 'code'], 1, 1)).toEqual({
      total: 3,
      rows: [{ key: 'b', isDrifted: false, cells: [9, 'G9'] }],
    });
    expect(await source.keys(1, 5)).toEqual(['b', 'c']);
    expect([await source.position('c'), await source.position('x')]).toEqual([2, null]);
    expect(await source.copy({ kind: 'all', except: ['b'] }, ['code', 'custodian'], 'shown')).toBe(2);
    expect(copiedText).toBe('CODE\tCUSTODIAN\nG10\tCharles Schwab\n\tPershing');
    expect(await source.copyRange?.({ offset: 1, limit: 2 }, ['custodian', 'count'])).toBe(2);
    expect(copiedText).toBe('Pershing\t9\nPershing\t100');
    expect(await source.copyRange?.({ offset: 0, limit: 1, keys: ['c'] }, ['count'])).toBe(1);
    expect(copiedText).toBe('100');
  });
});
