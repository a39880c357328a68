import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTables } from '#engine/cache/schema/schema';
import { CacheFileWriter } from '#engine/cache/ingest/writer';
import {
  toAccountRecords,
  historyAt,
  queriedKeys,
  queryOf,
  toRawTexts,
  readerAt,
  refreshCache,
  tempCacheFile,
  writerAt,
} from './temp-cache';

const account = (id: number, fields: object = {}) => ({
  id,
  name: `Account ${id}`,
  status: 'funded',
  ...fields,
});
const changesOf = (file: string, runId: number) =>
  historyAt(file)
    .list({ filter: { runId }, offset: 0, limit: 100 })
    .items.map(({ kind, key, fields }) => [kind, key, fields.map(({ field }) => field)]);

describe('a refresh', () => {
  it('reports no changes when it fills the cache for the first time', () => {
    const file = tempCacheFile();
    const outcome = refreshCache(writerAt(file), 'accounts', [account(1), account(2)]);
    expect(outcome).toMatchObject({ added: 2, changed: 0, unchanged: 0, removed: 0, distinct: 2 });
    expect(changesOf(file, outcome.run)).toEqual([]);
    expect(queriedKeys(readerAt(file))).toEqual(['1', '2']);
  });

  it('reports new records, changed fields and removed records', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', [account(1), account(2), account(3)]);
    const second = refreshCache(writer, 'accounts', [
      account(2, { status: 'closed', city: 'Boise' }),
      account(3),
      account(4),
    ]);
    expect(second).toMatchObject({ added: 1, changed: 1, unchanged: 1, removed: 1, distinct: 3 });
    expect(changesOf(file, second.run)).toEqual([
      ['removed', '1', ['name', 'status', 'id']],
      ['new', '4', []],
      ['changed', '2', ['status', 'city']],
    ]);
    const reader = readerAt(file);
    expect(queriedKeys(reader)).toEqual(['2', '3', '4']);
    expect(reader.get({ resource: 'accounts', key: '1' })).toBeNull();
    expect(queriedKeys(reader, { search: 'boise' })).toEqual(['2']);
  });

  it('removes outdated search words of changed and removed records', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', [account(1, { city: 'Boise' }), account(2, { city: 'Salem' })]);
    refreshCache(writer, 'accounts', [account(1, { city: 'Provo' })]);
    const reader = readerAt(file);
    expect(['boise', 'salem', 'provo'].map((search) => queriedKeys(reader, { search }))).toEqual([
      [],
      [],
      ['1'],
    ]);
  });

  it('stores a record with another formatting without reporting a change', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', ['{"id":1,"required_cash":0.1}']);
    const reformatted = '{ "required_cash": 0.10, "id": 1 }';
    const second = refreshCache(writer, 'accounts', [reformatted]);
    expect(second).toMatchObject({ changed: 0, unchanged: 1 });
    expect(changesOf(file, second.run)).toEqual([]);
    expect(readerAt(file).get({ resource: 'accounts', key: '1' })?.raw).toBe(reformatted);
  });

  it('removes nothing if it is incomplete, and reports it', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', [account(1), account(2)]);
    expect(refreshCache(writer, 'accounts', [account(2)], { uncertain: true })).toMatchObject({ removed: 0 });
    const reader = readerAt(file);
    expect(queriedKeys(reader)).toEqual(['1', '2']);
    expect(reader.states().find((state) => state.resource === 'accounts')).toMatchObject({ uncertain: true });
    expect(refreshCache(writer, 'accounts', [account(2)])).toMatchObject({ removed: 1 });
  });

  it('counts duplicate records, on one page or on two', () => {
    const writer = writerAt(tempCacheFile());
    const list = [account(1), account(1), account(2), account(1), account(3)];
    expect(refreshCache(writer, 'accounts', list, { pageSize: 2 })).toMatchObject({
      added: 3,
      repeated: 2,
      distinct: 3,
    });
    expect(refreshCache(writer, 'accounts', list, { pageSize: 2 })).toMatchObject({
      unchanged: 3,
      repeated: 2,
      distinct: 3,
    });
  });

  it('stamps the list and all its records alike; a later write has its own stamp', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', [account(1), account(2)]);
    refreshCache(writer, 'accounts', [account(1, { city: 'Boise' }), account(2)]);
    const reader = readerAt(file);
    const stampOf = (key: string) => reader.get({ resource: 'accounts', key })?.fetchedAt;
    const { asOf } = reader.states().find(({ resource }) => resource === 'accounts') ?? {};
    expect([stampOf('1'), stampOf('2')]).toEqual([asOf, asOf]);
    const ended = Date.now();
    while (Date.now() <= ended); // the next clock tick
    writer.putRecords('accounts', toRawTexts([account(2, { city: 'Salem' })]));
    expect(stampOf('1')).toBe(asOf);
    expect(Date.parse(stampOf('2') ?? '')).toBeGreaterThan(ended);
  });

  it('stamps only the records that it saw if it is incomplete', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', [account(1), account(2), account(3)]);
    const firstEnded = Date.now();
    refreshCache(writer, 'accounts', [account(2), account(3, { city: 'Boise' })], { uncertain: true });
    const reader = readerAt(file);
    const stampOf = (key: string) => reader.get({ resource: 'accounts', key })?.fetchedAt;
    const { asOf } = reader.states().find(({ resource }) => resource === 'accounts') ?? {};
    expect([stampOf('2'), stampOf('3')]).toEqual([asOf, asOf]);
    expect(stampOf('1')).not.toBe(asOf);
    expect(Date.parse(stampOf('1') ?? '')).toBeLessThanOrEqual(firstEnded);
  });

  it('of one list leaves the others alone', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', [account(1)]);
    refreshCache(writer, 'relatedPersons', [{ id: 1, last_name: 'Juns', account_id: 1 }]);
    refreshCache(writer, 'relatedPersons', []);
    expect(queriedKeys(readerAt(file))).toEqual(['1']);
  });

  it('is kept with its changes, however many refreshes follow', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    const runs = Array.from(
      { length: 23 }, // more than the 20 that the cache keeps
      (_, index) => refreshCache(writer, 'accounts', [account(1, { city: String(index) })]).run,
    );
    expect(historyAt(file).runs({ offset: 0, limit: 100 }).total).toBe(23);
    expect(changesOf(file, runs[2] ?? 0)).toEqual([['changed', '1', ['city']]]);
    expect(changesOf(file, runs[22] ?? 0)).toEqual([['changed', '1', ['city']]]);
  });
});

describe('a record', () => {
  it('with very deep nesting is stored, compared and reported like any other', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    const deep = (city: string) =>
      `{"id":1,"restrictions":${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)},"city":"${city}"}`;
    refreshCache(writer, 'accounts', [deep('Boise'), account(2)]);
    const second = refreshCache(writer, 'accounts', [deep('Salem'), account(2)]);
    expect(changesOf(file, second.run)).toEqual([['changed', '1', ['city']]]);
    expect(readerAt(file).get({ resource: 'accounts', key: '1' })?.raw).toBe(deep('Salem'));
  });

  it('is stored byte for byte, whatever it contains', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    const list = [
      '{"id":1,  "name":"\\u00e9\\ud800 é 漢字 🏦\\u0000\\/" ,"x":1.10e+2}',
      '{"id":9007199254740993,"number":"007","number_2":7.0,"twice":1,"twice":2}',
      '{"id":9007199254740992,"number":7}',
    ];
    expect(refreshCache(writer, 'accounts', list)).toMatchObject({ added: 3, repeated: 0 });
    const reader = readerAt(file);
    for (const [key, raw] of [
      ['1', list[0]],
      ['9007199254740993', list[1]],
      ['9007199254740992', list[2]],
    ] as const)
      expect(reader.get({ resource: 'accounts', key: key })?.raw).toBe(raw);
    const { rows } = reader.window({
      query: queryOf({ sort: { field: 'id', descending: false } }),
      columns: ['id', 'number'],
      offset: 0,
      limit: 10,
    });
    expect(rows.map((row) => row.cells)).toEqual([
      [1, null],
      ['9007199254740992', '7'],
      ['9007199254740993', '007'],
    ]);
  });

  it('that drifted is kept, flagged and counted, and again when it recurs', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    const list = [account(1, { name: { first: 'V' } }), '"no record"', account(2), '{"name":"Without id"}'];
    expect(refreshCache(writer, 'accounts', list)).toMatchObject({ added: 4, drifted: 3 });
    expect(refreshCache(writer, 'accounts', list)).toMatchObject({ unchanged: 4, drifted: 3, removed: 0 });
    const reader = readerAt(file);
    expect(reader.states()[0]).toMatchObject({ count: 4, drifted: 3 });
    expect(reader.get({ resource: 'accounts', key: '1' })).toMatchObject({
      drift: ['name'],
      raw: toRawTexts(list)[0],
    });
    const { rows } = reader.window({ query: queryOf(), columns: ['name'], offset: 0, limit: 10 });
    expect(rows.filter((row) => !row.isDrifted).map((row) => row.key)).toEqual(['2']);
    expect(refreshCache(writer, 'accounts', [account(1), account(2)])).toMatchObject({
      changed: 1,
      drifted: 0,
      removed: 2,
    });
    expect(reader.refresh()).toBe(true);
    expect(reader.states()[0]).toMatchObject({ count: 2, drifted: 0 });
  });

  it('without its key prevents removals until a pass without such a record', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', [account(1), account(2), account(3)]);
    const junk = [account(1), '{"message":"could not list the rest"}'];
    expect(refreshCache(writer, 'accounts', junk)).toMatchObject({ removed: 0, withoutKey: 1 });
    expect(refreshCache(writer, 'accounts', junk)).toMatchObject({ removed: 0, withoutKey: 1 });
    const reader = readerAt(file);
    expect(reader.states()[0]).toMatchObject({ count: 4, uncertain: true });
    expect(refreshCache(writer, 'accounts', [account(1), account(2)])).toMatchObject({
      removed: 2,
      withoutKey: 0,
    });
    reader.refresh();
    expect(reader.states()[0]).toMatchObject({ count: 2, uncertain: false });
  });

  it('that is invalid JSON fails its page, and nothing of the page is stored', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    const run = writer.startRun(['accounts'], '2026-11-20T10:00:00.000Z');
    const generation = writer.beginPass(run, 'accounts');
    const page = toAccountRecords([account(1), '{"id":2,}']);
    const put = () => writer.put(run, 'accounts', generation, page, { source: 0, page: 1, limit: 10 });
    expect(put).toThrow('odd-answer');
    expect(readerAt(file).states()[0]).toMatchObject({ count: 0 });
  });

  it('may have unknown fields and names of any length', () => {
    const file = tempCacheFile();
    const name = 'Ångström '.repeat(1_112).slice(0, 10_000);
    refreshCache(writerAt(file), 'accounts', [{ id: 1, name, brand_new: { deep: [1, null] } }]);
    const reader = readerAt(file);
    expect(JSON.parse(reader.get({ resource: 'accounts', key: '1' })?.raw ?? '')).toMatchObject({
      brand_new: { deep: [1, null] },
    });
    expect(
      reader.window({ query: queryOf({ search: 'angstrom' }), columns: ['name'], offset: 0, limit: 1 })
        .rows[0]?.cells,
    ).toEqual([name]);
  });
});

/** Reference model of a refresh, without optimization. */
class Model {
  rows = new Map<string, string>();
  pass(list: readonly string[]) {
    const before = this.rows;
    this.rows = new Map();
    const count = { added: 0, changed: 0, unchanged: 0, repeated: 0, removed: 0, distinct: 0 };
    for (const raw of list) {
      const key = String((JSON.parse(raw) as { id: number }).id);
      const known = before.get(key);
      if (this.rows.has(key)) count.repeated += 1;
      else {
        this.rows.set(key, raw);
        count[known === undefined ? 'added' : known === raw ? 'unchanged' : 'changed'] += 1;
      }
    }
    count.distinct = this.rows.size;
    for (const key of before.keys()) if (!this.rows.has(key)) count.removed += 1;
    return count;
  }
}

it('stores lists of any order and content exactly as sent', () => {
  // 'b' twice, so that many records equal those of `steady`.
  const recordText = fc
    .record({ id: fc.integer({ min: 1, max: 12 }), city: fc.constantFrom('a', 'b', 'b') })
    .map((record) => JSON.stringify(record));
  const steady = Array.from({ length: 12 }, (_, index) => JSON.stringify({ id: index + 1, city: 'b' }));
  const list = fc.oneof(
    fc.array(recordText, { maxLength: 30 }),
    fc.subarray(steady),
    fc.shuffledSubarray(steady),
  );
  fc.assert(
    fc.property(
      fc.array(list, { minLength: 2, maxLength: 5 }),
      fc.integer({ min: 1, max: 7 }),
      (lists, pageSize) => {
        const db = new Database(':memory:');
        createTables(db);
        const writer = new CacheFileWriter(db);
        const model = new Model();
        for (const records of lists) {
          expect(refreshCache(writer, 'accounts', records, { pageSize })).toMatchObject(model.pass(records));
          const stored = db.prepare('SELECT key, raw FROM accounts JOIN accounts_raw USING (n)').raw().all();
          expect(new Map(stored as [string, string][])).toEqual(model.rows);
        }
        writer.close();
      },
    ),
    { numRuns: 60 },
  );
});
