import type { z } from 'zod';
import type { EngineContract } from '#contract/calls/engine';
import { failureOf, type Failure } from '#contract/failure';
import type { ResourceName } from '#contract/resources';
import type { EngineClient } from '../../bridge';

export interface RecordRef {
  readonly resource: ResourceName;
  readonly key: string;
}
type Outputs = {
  readonly [K in 'get' | 'links']: z.output<
    NonNullable<EngineContract['records'][K]['~orpc']['outputSchema']>
  >;
};
export type RecordData = NonNullable<Outputs['get']>;
export type RecordLinkGroup = Outputs['links'][number];

/** Maximum number of linked records listed per group; "Show all" opens the list of all. */
const MAX_LINKS_SHOWN = 8;

/** The record in the panel, its links, and the records viewed before it. */
export class OpenedRecord {
  trail = $state.raw<readonly RecordRef[]>([]);
  data = $state.raw<RecordData | null>(null);
  links = $state.raw<readonly RecordLinkGroup[] | null>(null);
  /** True if the cache does not have the current record. */
  isMissing = $state(false);
  failure = $state.raw<Failure | null>(null);
  readonly current: RecordRef | undefined = $derived(this.trail.at(-1));
  readonly open = $derived(this.trail.length > 0);
  /** The record that `data` and `links` belong to: the previous one until the current one is loaded. */
  shown = $state.raw<RecordRef | null>(null);
  #requestCount = 0;

  /** Opens a record of the list. */
  show(record: RecordRef): void {
    this.trail = [record];
  }

  /** Opens a linked record in the same panel; `back` returns. */
  follow(record: RecordRef): void {
    if (this.current && sameRecord(this.current, record)) return;
    this.trail = [...this.trail, record];
  }

  back(): void {
    if (this.trail.length > 1) this.trail = this.trail.slice(0, -1);
  }

  /** Returns true if something was open. */
  close(): boolean {
    const { open } = this;
    this.trail = [];
    return open;
  }

  /** Loads the current record; the previous one stays until then. Only the latest request counts. */
  async load(engine: EngineClient): Promise<void> {
    const record = this.current;
    this.#requestCount += 1;
    const request = this.#requestCount;
    if (!record) return;
    try {
      const [data, links] = await Promise.all([
        engine.records.get(record),
        engine.records.links({ ...record, limit: MAX_LINKS_SHOWN }),
      ]);
      if (request !== this.#requestCount) return;
      this.shown = record;
      this.data = data;
      this.links = links.filter((group) => group.total > 0);
      this.isMissing = data === null;
      this.failure = null;
    } catch (error) {
      if (request !== this.#requestCount) return;
      this.failure = failureOf(error);
      if (!this.shown || sameRecord(this.shown, record)) return;
      // The previous record must not look like this one.
      this.shown = this.data = this.links = null;
      this.isMissing = false;
    }
  }
}

export const sameRecord = (a: RecordRef, b: RecordRef): boolean =>
  a.resource === b.resource && a.key === b.key;
