import { Jobs } from '#engine/jobs/jobs';
import type { AnyJobDefinition } from '#engine/jobs/kind';
import { createRecordsJob } from '#engine/records/create/kind';
import { removeRecordsJob } from '#engine/records/remove/kind';
import { Service } from '#engine/service/client';
import { startDemo, type DemoService } from '#main/demo/index';
import type { CreateLine, RemoveLine } from '#contract/creation';
import type { JobRow } from '#contract/job';
import { openTestWorkspace } from '#test/support/saved-work';
import { WORKSPACE_KEY, tempWorkspaceFile } from '../unit/workspace/temp-workspace';
import { Gate } from './gate';

type Writable = 'billingGroups' | 'assetAdjustments' | 'feeStructures';

/**
 * The jobs that create and delete records, over HTTP against the demo firm, behind a gate that the test
 * controls.
 */
export class RecordJobs {
  readonly gate: Gate;
  readonly service: Service;
  readonly workspace;
  readonly jobs: Jobs;
  /** Records put into the local lists. */
  readonly put: string[] = [];
  /** For each of these, the fields that this app wrote. */
  readonly editedFields: (readonly string[])[] = [];
  readonly removed: string[] = [];
  /** Keys of records that the lists on this computer have. */
  readonly known = new Set<string>();
  readonly #demo: DemoService;
  readonly #kinds = new Map<string, AnyJobDefinition>();
  readonly #closing = new AbortController();

  private constructor(
    demo: DemoService,
    gate: Gate,
    readonly file: string,
  ) {
    this.#demo = demo;
    this.gate = gate;
    this.service = new Service({
      fetch: globalThis.fetch,
      baseUrl: gate.address,
      authUrl: demo.authUrl,
      credential: { kind: 'api-key', key: demo.apiKey },
    });
    this.workspace = openTestWorkspace(file, WORKSPACE_KEY);
    this.jobs = new Jobs({ store: this.workspace.jobs, closed: this.#closing.signal });
  }

  static async start(): Promise<RecordJobs> {
    const demo = await startDemo({ accounts: 300, seed: 7, application: 'production' });
    return new RecordJobs(demo, await Gate.before(demo.baseUrl), tempWorkspaceFile());
  }

  kind(resource: Writable, operation: 'create' | 'remove'): AnyJobDefinition {
    const name = `${resource}.${operation}`;
    const known = this.#kinds.get(name);
    if (known) return known;
    const make = operation === 'create' ? createRecordsJob : removeRecordsJob;
    const kind = make(resource, {
      service: this.service,
      lists: {
        put: (_, raws, editedFields) => {
          this.put.push(...raws);
          this.editedFields.push(...editedFields);
          return Promise.resolve();
        },
        remove: (_, keys) => Promise.resolve(void this.removed.push(...keys)),
        existingKeys: (_, keys) => new Set(keys.filter((key) => this.known.has(key))),
      },
      missing: { knownMissing: () => [] },
    });
    this.jobs.register(kind);
    this.#kinds.set(name, kind);
    return kind;
  }

  /** Sends lines as a job, and returns the job's ID and its rows. */
  async run(
    resource: Writable,
    operation: 'create' | 'remove',
    lines: readonly (CreateLine | RemoveLine)[],
  ): Promise<{ id: string; rows: JobRow[] }> {
    const rows = lines.map((input) => ({ input, state: 'planned' as const, issue: null }));
    const { id } = this.jobs.plan(this.kind(resource, operation), rows, {});
    this.jobs.start(id, lines.length);
    await this.jobs.settled(id);
    return { id, rows: this.rows(id) };
  }

  rows(id: string): JobRow[] {
    return this.jobs.rows(id, { offset: 0, limit: 10_000 }).rows;
  }

  /** Returns a list's current records from the service, by name; the last one if several have the same name. */
  async listed(resource: Writable): Promise<Map<string, Record<string, unknown>>> {
    return new Map((await this.#records(resource)).map((record) => [String(record['name']), record]));
  }

  /** Returns the name of each of a list's current records, which may have the same name. */
  async names(resource: Writable): Promise<string[]> {
    return (await this.#records(resource)).map((record) => String(record['name']));
  }

  async #records(resource: Writable): Promise<Record<string, unknown>[]> {
    const all: Record<string, unknown>[] = [];
    for (let page = 1; ; page += 1) {
      const { records, meta } = await this.service.call(`${resource}.list`, {
        pager: { page, limit: 10_000 },
      });
      for (const { raw } of records) all.push(JSON.parse(raw) as Record<string, unknown>);
      if (meta.hasNext !== true) return all;
    }
  }

  /** Writes that arrived at the gate, by method and path. `/filter` reads with POST. */
  get writes(): string[] {
    return this.gate.requests
      .filter((request) => !request.startsWith('GET') && !request.includes('/filter'))
      .map((request) => request.replace(/\?.*$/, '').replace('/v2', ''));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.workspace.close();
    await this.gate.close();
    await this.#demo.close();
  }
}

const textsOf = (fields: Readonly<Record<string, unknown>>) =>
  Object.entries(fields).map(([field, value]) => ({ field, after: JSON.stringify(value) }));

/** Returns a job line that creates a record. */
export const lineToCreate = (
  body: Readonly<Record<string, unknown>>,
  follow: Readonly<Record<string, unknown>> = {},
  overrides: Partial<CreateLine> = {},
): CreateLine => ({
  key: null,
  title: String(body['name']),
  subtitle: '',
  line: null,
  body: textsOf(body),
  follow: textsOf(follow),
  others: [],
  instead: null,
  ...overrides,
});

/** Returns a job line that deletes a record. */
export const lineToRemove = (record: Readonly<Record<string, unknown>>): RemoveLine => ({
  key: String(record['id']),
  title: String(record['name']),
  subtitle: '',
  line: null,
  raw: JSON.stringify(record),
});

/** The create body of each resource, without its name. */
export const STRUCTURE_FIELDS = {
  calculation_type: 'R',
  flat_rate: 0.85,
  frequency: 'Q',
  collection_type: 'R',
  balance_type: 'E',
  firm_id: 39,
};
export const ADJUSTMENT_FIELDS = {
  adjustment_type: 'e',
  level: 'f',
  weight: 100,
  security_ids: [62],
  firm_id: 39,
};
export const structureBody = (name: string, slug: string): Record<string, unknown> => ({
  name,
  ...STRUCTURE_FIELDS,
  slug,
});
export const adjustmentBody = (name: string, slug: string): Record<string, unknown> => ({
  name,
  ...ADJUSTMENT_FIELDS,
  slug,
});
