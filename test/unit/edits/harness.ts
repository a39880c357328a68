import { onTestFinished } from 'vitest';
import { startDemo, type DemoService } from '#main/demo/index';
import { ApprovalGuard } from '#engine/jobs/approval-guard';
import { Jobs } from '#engine/jobs/jobs';
import { DraftService } from '#engine/records/draft-service';
import { Service } from '#engine/service/client';
import type { Db } from '#engine/sqlite/open-database';
import type { Job } from '#contract/job';
import { allRecordsQuery } from '#contract/query';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { openTestWorkspace, workspaceMigrations } from '#test/support/saved-work';
import { historyAt, readerAt, refreshCache, tempCacheFile as cacheFile, writerAt } from '../cache/temp-cache';
import { WORKSPACE_KEY, tempWorkspaceFile } from '../workspace/temp-workspace';

type Json = Record<string, unknown>;
/** A request to the service. */
export interface SentRequest {
  readonly method: string;
  /** Relative to the base address. */
  readonly path: string;
  readonly body: string;
}

/** Edits over the real demo service, with a separate cache and workspace. */
export class EditsHarness {
  /** Requests that reached the service, without those that `beforeRequest` answered. */
  readonly sentRequests: SentRequest[] = [];
  /** Runs before a request leaves; can answer instead of the service, or fail. */
  beforeRequest: (sent: SentRequest) => Promise<Response | undefined> | Response | undefined | void = () =>
    undefined;
  /** Runs after the service applied a request; can lose or change the response. */
  afterRequest: (sent: SentRequest, response: Response) => Promise<Response> | Response = (_, response) =>
    response;
  /** The approval guard's clock; a test advances it to let approvals expire. */
  now = Date.now();
  readonly closing = new AbortController();
  readonly workspace;
  readonly jobs;
  readonly edits;
  readonly service;
  readonly reader;
  readonly history;
  readonly #writer;
  #db: Db | null = null;

  private constructor(
    readonly demo: DemoService,
    readonly file: string,
    readonly cache: string,
  ) {
    this.#writer = writerAt(cache);
    this.reader = readerAt(cache);
    this.history = historyAt(cache);
    this.workspace = this.open();
    this.jobs = new Jobs({
      store: this.workspace.jobs,
      closed: this.closing.signal,
      guard: new ApprovalGuard(this.workspace.team, () => this.now),
    });
    this.service = new Service({
      baseUrl: demo.baseUrl,
      authUrl: demo.authUrl,
      credential: { kind: 'api-key', key: demo.apiKey },
      fetch: (request, init) => this.#fetch(request, init),
      hasResponded: true,
    });
    this.edits = new DraftService({
      workspace: this.workspace,
      reader: this.reader,
      closed: this.closing.signal,
      jobs: this.jobs,
      service: this.service,
      putRecords: (resource, raws, editedFields) => {
        this.#writer.putRecords(resource, raws, editedFields);
        this.reader.refresh();
        return Promise.resolve();
      },
      removeRecords: (resource, keys) => {
        this.#writer.removeRecords(resource, keys);
        this.reader.refresh();
        return Promise.resolve();
      },
    });
  }

  /** Opens the saved work and keeps its database, for the simulation of a full disk. */
  open() {
    const captureDb = { name: 'capture the database for the test', run: (db: Db) => void (this.#db = db) };
    return openTestWorkspace(this.file, WORKSPACE_KEY, { steps: [...workspaceMigrations, captureDb] });
  }

  /** Makes the disk under the saved work full and uses up its free pages, or gives it space again. */
  setDiskFull(isFull: boolean): void {
    const db = this.#db;
    if (!db) throw new Error('open the workspace with this harness first');
    if (!isFull) {
      db.pragma('max_page_count = 1000000000');
      db.exec('DROP TABLE filler');
      return;
    }
    db.exec('CREATE TABLE filler (bytes BLOB)');
    db.pragma(`max_page_count = ${String(db.pragma('page_count', { simple: true }))}`);
    const fill = db.prepare('INSERT INTO filler VALUES (zeroblob(?))');
    for (const bytes of [100_000, 3000, 100])
      try {
        for (;;) fill.run(bytes);
      } catch (error) {
        if ((error as { code?: string }).code !== 'SQLITE_FULL') throw error;
      }
  }

  /** Sends the ready rows of a draft and returns the finished job. */
  async send(draft: string): Promise<Job> {
    const { id } = this.edits.send(draft, this.edits.drafts.get(draft).counts.ready);
    await this.jobs.settled(id);
    return this.jobs.get(id);
  }

  /** Returns the outcome of each row of a job. */
  outcomes(id: string) {
    return this.jobs
      .rows(id, { offset: 0, limit: 500 })
      .rows.map(({ input, state, issue }) => ({ key: (input as { key: string }).key, state, issue }));
  }

  static async start(options: Parameters<typeof startDemo>[0] = {}): Promise<EditsHarness> {
    const demo = await startDemo({ accounts: 60, ...options });
    const harness = new EditsHarness(demo, tempWorkspaceFile(), cacheFile());
    onTestFinished(() => harness.close());
    return harness;
  }

  /** Simulates a killed app that starts again, with the same service. */
  restart(): EditsHarness {
    this.closing.abort();
    this.workspace.close();
    const restarted = new EditsHarness(this.demo, this.file, this.cache);
    onTestFinished(() => {
      restarted.closing.abort();
      restarted.workspace.close();
    });
    return restarted;
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.workspace.close();
    await this.demo.close();
  }

  /** Fetches a list into the cache, like a refresh. */
  async fetchList(resource: ResourceName): Promise<void> {
    const { path, sources = [{ operation: 'list' as const, body: undefined }] } =
      resourceNamed(resource).service;
    const lists = sources.map(async ({ operation, body }) => {
      const filtered = operation === 'filter';
      const response = await this.callService(
        filtered ? 'POST' : 'GET',
        `${path}${filtered ? '/filter' : ''}?pager.limit=10000`,
        body,
      );
      return (response as { data: Json[] }).data;
    });
    refreshCache(this.#writer, resource, (await Promise.all(lists)).flat());
    this.reader.refresh();
  }

  /** Puts a record into the list on this computer, as its exact JSON text. */
  cacheRecord(resource: ResourceName, raw: string): void {
    this.#writer.putRecords(resource, [raw]);
    this.reader.refresh();
  }

  /** Calls the service directly, as another user would. */
  async callService(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.demo.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.demo.apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  /** Returns a record from the service. */
  async serviceRecord(resource: ResourceName, key: string): Promise<Json> {
    const response = (await this.callService(
      'GET',
      `${resourceNamed(resource).service.path}/${key}`,
    )) as Json;
    return (response['data'] ?? response) as Json;
  }

  /** Changes a record in the service, as another user would. */
  async changeInService(resource: ResourceName, key: string, fields: Json): Promise<void> {
    const record = await this.serviceRecord(resource, key);
    await this.callService('PUT', `${resourceNamed(resource).service.path}/${key}`, { ...record, ...fields });
  }

  /** Returns a record from the local cache. */
  cachedRecord(resource: ResourceName, key: string): Json {
    return JSON.parse(this.reader.get({ resource, key })?.raw ?? '{}') as Json;
  }

  firstKeys(resource: ResourceName, count: number): string[] {
    return this.reader.keys({ query: allRecordsQuery(resource), offset: 0, limit: count }).keys;
  }

  async #fetch(request: Request, init?: RequestInit): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const { method } = request;
    const sent = { method, path: pathname.replace('/v2', '') + search, body: await request.clone().text() };
    const testResponse = await this.beforeRequest(sent);
    if (testResponse) return testResponse;
    this.sentRequests.push(sent);
    return this.afterRequest(sent, await fetch(request, init));
  }
}

export { allRecordsQuery };
export const onlyKeys = (...keys: string[]) => ({ kind: 'keys' as const, keys });
export const setField = (field: string, value: unknown) => ({
  op: 'set' as const,
  field,
  json: JSON.stringify(value),
});
