import { FailureError, failureOf } from '#contract/failure';
import type { CacheFileWriter } from '#engine/cache/ingest/writer';
import { nightlyDateNames } from '#engine/cache/schema/nightly-dates';
import type { RefreshWriter } from '#engine/cache/worker/writer';
import { checkFilter, countMatches } from '#engine/wire/filter-check';
import { packRecords, unpackRecords } from '#engine/wire/packed-records';
import { readPage } from '#engine/wire/page';

const asPromise =
  <A extends unknown[], R>(method: (...args: A) => R) =>
  (...args: A): Promise<R> =>
    Promise.resolve().then(() => {
      try {
        return method(...args);
      } catch (error) {
        throw new FailureError(failureOf(error));
      }
    });

/** Returns a cache writer with the interface that a refresh uses, without threads. */
export const refreshWriterOf = (writer: CacheFileWriter): RefreshWriter => ({
  startRun: asPromise((...args) => writer.startRun(...args)),
  interruptedRun: asPromise(() => writer.interruptedRun()),
  beginPass: asPromise((...args) => writer.beginPass(...args)),
  finishPass: asPromise((...args) => writer.finishPass(...args)),
  abandonPass: asPromise((resource) => writer.abandonPass(resource)),
  fetchWatermark: asPromise((resource) => writer.fetchWatermark(resource)),
  finishQuickPass: asPromise((...args) => writer.finishQuickPass(...args)),
  finishRun: asPromise((...args) => writer.finishRun(...args)),
  read: asPromise(({ resource, filter, recentFilter }, bytes) => {
    const { meta, records } = readPage(bytes, nightlyDateNames(resource));
    return {
      meta: { ...meta, count: records.count },
      filterCheck: filter && checkFilter(records, filter),
      recentCount: recentFilter && countMatches(records, recentFilter),
      records: packRecords(records),
    };
  }),
  store: asPromise(({ run, resource, generation, position }, { records }) =>
    writer.put(run, resource, generation, unpackRecords(records), position),
  ),
});
