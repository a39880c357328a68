import { describe, expect, it, vi } from 'vitest';
import { recordBytesOf } from '#engine/cache/schema/nightly-dates';
import { pageRowBuilder } from '#engine/cache/ingest/page-rows';
import { tableNamed } from '#engine/cache/schema/schema';
import { openWriter } from '#engine/cache/ingest/writer';
import { openEncrypted } from '#engine/sqlite/open-database';
import { packRecords, unpackRecords } from '#engine/wire/packed-records';
import { Store } from '#main/demo/store';
import type { DemoTable } from '#main/demo/table';
import type { ResourceName } from '#contract/resources';
import { closeAfterTest } from '../../support/cleanups';
import { CACHE_KEY, toRawTexts, tempCacheFile, writerAt } from './temp-cache';

const PLACE = { source: 0, page: 1, limit: 10_000 };
const recordsIn = (resource: ResourceName, listed: readonly unknown[]) =>
  unpackRecords(packRecords(recordBytesOf(resource, toRawTexts(listed))));
const rowsOf = (resource: ResourceName, listed: readonly unknown[]) =>
  pageRowBuilder(tableNamed(resource))(recordsIn(resource, listed));

/** Returns what a first refresh of these pages stores and counts, with prepared rows or record by record. */
function storedBy(resource: ResourceName, pages: readonly (readonly unknown[])[], usesPreparedRows: boolean) {
  const file = tempCacheFile();
  const writer = writerAt(file);
  const run = writer.startRun([resource], '2026-01-02T03:04:05.000Z');
  const generation = writer.beginPass(run, resource);
  const counts = pages.map((listed, index) =>
    writer.put(
      run,
      resource,
      generation,
      recordsIn(resource, listed),
      { ...PLACE, page: index + 1 },
      usesPreparedRows ? rowsOf(resource, listed) : undefined,
    ),
  );
  const end = writer.finishPass(run, resource, generation, { asOf: 'now', uncertain: false });
  writer.finishRun(run, 'done', 'now', '{}');
  const db = closeAfterTest(openEncrypted(file, CACHE_KEY, { readonly: true }));
  const all = (text: string) => db.prepare(text).raw().all();
  return {
    counts,
    end,
    rows: all(`SELECT * FROM ${resource} ORDER BY n`),
    raw: all(`SELECT n, raw, typeof(raw) FROM ${resource}_raw ORDER BY n`),
    state: all(`SELECT * FROM ${resource}_state ORDER BY n`),
    found: (word: string) =>
      all(`SELECT rowid FROM ${resource}_fts WHERE ${resource}_fts MATCH '"${word}"*' ORDER BY rowid`),
  };
}

/** Compares both ways and returns the result of the prepared rows. */
function fillBothWays(
  resource: ResourceName,
  pages: readonly (readonly unknown[])[],
  words: readonly string[],
) {
  const filled = storedBy(resource, pages, true);
  const byRecord = storedBy(resource, pages, false);
  for (const part of ['counts', 'end', 'rows', 'raw', 'state'] as const)
    expect(filled[part], part).toEqual(byRecord[part]);
  for (const word of words) expect(filled.found(word), word).toEqual(byRecord.found(word));
  return filled;
}

describe('a first fill with prepared rows', () => {
  it('stores the demo firm’s lists exactly as record-by-record storing does', () => {
    const firm = new Store({
      seed: 7,
      accounts: 1_200,
      application: 'production',
      day: 3,
      clock: () => new Date(),
    });
    const texts = (table: Pick<DemoTable, 'text'>, ids: Iterable<number>) =>
      Array.from(ids, (id) => table.text(id) ?? expect.fail('the ID exists'));
    const accounts = texts(firm.accounts, firm.accounts.allIds());
    const filled = fillBothWays(
      'accounts',
      [accounts.slice(0, 1_100), accounts.slice(1_100)],
      ['smith', 'tr', '00'],
    );
    expect(filled.rows).toHaveLength(accounts.length);
    expect(filled.found('tr').length).toBeGreaterThan(10);
    fillBothWays('feeStructures', [texts(firm.structures, firm.structures.ids())], ['tier', 'a']);
    fillBothWays('billingGroups', [texts(firm.groups, firm.groups.ids())], ['smith', 'a']);
  });

  it('stores odd values as record-by-record storing does: letters, control characters, nesting', () => {
    const odd = [
      { id: 1, name: 'Ælfrič "Łukasz" \\ O’Brien-Smith 😀', number: '0012-3456', required_cash: 1234.5678 },
      { id: '007', name: 'a\u0000b\u0001\u007f\u2028', number: 12_345_678, required_cash: '1e3' },
      { id: 2, name: ['not', 'a', 'name'], required_cash: 0.1, is_active: 'maybe', household_id: 9 },
      `{"id":9007199254740993,"name":"Many digits","required_cash":123456789012345678.5,"nested":${'['.repeat(70)}${']'.repeat(70)}}`,
      { id: 3, required_cash: -0.000_000_123, first_billable_date: 'soon', name: '' },
      { id: 4, name: 'x'.repeat(100_000), close_date: '2026-02-30', zip_code: 1_001 },
      '["no", "record"]',
      { name: 'without an id' },
      '{"id": 5,  "name" : "spaced\\u00e9" , "name":"twice"}',
      { id: 6, name: 'constructor', status: '__proto__', custodian: 'toString' },
    ];
    expect(rowsOf('accounts', odd)).toHaveLength(1); // one chunk
    const filled = fillBothWays(
      'accounts',
      [odd],
      ['brien', 'obrien', 'lukasz', '3456', 'spaced', 'twice', 'x'],
    );
    expect(filled.counts).toMatchObject([{ added: odd.length, distinct: odd.length }]);
    expect(filled.end.withoutKey).toBe(2);
    expect(filled.found('lukasz')).toEqual([[1]]);
  });

  it('stores record by record if a record repeats on its page or the previous one', () => {
    const accountNamed = (id: number) => ({ id, name: `Name ${id}` });
    const filled = fillBothWays(
      'accounts',
      [
        [accountNamed(1), accountNamed(2), accountNamed(1)],
        [accountNamed(2), accountNamed(3)],
        [accountNamed(4), accountNamed(5)],
      ],
      ['name'],
    );
    expect(filled.counts).toMatchObject([
      { added: 2, repeated: 1 },
      { added: 1, repeated: 1 },
      { added: 2, repeated: 0, distinct: 5 },
    ]);
    expect(filled.found('name')).toEqual([[1], [2], [3], [4], [5]]);
  });

  it('makes no rows of half a surrogate pair, which SQLite would store as invalid text', () => {
    const half = ['{"id":1,"name":"half \\ud83d of it"}'];
    expect(rowsOf('accounts', half)).toBeUndefined();
    expect(rowsOf('accounts', [{ id: 1, name: 'whole \ud83d\ude00' }])).toHaveLength(1); // one chunk
    fillBothWays('accounts', [half], ['half']);
  });

  it('makes no rows of a page with a record that is invalid JSON, and fails', () => {
    expect(() => rowsOf('accounts', ['{"id":1}', '{"id":tru}'])).toThrow(
      expect.objectContaining({ failure: { kind: 'odd-answer', cause: 'a record is not JSON' } }),
    );
  });

  it('uses the prepared rows in a first refresh only', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    /**
     * Refreshes one account whose prepared rows have another name, of the same length because rows hold byte ranges. The
     * stored name shows which of the two was used.
     */
    const fetchAccount = (name: string) => {
      const run = writer.startRun(['accounts'], 'now');
      const generation = writer.beginPass(run, 'accounts');
      const rows = rowsOf('accounts', [{ id: 1, name: `${name} row` }]);
      const records = recordsIn('accounts', [{ id: 1, name: `${name} rec` }]);
      const put = writer.put(run, 'accounts', generation, records, PLACE, rows);
      writer.finishPass(run, 'accounts', generation, { asOf: 'now', uncertain: false });
      writer.finishRun(run, 'done', 'now', '{}');
      const db = closeAfterTest(openEncrypted(file, CACHE_KEY, { readonly: true }));
      return { ...put, title: db.prepare('SELECT title FROM accounts').pluck().get() };
    };
    expect(fetchAccount('First')).toMatchObject({ added: 1, title: 'First row' });
    expect(fetchAccount('Second')).toMatchObject({ changed: 1, title: 'Second rec' });
  });

  it('yields between the records it reads and between the chunks it writes', () => {
    const listed = Array.from({ length: 2_500 }, (_, id) => ({ id, name: `Name ${id}` }));
    const [onFingerprint, onRow, onChunk] = [vi.fn(), vi.fn(), vi.fn()];
    const records = unpackRecords(packRecords(recordBytesOf('accounts', toRawTexts(listed)), onFingerprint));
    const rows = pageRowBuilder(tableNamed('accounts'), onRow)(records);
    const writer = closeAfterTest(openWriter(tempCacheFile(), CACHE_KEY, onChunk));
    const run = writer.startRun(['accounts'], 'now');
    const generation = writer.beginPass(run, 'accounts');
    expect(writer.put(run, 'accounts', generation, records, PLACE, rows)).toMatchObject({ added: 2_500 });
    expect(onFingerprint).toHaveBeenCalledTimes(2_500);
    expect(onRow).toHaveBeenCalledTimes(2_500);
    expect(onChunk).toHaveBeenCalledTimes(3);
  });

  it('stores record by record if a record was written since the page was read', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    const run = writer.startRun(['accounts'], 'now');
    const generation = writer.beginPass(run, 'accounts');
    writer.putRecords('accounts', ['{"id":7,"name":"Written by the user"}']);
    const listed = [
      { id: 1, name: 'One' },
      { id: 7, name: 'Old' },
    ];
    const rows = rowsOf('accounts', listed);
    expect(writer.put(run, 'accounts', generation, recordsIn('accounts', listed), PLACE, rows)).toMatchObject(
      { added: 1, unchanged: 1 },
    );
    const db = closeAfterTest(openEncrypted(file, CACHE_KEY, { readonly: true }));
    expect(db.prepare('SELECT title FROM accounts ORDER BY key').pluck().all()).toEqual([
      'One',
      'Written by the user',
    ]);
  });
});
