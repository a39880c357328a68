import type { CodesReader } from '../../../main/engine/tasks/advisor-codes/known';
import { KnownCodes } from '../../../main/engine/tasks/advisor-codes/known';
import { createAdvisorCodes } from '../../../main/engine/tasks/advisor-codes/advisor-codes';
import type { ActivityFacts, ActivityOutcome } from '../../../preload/contract/calls/activity';
import type { NewAdvisorCode } from '../../../preload/contract/calls/advisor-codes';
import { fail } from '../../../preload/contract/failure';

export interface Mapped {
  readonly id: number;
  readonly code: string;
  readonly source: string;
  readonly firm_id: number;
}
export interface Written {
  readonly kind: string;
  readonly count: number;
  readonly facts: ActivityFacts;
  outcome?: ActivityOutcome;
  learned?: { count?: number; facts?: ActivityFacts };
}
type Request = { body?: unknown; path?: { id: number }; pager?: { page: number } };

/** The task over a service with a mapping and a local copy that the test plays. */
export class Bench {
  /** The service's mapping. */
  mapping: Mapped[];
  /** What the local copy has of it. */
  cached: Mapped[];
  accounts = [
    { custodian: 'PER', codes: ['7AB'], accounts: 12 },
    { custodian: 'PER', codes: ['7AB', '7AC'], accounts: 3 },
    { custodian: 'SWB', codes: ['00123'], accounts: 5 },
  ];
  asOf: { codes: string | null; accounts: string | null } = {
    codes: '2026-11-20T09:00:00.000Z',
    accounts: '2026-11-20T09:00:00.000Z',
  };
  /** Writes that reached the service, in order. */
  readonly arrived: { name: string; asked: unknown }[] = [];
  readonly log: Written[] = [];
  /** Before a write is carried out: may wait, or fail. */
  before: (name: string, asked: unknown) => Promise<void> | void = () => undefined;
  /** After it was carried out: the answer may be lost. */
  after: (name: string) => void = () => undefined;
  sandbox = false;
  firms: { id: number; name: string }[] | Error = [
    { id: 39, name: 'Juniper Harbor' },
    { id: 41, name: 'Juniper West' },
  ];
  files = new Map<string, string>();
  now = new Date('2026-11-20T10:00:00.000Z');
  refreshes = 0;
  readonly closing = new AbortController();
  #version = 1;
  #nextId = 900;

  constructor(mapping: Mapped[] = [{ id: 801, code: '7AB', source: 'PER', firm_id: 39 }]) {
    this.mapping = [...mapping];
    this.cached = [...mapping];
  }

  readonly known = new KnownCodes(this.#reader());
  readonly codes = createAdvisorCodes({
    known: this.known,
    service: { call: ((name: string, asked: Request = {}) => this.#call(name, asked)) as never },
    activity: {
      begin: (entry) => {
        const written: Written = { ...entry, facts: entry.facts ?? {} };
        this.log.push(written);
        return (outcome, learned) => Object.assign(written, { outcome, learned });
      },
    },
    opened: (grant) => this.files.get(grant) ?? '',
    closed: this.closing.signal,
    now: () => this.now,
    refresh: () => {
      this.refreshes += 1;
      this.cached = [...this.mapping];
      this.asOf = { ...this.asOf, codes: new Date(this.now.getTime() + 1000).toISOString() };
      this.#version += 1;
      return Promise.resolve();
    },
  });

  /** Names of the requests that reached the service. */
  get names(): string[] {
    return this.arrived.map(({ name }) => name.replace('advisorCodes.', ''));
  }

  async run(id: string, count?: number) {
    this.codes.start(id, count);
    await this.codes.ended(id);
    return this.codes.lines(id);
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
            drifted: false,
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
      return this.firms;
    }
    if (name === 'advisorCodes.list') {
      this.arrived.push({ name, asked: pager });
      return { meta: { hasNext: false }, records: this.mapping.map((record) => ({ record })) };
    }
    this.arrived.push({ name, asked: body ?? path });
    await this.before(name, body ?? path);
    const answer = this.#carryOut(name, body, path);
    this.after(name);
    return answer;
  }

  #carryOut(name: string, body: unknown, path: { id: number } | undefined): unknown {
    if (name.startsWith('advisorCodes.create')) {
      const wanted = [body].flat() as NewAdvisorCode[];
      const taken = wanted.flatMap(({ code, source }, at) =>
        this.mapping.some((one) => one.code === code && one.source === source)
          ? [`[${at}] The code ${source} ${code} is mapped already.`]
          : [],
      );
      if (taken.length > 0) throw fail('refused', { status: 400, reasons: taken });
      const made = wanted.map((one) => ({ id: (this.#nextId += 1), ...one }));
      if (!this.sandbox) this.mapping.push(...made);
      return { meta: {}, records: made.map((record) => ({ record })) };
    }
    const ids = path ? [path.id] : (body as { ids: number[] }).ids;
    const there = ids.filter((id) => this.mapping.some((one) => one.id === id));
    if (path && there.length === 0) throw fail('not-found', { status: 404 });
    if (!this.sandbox) this.mapping = this.mapping.filter(({ id }) => !ids.includes(id));
    return { ids: there.map(String), n: there.length };
  }
}

export const NO_DEFAULTS = { custodian: null, firm: null } as const;
export const textOf = (text: string) => ({ from: 'text' as const, text });
