import { CachedCodes, type CodesReader } from '#engine/features/advisor-codes/cached-codes';
import { createAdvisorCodes } from '#engine/features/advisor-codes/advisor-codes';
import { ApprovalGuard } from '#engine/jobs/approval-guard';
import { Jobs } from '#engine/jobs/jobs';
import { codeLine, type NewAdvisorCode } from '#contract/features/advisor-codes/schemas';
import { fail } from '#contract/failure';
import { openTestWorkspace } from '#test/support/saved-work';
import { WORKSPACE_KEY, tempWorkspaceFile } from '../../workspace/temp-workspace';

export interface MappedCode {
  readonly id: number;
  readonly code: string;
  readonly source: string;
  readonly firm_id: number;
}
type Request = { body?: unknown; path?: { id: number }; pager?: { page: number } };

/** The advisor codes feature with a fake service, mapping and cache. */
export class AdvisorCodesHarness {
  /** The service's mapping. */
  mapping: MappedCode[];
  /** The cached mapping. */
  cached: MappedCode[];
  accounts = [
    { custodian: 'PER', codes: ['7AB'], accounts: 12 },
    { custodian: 'PER', codes: ['7AB', '7AC'], accounts: 3 },
    { custodian: 'SWB', codes: ['00123'], accounts: 5 },
  ];
  asOf: { codes: string | null; accounts: string | null } = {
    codes: '2026-11-20T09:00:00.000Z',
    accounts: '2026-11-20T09:00:00.000Z',
  };
  /** Requests that the service received, in order. */
  readonly receivedRequests: { name: string; input: unknown }[] = [];
  /** Runs before a write is applied; can wait or fail. */
  beforeWrite: (name: string, body: unknown) => Promise<void> | void = () => undefined;
  /** Runs after a write was applied; can lose or change the response. */
  afterWrite: (name: string, response: unknown) => unknown = (_, response) => response;
  isSandbox = false;
  /** The error when the service lists its mapping; null for none. */
  listError: Error | null = null;
  firms: { id: number; name: string }[] | Error = [
    { id: 39, name: 'Juniper Harbor' },
    { id: 41, name: 'Juniper West' },
  ];
  files = new Map<string, string>();
  now = new Date('2026-11-20T10:00:00.000Z');
  readonly closing = new AbortController();
  #version = 1;
  #nextId = 900;

  readonly workspace;
  readonly jobs;
  readonly cachedCodes = new CachedCodes(this.#reader());
  readonly codes;

  /** `file`: the workspace of an earlier instance, after a restart. */
  constructor(
    mapping: MappedCode[] = [{ id: 801, code: '7AB', source: 'PER', firm_id: 39 }],
    readonly file = tempWorkspaceFile(),
  ) {
    this.mapping = [...mapping];
    this.cached = [...mapping];
    this.workspace = openTestWorkspace(file, WORKSPACE_KEY);
    const guard = new ApprovalGuard(this.workspace.team, () => this.now.getTime());
    this.jobs = new Jobs({ store: this.workspace.jobs, closed: this.closing.signal, guard });
    this.codes = createAdvisorCodes({
      cachedCodes: this.cachedCodes,
      service: { call: ((name: string, body: Request = {}) => this.#call(name, body)) as never },
      jobs: this.jobs,
      chosenPath: (grant) => this.files.get(grant) ?? '',
      now: () => this.now,
      lists: {
        put: (raws) => {
          this.cached.push(...raws.map((raw) => JSON.parse(raw) as MappedCode));
          this.#version += 1;
          return Promise.resolve();
        },
        remove: (keys) => {
          this.cached = this.cached.filter(({ id }) => !keys.includes(String(id)));
          this.#version += 1;
          return Promise.resolve();
        },
        existingKeys: (keys) =>
          new Set(this.cached.map(({ id }) => String(id)).filter((id) => keys.includes(id))),
      },
    });
  }

  /** Names of the requests that the service received. */
  get names(): string[] {
    return this.receivedRequests.map(({ name }) => name.replace('advisorCodes.', ''));
  }
  get writes(): string[] {
    return this.names.filter((name) => name !== 'list');
  }
  get log() {
    return this.workspace.activity
      .list({}, 0, 100)
      .entries.map(({ kind, count, facts, outcome }) => ({ kind, count, facts, outcome }));
  }

  lines(id: string) {
    const { rows } = this.jobs.rows(id, { offset: 0, limit: 500 });
    return rows.map(({ input, ...row }) => ({ ...codeLine.parse(input), ...row }));
  }

  async run(id: string, count?: number) {
    this.jobs.start(id, count);
    await this.jobs.settled(id);
    return this.lines(id);
  }

  #reader(): CodesReader {
    const version = () => this.#version;
    return {
      get version() {
        return version();
      },
      states: () =>
        [
          { resource: 'advisorCodes', asOf: this.asOf.codes },
          { resource: 'accounts', asOf: this.asOf.accounts },
        ] as never,
      window: () =>
        ({
          rows: this.cached.map(({ id, code, source, firm_id }) => ({
            key: String(id),
            isDrifted: false,
            cells: [source, code, firm_id, '2026-01-02T00:00:00Z', null],
          })),
        }) as never,
      accountCodes: () => this.accounts,
      facets: () => ({ values: [{ value: '39', count: 4 }], distinct: 1 }),
    };
  }

  async #call(name: string, { body, path, pager }: Request): Promise<unknown> {
    if (name === 'firms.list') {
      if (this.firms instanceof Error) throw this.firms;
      const firms = this.firms.map((record) => ({ raw: JSON.stringify(record), fits: true, record }));
      return { meta: { hasNext: false, totalItems: firms.length }, records: firms };
    }
    if (name === 'advisorCodes.list') {
      this.receivedRequests.push({ name, input: pager });
      if (this.listError) throw this.listError;
      const records = this.mapping.map((record) => ({ raw: JSON.stringify(record), record }));
      return { meta: { hasNext: false, totalItems: records.length }, records };
    }
    this.receivedRequests.push({ name, input: body ?? path });
    await this.beforeWrite(name, body ?? path);
    const response = this.#applyWrite(name, body, path);
    return this.afterWrite(name, response);
  }

  #applyWrite(name: string, body: unknown, path: { id: number } | undefined): unknown {
    if (name.startsWith('advisorCodes.create')) {
      const wanted = [body].flat() as NewAdvisorCode[];
      const conflicts = wanted.flatMap(({ code, source }, index) =>
        this.mapping.some((mapped) => mapped.code === code && mapped.source === source)
          ? [`[${index}] The code ${source} ${code} is mapped already.`]
          : [],
      );
      if (conflicts.length > 0) throw fail('refused', { status: 400, reasons: conflicts });
      const created = wanted.map((newCode) => ({ id: (this.#nextId += 1), ...newCode }));
      if (!this.isSandbox) this.mapping.push(...created);
      const records = created.map((record) => ({ raw: JSON.stringify(record), record }));
      return name.endsWith('Many') ? { meta: {}, records } : records[0];
    }
    const ids = path ? [path.id] : (body as { ids: number[] }).ids;
    const mappedIds = ids.filter((id) => this.mapping.some((mapped) => mapped.id === id));
    if (path && mappedIds.length === 0) throw fail('not-found', { status: 404 });
    if (!this.isSandbox) this.mapping = this.mapping.filter(({ id }) => !ids.includes(id));
    return { ids: mappedIds.map(String), n: mappedIds.length, messages: [] };
  }
}

export const NO_DEFAULTS = { custodian: null, firm: null } as const;
export const textInput = (text: string) => ({ from: 'text' as const, text });
