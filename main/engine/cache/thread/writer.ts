import type { Run } from '../../../../preload/contract/calls/live';
import type { ResourceName } from '../../../../preload/contract/resources';
import type { PageMeta } from '../../wire/envelope';

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

/** What sync needs of the cache; each call is one transaction. */
export interface WriterCalls {
  startRun(resources: ResourceName[], startedAt: string): number;
  openRun(): OpenRun | null;
  beginPass(run: number, resource: ResourceName): number;
  finishPass(
    run: number,
    resource: ResourceName,
    generation: number,
    end: { asOf: string; uncertain: boolean },
  ): { gone: number };
  abandonPass(resource: ResourceName): void;
  /** `report` is the run as JSON, for the history. */
  finishRun(run: number, state: Run['state'], endedAt: string, report: string): void;
}

/** The cache's writing end, as main/engine/cache/writer.ts opens it. */
export interface CacheWriter extends WriterCalls {
  /** The cache had another layout, and was begun anew. */
  readonly rebuilt: boolean;
  put(run: number, resource: ResourceName, generation: number, raws: string[], mark: Mark): Stored;
  close(): void;
}

/** A page on its way into the cache. */
export interface PageInHand {
  /** Known as soon as the page is taken apart, before it is stored. */
  readonly meta: Promise<PageMeta & { readonly count: number }>;
  readonly stored: Promise<Stored>;
}

export interface PagePlace {
  readonly run: number;
  readonly resource: ResourceName;
  readonly generation: number;
  readonly mark: Mark;
}

/** The same from another thread. Every promise rejects with a FailureError. */
export type SyncWriter = {
  readonly [M in keyof WriterCalls]: (
    ...args: Parameters<WriterCalls[M]>
  ) => Promise<ReturnType<WriterCalls[M]>>;
} & {
  /** Takes the bytes over: they cannot be used any more afterwards. */
  page(place: PagePlace, bytes: ArrayBuffer): PageInHand;
  /** Closes the database and ends the thread. */
  close(): Promise<void>;
};
