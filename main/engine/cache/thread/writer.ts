import type { Run } from '../../../../preload/contract/calls/live';
import type { ResourceName } from '../../../../preload/contract/resources';
import type { PageMeta } from '../../wire/envelope';
import type { FilterValues } from '../../../../preload/contract/operations';
import type { FilterCheck } from '../../wire/filter-check';
import type { PackedRecords, Records } from '../../wire/packed-records';
import { buffersOf as stretchBuffers, type RowStretch } from '../page-rows';

/** The last page of a pass that is stored: which list, which page of it, of which size. */
export interface Mark {
  readonly source: number;
  readonly page: number;
  readonly limit: number;
}

/** What storing one page did. */
export interface Stored {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly drifted: number;
  /** Records of this page whose keys had been seen in this pass before. */
  readonly repeated: number;
  /** Different keys seen in this pass so far. */
  readonly distinct: number;
}

/** A run that was broken off and can be taken up again. */
export interface OpenRun {
  readonly id: number;
  readonly startedAt: string;
  readonly done: ResourceName[];
  readonly progress: Partial<Record<ResourceName, Mark & { readonly generation: number }>>;
}

/** What a refresh needs of the cache; each call is one transaction. */
export interface RefreshCalls {
  startRun(resources: ResourceName[], startedAt: string): number;
  openRun(): OpenRun | null;
  beginPass(run: number, resource: ResourceName): number;
  finishPass(
    run: number,
    resource: ResourceName,
    generation: number,
    end: { asOf: string; uncertain: boolean },
    /** `unnamed`: records of the pass without their key; with any of them nothing counts as gone. */
  ): { gone: number; unnamed: number };
  abandonPass(resource: ResourceName): void;
  /** `report` is the run as JSON, for the history. */
  finishRun(run: number, state: Run['state'], endedAt: string, report: string): void;
}

/** What anybody may write at any time, in mid-refresh too (main/engine/cache/record-writer.ts). */
export interface RecordCalls {
  /** `made`: for each record, the fields that were changed from here; then changes are noted, and `created` records. */
  putRecords(
    resource: ResourceName,
    raws: readonly string[],
    made?: readonly (readonly string[])[],
    how?: 'created',
  ): { put: number };
  /** Notes each as deleted from here. */
  removeRecords(resource: ResourceName, keys: readonly string[]): { removed: number };
}

export type WriterCalls = RefreshCalls & RecordCalls;

/** What opening told. */
export interface Opened {
  /** The cache had another layout, and was started over. */
  readonly rebuilt: boolean;
  /** The history of changes could not be read, was moved aside and started over. */
  readonly historyRenewed: boolean;
}

/** The cache's writing end, as main/engine/cache/writer.ts opens it. */
export interface CacheWriter extends WriterCalls, Opened {
  put(
    run: number,
    resource: ResourceName,
    generation: number,
    records: Records,
    mark: Mark,
    rows?: readonly RowStretch[],
  ): Stored;
  close(): void;
}

/** A page that was read, on its way into the cache. */
export interface ReadPage {
  readonly meta: PageMeta & { readonly count: number };
  readonly records: PackedRecords;
  /** What the tables get of it, where that was asked for and the page is plain enough. */
  readonly rows?: readonly RowStretch[] | undefined;
  /** For a page that answers a filter. */
  readonly filterCheck?: FilterCheck | undefined;
}

/** What of a page is handed over from thread to thread. */
export const buffersOf = ({ records, rows = [] }: ReadPage): ArrayBuffer[] => [
  records.bytes,
  records.places.buffer,
  ...rows.flatMap(stretchBuffers),
];

/** How pages are read. */
export interface Reading {
  readonly resource: ResourceName;
  /** The list was never fetched whole: its records are new. */
  readonly fills: boolean;
  /** The filter that the page answers. */
  readonly filter?: FilterValues | undefined;
}

export interface PagePlace {
  readonly run: number;
  readonly resource: ResourceName;
  readonly generation: number;
  readonly mark: Mark;
}

/** Calls from another thread. Every promise rejects with a FailureError. */
type Remote<Calls> = {
  readonly [M in keyof Calls]: Calls[M] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<R>
    : never;
};

/** Stores what was read. */
interface PageStore {
  /** Takes the page over: it cannot be used any more afterwards. */
  store(place: PagePlace, page: ReadPage): Promise<Stored>;
}

/** Reads pages beside the thread that stores them. */
export interface PageReader {
  /** Takes the bytes over: they cannot be used any more afterwards. Rejects as readPage fails, and as `engine-lost`. */
  readonly read: (how: Reading, bytes: ArrayBuffer) => Promise<ReadPage>;
}

/** The writing end as a refresh has it. */
export type RefreshWriter = Remote<RefreshCalls> & PageStore & PageReader;

/** The cache's writing end from the engine's main thread, for whoever has something to write. */
export type WriterThread = Remote<RefreshCalls> &
  PageStore &
  Remote<RecordCalls> & {
    /** Closes the database and ends the thread. */
    close(): Promise<void>;
  };

/** A thread that opened the cache, and what opening told. */
export type StartedWriter = WriterThread &
  Opened & {
    /** Whether the thread is gone; every call fails then as `engine-lost`, not begun. */
    isEnded(): boolean;
  };

/** How one of the calls is made from another thread. */
type Method = <M extends keyof WriterCalls>(
  name: M,
) => (...args: Parameters<WriterCalls[M]>) => Promise<ReturnType<WriterCalls[M]>>;

/** Every call of the cache's writing end, each made by `method`. */
export const everyCall = (method: Method): Remote<WriterCalls> => ({
  startRun: method('startRun'),
  openRun: method('openRun'),
  beginPass: method('beginPass'),
  finishPass: method('finishPass'),
  abandonPass: method('abandonPass'),
  finishRun: method('finishRun'),
  putRecords: method('putRecords'),
  removeRecords: method('removeRecords'),
});
