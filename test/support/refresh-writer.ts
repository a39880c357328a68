import { FailureError, failureOf } from '#contract/failure';
import type { CacheFileWriter } from '#engine/cache/ingest/writer';
import { nightlyDateNames } from '#engine/cache/schema/nightly-dates';
import type { RefreshWriter } from '#engine/cache/worker/writer';
import { checkFilter, countMatches } from '#engine/wire/filter-check';
import { packRecords, unpackRecords } from '#engine/wire/packed-records';
import { readPage } from '#engine/wire/page';

const later =
  <A extends unknown[], R>(does: (...args: A) => R) =>
  (...args: A): Promise<R> =>
    Promise.resolve().then(() => {
      try {
        return does(...args);
      } catch (error) {
        throw new FailureError(failureOf(error));
      }
    });

/** Returns a cache writer with the interface that the refresh has, without threads. */
export const refreshWriterOf = (writer: CacheFileWriter): RefreshWriter => ({
  startRun: later((...args) => writer.startRun(...args)),
  openRun: later(() => writer.openRun()),
  beginPass: later((...args) => writer.beginPass(...args)),
  finishPass: later((...args) => writer.finishPass(...args)),
  abandonPass: later((resource) => writer.abandonPass(resource)),
  fetchMark: later((resource) => writer.fetchMark(resource)),
  finishQuickPass: later((...args) => writer.finishQuickPass(...args)),
  finishRun: later((...args) => writer.finishRun(...args)),
  read: later(({ resource, filter, recent }, bytes) => {
    const { meta, records } = readPage(bytes, nightlyDateNames(resource));
    return {
      meta: { ...meta, count: records.count },
      filterCheck: filter && checkFilter(records, filter),
      recent: recent && countMatches(records, recent),
      records: packRecords(records),
    };
  }),
  store: later(({ run, resource, generation, mark }, { records }) =>
    writer.put(run, resource, generation, unpackRecords(records), mark),
  ),
});
