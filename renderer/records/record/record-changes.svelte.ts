import type { Change } from '#contract/features/changes/calls';
import { failureOf, type Failure } from '#contract/failure';
import type { EngineClient } from '../../bridge';
import type { RecordRef } from './opened-record.svelte';

const PAGE_SIZE = 50;

/** Maximum number of changes per request, as the contract allows. */
const MAX_PER_REQUEST = 500;

/**
 * Changes of one record, sent or found by refreshes, newest first, as far as loaded. Only the latest request counts.
 */
export class RecordChanges {
  items = $state.raw<readonly Change[]>([]);
  /** Null until the first response. */
  total = $state<number | null>(null);
  /** True if none are stored, but some may have been dropped to save space. */
  mayBeDropped = $state(false);
  failure = $state.raw<Failure | null>(null);
  loading = $state(false);
  #latestRequest = 0;

  /** Loads the latest changes: a page, or as many as were loaded before, up to MAX_PER_REQUEST. */
  load(engine: EngineClient, record: RecordRef): Promise<void> {
    return this.#load(engine, record, 0, Math.max(PAGE_SIZE, Math.min(MAX_PER_REQUEST, this.items.length)));
  }

  loadMore(engine: EngineClient, record: RecordRef): Promise<void> {
    return this.#load(engine, record, this.items.length, PAGE_SIZE);
  }

  async #load(
    engine: EngineClient,
    { resource, key }: RecordRef,
    offset: number,
    limit: number,
  ): Promise<void> {
    const request = ++this.#latestRequest;
    this.loading = true;
    try {
      const { items, total } = await engine.changes.list({ filter: { resource, key }, offset, limit });
      const mayBeDropped = total === 0 && (await engine.changes.size()).dropped !== null;
      if (request !== this.#latestRequest) return;
      this.mayBeDropped = mayBeDropped;
      this.items = offset === 0 ? items : [...this.items, ...items];
      this.total = total;
      this.failure = null;
    } catch (error) {
      if (request === this.#latestRequest) this.failure = failureOf(error);
    } finally {
      if (request === this.#latestRequest) this.loading = false;
    }
  }
}
