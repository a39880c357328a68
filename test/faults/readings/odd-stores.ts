import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createReader } from '#engine/cache/query/reader';
import { openWriter } from '#engine/cache/ingest/writer';
import { Jobs } from '#engine/jobs/jobs';
import { DraftService } from '#engine/records/draft-service';
import { Service } from '#engine/service/client';
import { BillingGroups } from '#engine/features/billing-groups/billing-groups';
import type { Job, JobRow } from '#contract/job';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { openTestWorkspace } from '#test/support/saved-work';
import { InstantClock } from '../responses/harness';
import { cachedConnection } from '../../support/cached-connection';
import { refreshCache } from '../../unit/cache/temp-cache';
import { OddService } from './odd-service';

const DATABASE_KEY = '5a'.repeat(32);

/** The outcome of a job. */
export interface SentJob {
  readonly job: Job;
  readonly rows: readonly JobRow[];
}

/** The databases of all harnesses of a test file: creating new ones takes longer than a cell. */
export class OddStores {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-odd-'));
  readonly writer = openWriter(path.join(this.#folder, 'cache.db'), DATABASE_KEY);
  readonly reader = createReader(path.join(this.#folder, 'cache.db'), DATABASE_KEY);
  readonly workspace = openTestWorkspace(path.join(this.#folder, 'workspace.db'), DATABASE_KEY);

  close(): void {
    this.workspace.close();
    this.reader.close();
    this.writer.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/**
 * The engine's own edits, creations, deletions and billing groups over a service in memory, for one cell. State that a
 * job definition keeps about the service ends with it.
 */
export class OddServiceHarness {
  readonly service: OddService;
  readonly jobs: Jobs;
  readonly edits: DraftService;
  readonly groups;
  readonly #stores: OddStores;
  readonly #closing = new AbortController();

  constructor(stores: OddStores, resources: readonly ResourceName[]) {
    this.#stores = stores;
    this.service = new OddService(resources);
    const { reader, writer, workspace } = stores;
    const jobs = new Jobs({ store: workspace.jobs, closed: this.#closing.signal });
    this.jobs = jobs;
    const service = new Service({
      baseUrl: 'http://127.0.0.1/v2',
      authUrl: 'http://127.0.0.1/auth/v2',
      credential: { kind: 'api-key', key: 'a-key-for-the-test' },
      fetch: this.service.fetch,
      clock: new InstantClock(false),
      hasResponded: true,
    });
    const opened = cachedConnection(
      { workspace, reader, jobs, service, closed: this.#closing.signal },
      writer,
    );
    this.edits = new DraftService(opened);
    this.groups = new BillingGroups({
      ...opened,
      drafts: this.edits,
      activity: workspace.activity,
      connection: 'Test firm',
      chosenPath: () => '',
      now: () => new Date(Date.UTC(2026, 0, 2)),
      lists: {
        put: (raws) => opened.putRecords('billingGroups', raws),
        remove: (keys) => opened.removeRecords('billingGroups', keys),
      },
    });
  }

  /** Refreshes some resources completely from the service's records. */
  refresh(resources: readonly ResourceName[]): void {
    const { reader, writer } = this.#stores;
    for (const resource of resources)
      refreshCache(writer, resource, [...this.service.records(resource).values()]);
    reader.refresh();
  }

  /** Returns the cached records of a list, as JSON text by ID. */
  cached(resource: ResourceName): Map<string, string> {
    const { reader } = this.#stores;
    const query = { resource, search: '', filters: [], sort: resourceNamed(resource).sort };
    const { keys } = reader.keys({ query, offset: 0, limit: 10_000 });
    return new Map([...reader.records(resource, keys)].map(({ key, raw }) => [key, raw]));
  }

  /** Sends the ready rows of a draft; returns undefined if there are none. */
  async send(draft: string): Promise<SentJob | undefined> {
    const { counts } = this.edits.drafts.get(draft);
    if (counts.ready === 0) {
      this.edits.drafts.remove(draft);
      return undefined;
    }
    const { id } = this.edits.send(draft, counts.ready);
    return this.settled(id);
  }

  async settled(id: string): Promise<SentJob> {
    await this.jobs.settled(id);
    return { job: this.jobs.get(id), rows: this.jobs.rows(id, { offset: 0, limit: 1_000 }).rows };
  }

  close(): void {
    this.#closing.abort();
  }
}
