import { describe, expect, it } from 'vitest';
import { openCache } from '#engine/cache/schema/open-cache';
import { openWriter, CacheFileWriter } from '#engine/cache/ingest/writer';
import { closeAfterTest } from '../../support/cleanups';
import {
  toAccountRecords,
  historyAt,
  CACHE_KEY,
  queriedKeys,
  readerAt,
  refreshCache,
  tempCacheFile,
  writerAt,
} from './temp-cache';

const progressAt = (page: number) => ({ source: 0, page, limit: 1_000 });
const account = (id: number, fields: object = {}) => ({
  id,
  name: `Account ${id}`,
  status: 'funded',
  ...fields,
});

describe('an interrupted refresh', () => {
  const started = '2026-01-02T03:04:05.000Z';

  it('resumes where it was interrupted and keeps the records seen so far', () => {
    const file = tempCacheFile();
    const first = openWriter(file, CACHE_KEY);
    refreshCache(first, 'accounts', [account(1), account(2), account(3)]);
    const run = first.startRun(['accounts', 'advisorCodes'], started);
    const codes = first.beginPass(run, 'advisorCodes');
    first.finishPass(run, 'advisorCodes', codes, { asOf: started, uncertain: false });
    const generation = first.beginPass(run, 'accounts');
    first.put(run, 'accounts', generation, toAccountRecords([account(1)]), progressAt(1));
    first.close();

    const second = writerAt(file);
    expect(historyAt(file).runs({ offset: 0, limit: 1 }).items[0]).toMatchObject({
      id: run,
      state: 'interrupted',
      endedAt: null,
    });
    expect(second.interruptedRun()).toEqual({
      id: run,
      startedAt: started,
      done: ['advisorCodes'],
      progress: { accounts: { generation, ...progressAt(1) } },
    });
    expect(
      second.put(run, 'accounts', generation, toAccountRecords([account(1)]), progressAt(1)),
    ).toMatchObject({
      repeated: 1,
      distinct: 1,
    });
    expect(
      second.put(run, 'accounts', generation, toAccountRecords([account(2)]), progressAt(2)),
    ).toMatchObject({
      unchanged: 1,
      distinct: 2,
    });
    expect(second.finishPass(run, 'accounts', generation, { asOf: started, uncertain: false })).toEqual({
      removed: 1,
      withoutKey: 0,
    });
    second.finishRun(run, 'done', started, '{}');
    expect(second.interruptedRun()).toBeNull();
    expect(queriedKeys(readerAt(file))).toEqual(['1', '2']);
  });

  it('has no page to resume from after its pass is abandoned', () => {
    const writer = writerAt(tempCacheFile());
    const run = writer.startRun(['accounts'], started);
    writer.put(
      run,
      'accounts',
      writer.beginPass(run, 'accounts'),
      toAccountRecords([account(1)]),
      progressAt(1),
    );
    writer.abandonPass('accounts');
    expect(writer.interruptedRun()).toMatchObject({ done: [], progress: {} });
    const nextGeneration = writer.beginPass(run, 'accounts');
    expect(
      writer.put(run, 'accounts', nextGeneration, toAccountRecords([account(1)]), progressAt(1)),
    ).toMatchObject({
      unchanged: 1,
      distinct: 1,
    });
  });

  it('stores no part of a page on a full disk, and stores it once there is space', () => {
    const file = tempCacheFile();
    const { db } = openCache(file, CACHE_KEY);
    const writer = closeAfterTest(new CacheFileWriter(db));
    const run = writer.startRun(['accounts'], started);
    const generation = writer.beginPass(run, 'accounts');
    const put = (from: number, page: number) =>
      writer.put(
        run,
        'accounts',
        generation,
        toAccountRecords(
          Array.from({ length: 50 }, (_, index) => account(from + index, { notes: 'n'.repeat(5_000) })),
        ),
        progressAt(page),
      );
    put(1, 1);
    const maxPages = Number(db.pragma('max_page_count', { simple: true }));
    db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true }))}`);
    expect(() => put(51, 2)).toThrow(expect.objectContaining({ code: 'SQLITE_FULL' }));
    expect(writer.interruptedRun()?.progress.accounts).toMatchObject({ page: 1 });
    expect(queriedKeys(readerAt(file))).toHaveLength(50);
    db.pragma(`max_page_count = ${maxPages}`);
    expect(put(51, 2)).toMatchObject({ added: 50, distinct: 100 });
  });
});
