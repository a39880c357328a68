import { DraftService } from '#engine/records/draft-service';
import { Jobs } from '#engine/jobs/jobs';
import { Service } from '#engine/service/client';
import type { CacheReader } from '#engine/cache/query/reader';
import { startDemo, type DemoService } from '#main/demo/index';
import type { Draft, DraftRow, FieldEdit } from '#contract/edit';
import type { Job, JobRow } from '#contract/job';
import type { Query, Selection } from '#contract/query';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { openTestWorkspace } from '#test/support/saved-work';
import { refreshCache, readerAt, tempCacheFile as cacheFile, writerAt } from '../unit/cache/temp-cache';
import { WORKSPACE_KEY, tempWorkspaceFile } from '../unit/workspace/temp-workspace';
import { cachedConnection } from './cached-connection';
import { FakeClock } from './fake-clock';
import { Gate } from './gate';

type Writable = 'billingGroups' | 'assetAdjustments' | 'feeStructures' | 'billingMinimums' | 'billingSplits';
export type FirmJson = Record<string, unknown>;

/** A connection without a window: the demo firm over HTTP behind a gate, its cached lists, drafts and jobs. */
export class RecordFirm {
  readonly workspace = openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY);
  readonly jobs: Jobs;
  readonly draftService: DraftService;
  readonly reader: CacheReader;
  readonly #writer;
  readonly #closing = new AbortController();

  private constructor(
    readonly demo: DemoService,
    readonly gate: Gate,
    readonly service: Service,
    /** The clock with which the service's client waits before it retries. */
    readonly clock: FakeClock,
    lists: Partial<Record<ResourceName, FirmJson[]>>,
  ) {
    const file = cacheFile();
    this.#writer = writerAt(file);
    for (const [resource, records] of Object.entries(lists))
      refreshCache(this.#writer, resource as ResourceName, records);
    this.reader = readerAt(file);
    this.jobs = new Jobs({ store: this.workspace.jobs, closed: this.#closing.signal });
    const { workspace, reader, jobs } = this;
    const opened = cachedConnection(
      { workspace, reader, jobs, service, closed: this.#closing.signal },
      this.#writer,
    );
    this.draftService = new DraftService(opened);
  }

  /** Starts a demo firm, and caches these lists of it. */
  static async start(...lists: ResourceName[]): Promise<RecordFirm> {
    const demo = await startDemo({ accounts: 300, seed: 7, application: 'production' });
    const gate = await Gate.before(demo.baseUrl);
    const clock = new FakeClock();
    const service = new Service({
      fetch: globalThis.fetch,
      baseUrl: gate.address,
      authUrl: demo.authUrl,
      credential: { kind: 'api-key', key: demo.apiKey },
      clock,
    });
    const copies: Partial<Record<ResourceName, FirmJson[]>> = {};
    for (const resource of lists) copies[resource] = await allOf(service, resource);
    gate.requests.length = 0; // forgets the requests for the copies
    return new RecordFirm(demo, gate, service, clock, copies);
  }

  get drafts() {
    return this.draftService.drafts;
  }

  rows(draft: Draft): DraftRow[] {
    return this.drafts.allRows(draft.id);
  }

  /** Sets fields of a row of a draft, by default the first, as a form would. */
  fill(draft: Draft, fields: Readonly<FirmJson>, index = 0): Draft {
    const edits = Object.entries(fields).map(([field, value]): FieldEdit => ({
      op: 'set',
      field,
      json: JSON.stringify(value),
    }));
    return this.draftService.saveRow(draft.id, index, edits);
  }

  /** Sends the ready rows, and returns the job with its rows when it has ended. */
  async send(draft: Draft): Promise<{ job: Job; rows: JobRow[] }> {
    const { id } = this.draftService.send(draft.id, this.drafts.get(draft.id).counts.ready);
    await this.jobs.settled(id);
    return { job: this.jobs.get(id), rows: this.jobs.rows(id, { offset: 0, limit: 20_000 }).rows };
  }

  /** Returns a list's current records from the service. */
  async listed(resource: Writable): Promise<FirmJson[]> {
    return allOf(this.service, resource);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.workspace.close();
    await this.gate.close();
    await this.demo.close();
  }
}

async function allOf(service: Service, resource: ResourceName): Promise<FirmJson[]> {
  const { records } = await service.call(`${resource as Writable}.list`, {
    pager: { page: 1, limit: 10_000 },
  });
  return records.map(({ raw }) => JSON.parse(raw) as FirmJson);
}

/** Selects some records of a list by key. */
export const selectByKeys = (
  resource: ResourceName,
  keys: readonly unknown[],
): { query: Query; selection: Selection } => ({
  query: { resource, search: '', filters: [], sort: resourceNamed(resource).sort },
  selection: { kind: 'keys', keys: keys.map(String) },
});
