import type { Run } from '#contract/calls/live';
import type { ResourceName } from '#contract/resources';
import type { PageMeta } from '../../wire/envelope';
import type { FilterValues } from '#contract/operations';
import type { FilterCheck } from '../../wire/filter-check';
import type { PackedRecords, PageRecords } from '../../wire/packed-records';
import type { ClockPair, FetchWatermark } from '../ingest/fetch-watermarks';
import { buffersOfChunk, type RowChunk } from '../ingest/page-rows';

/** The last stored page of a pass: index of the list among those of the resource, page from 1, and page size. */
export interface PagePosition {
  readonly source: number;
  readonly page: number;
  readonly limit: number;
}

/** Counts of the records of one stored page. */
export interface StoredPageCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Records that lack their key or have a value whose type differs from the documented one. */
  readonly drifted: number;
  /** Records of this page whose keys this pass had already seen. */
  readonly repeated: number;
  /** Distinct keys in this pass so far. */
  readonly distinct: number;
  /** Records that lacked fields and were not stored; a quick pass then can't be completed. */
  readonly partial: number;
}

/** An interrupted run that can resume. */
export interface InterruptedRun {
  readonly id: number;
  readonly startedAt: string;
  readonly done: ResourceName[];
  readonly progress: Partial<Record<ResourceName, PagePosition & { readonly generation: number }>>;
}

/** The end of a complete pass. `clocks`: when it began, if the service states its time. */
export interface PassEnd {
  readonly asOf: string;
  /** True if the list may be incomplete: nothing counts as removed then. */
  readonly uncertain: boolean;
  readonly clocks?: ClockPair | undefined;
}

/** The end of a quick pass, with the counts that the service reported at its beginning. */
export interface QuickPassEnd {
  readonly asOf: string;
  readonly clocks: ClockPair;
  /** Records in all lists. */
  readonly total: number;
  /** Records that the filter found as changed since the watermark's `evidence.since`; the cache must have as many. */
  readonly found: number;
}

/** The calls that a refresh makes; each that changes records or passes is one transaction. */
export interface RefreshCalls {
  startRun(resources: ResourceName[], startedAt: string): number;
  interruptedRun(): InterruptedRun | null;
  beginPass(run: number, resource: ResourceName): number;
  finishPass(
    run: number,
    resource: ResourceName,
    generation: number,
    end: PassEnd,
    /** `withoutKey`: number of records that lack their key. If there are any, nothing counts as removed. */
  ): { removed: number; withoutKey: number };
  abandonPass(resource: ResourceName): void;
  /** Returns the watermark that a quick pass continues from; null if the list needs a complete pass. */
  fetchWatermark(resource: ResourceName): FetchWatermark | null;
  /**
   * Completes a quick pass if the cache has as many records as the service, in all and among those changed lately;
   * otherwise changes nothing. Returns whether it did.
   */
  finishQuickPass(resource: ResourceName, generation: number, end: QuickPassEnd): boolean;
  /** `report` is the run as JSON, for the history. */
  finishRun(run: number, state: Run['state'], endedAt: string, report: string): void;
}

/** Writes that are allowed at any time, even during a refresh (main/engine/cache/ingest/record-writer.ts). */
export interface RecordWriteCalls {
  /**
   * `editedFields`: for each record, the fields edited in the app; changes are then recorded. With `origin` as
   * well, added records are recorded as new.
   */
  putRecords(
    resource: ResourceName,
    raws: readonly string[],
    editedFields?: readonly (readonly string[])[],
    origin?: 'created',
  ): { put: number };
  /** Records each as deleted in the app. */
  removeRecords(resource: ResourceName, keys: readonly string[]): { removed: number };
}

export type WriterCalls = RefreshCalls & RecordWriteCalls;

/** The result of opening the cache. */
export interface OpenedCache {
  /** The cache had another layout and was rebuilt. */
  readonly wasRebuilt: boolean;
  /** The change history was unreadable, was quarantined and started again. */
  readonly wasHistoryReplaced: boolean;
}

/** The writing side of the cache, as main/engine/cache/ingest/writer.ts opens it. */
export interface CacheWriter extends WriterCalls, OpenedCache {
  put(
    run: number,
    resource: ResourceName,
    generation: number,
    records: PageRecords,
    position: PagePosition | null,
    chunks?: readonly RowChunk[],
  ): StoredPageCounts;
  close(): void;
}

/** A parsed page on its way to the cache. */
export interface ParsedPage {
  readonly meta: PageMeta & { readonly count: number };
  readonly records: PackedRecords;
  /** Prepared table rows, if requested and the page allows it. */
  readonly rows?: readonly RowChunk[] | undefined;
  /** For a page that answers a filter. */
  readonly filterCheck?: FilterCheck | undefined;
  /** Number of records that match `recentFilter`. */
  readonly recentCount?: number | undefined;
}

/** Returns the buffers of a page, for transfer to another thread. */
export const buffersOfPage = ({ records, rows = [] }: ParsedPage): ArrayBuffer[] => [
  records.bytes,
  records.ranges.buffer,
  ...rows.flatMap(buffersOfChunk),
];

/** How a page is parsed. */
export interface PageParseOptions {
  readonly resource: ResourceName;
  /** The list has no completed fetch: all records are new. */
  readonly isFirstFill: boolean;
  /** The filter that the page answers. */
  readonly filter?: FilterValues | undefined;
  /** A second filter, whose matches are counted. */
  readonly recentFilter?: FilterValues | undefined;
}

export interface PageTarget {
  readonly run: number;
  readonly resource: ResourceName;
  readonly generation: number;
  /** Null for a quick pass, which never resumes. */
  readonly position: PagePosition | null;
}

/** The same calls from another thread. Every promise rejects with a FailureError. */
type RemoteCalls<Calls> = {
  readonly [M in keyof Calls]: Calls[M] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<R>
    : never;
};

/** Stores parsed pages. */
interface PageStore {
  /** Transfers the page; the caller cannot use it afterwards. */
  store(target: PageTarget, page: ParsedPage): Promise<StoredPageCounts>;
}

/** Parses pages in parallel with the thread that stores them. */
export interface PageReader {
  /**
   * Transfers the bytes; the caller cannot use them afterwards. Rejects as readPage does, or with
   * `engine-lost`.
   */
  readonly read: (options: PageParseOptions, bytes: ArrayBuffer) => Promise<ParsedPage>;
}

/** The writing side as a refresh uses it. */
export type RefreshWriter = RemoteCalls<RefreshCalls> & PageStore & PageReader;

/** The writing side of the cache, called from the engine's main thread. */
export type WriterThread = RemoteCalls<RefreshCalls> &
  PageStore &
  RemoteCalls<RecordWriteCalls> & {
    /** Closes the database and ends the thread. */
    close(): Promise<void>;
  };

/** A started writer thread with the result of opening the cache. */
export type StartedWriter = WriterThread &
  OpenedCache & {
    /** Returns whether the thread has ended; every call then fails with `engine-lost` without effect. */
    isEnded(): boolean;
  };

/** Makes one of the calls from another thread. */
type RemoteMethod = <M extends keyof WriterCalls>(
  name: M,
) => (...args: Parameters<WriterCalls[M]>) => Promise<ReturnType<WriterCalls[M]>>;

/** Returns every call of the writing side, made through `method`. */
export const callsThrough = (method: RemoteMethod): RemoteCalls<WriterCalls> => ({
  startRun: method('startRun'),
  interruptedRun: method('interruptedRun'),
  beginPass: method('beginPass'),
  finishPass: method('finishPass'),
  abandonPass: method('abandonPass'),
  fetchWatermark: method('fetchWatermark'),
  finishQuickPass: method('finishQuickPass'),
  finishRun: method('finishRun'),
  putRecords: method('putRecords'),
  removeRecords: method('removeRecords'),
});
