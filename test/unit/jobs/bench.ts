import { z } from 'zod';
import { Jobs } from '../../../main/engine/jobs/jobs';
import { defineJob, type JobKind, type RowOutcome } from '../../../main/engine/jobs/kind';
import type { Db } from '../../../main/engine/sqlite/open-database';
import { migrations } from '../../../main/engine/workspace/migrations';
import { openWorkspace } from '../../../main/engine/workspace/workspace';
import { KEY, tempFile } from '../workspace/temp-workspace';

const input = z.object({ n: z.int() });
type Input = z.output<typeof input>;

/** A kind of job that writes numbers to a service that the test plays. */
export class Numbers {
  /** What the service has. */
  readonly has = new Set<number>();
  /** Requests that arrived. */
  readonly arrived: number[][] = [];
  readings = 0;
  /** Before a write is carried out: may wait, or fail. */
  before: (numbers: readonly number[]) => Promise<void> | void = () => undefined;
  /** After it was carried out: may fail, or say something else. */
  after: (numbers: readonly number[]) => RowOutcome[] = (numbers) => numbers.map(() => ({ state: 'done' }));
  read: () => void = () => undefined;
  readonly closing = new AbortController();
  #db: Db | null = null;
  readonly workspace;
  readonly jobs;
  readonly kind;

  /** `file`: the workspace of an earlier one, after a restart. */
  constructor(
    readonly file = tempFile(),
    more: Partial<JobKind<Input>> = {},
  ) {
    const hold = { name: 'held by the test', run: (db: Db) => void (this.#db = db) };
    this.workspace = openWorkspace(file, KEY, { steps: [...migrations, hold] });
    this.jobs = new Jobs({ store: this.workspace.jobs, closed: this.closing.signal });
    this.kind = defineJob<Input>({
      name: 'advisorCodes.create',
      input,
      of: 'numbers',
      chunk: 8,
      whenRefused: 'one-by-one',
      confirmed: false,
      activity: 'advisor-code-create',
      logged: () => ({}),
      send: async (rows) => {
        const numbers = rows.map(({ n }) => n);
        this.arrived.push(numbers);
        await this.before(numbers);
        for (const n of numbers) this.has.add(n);
        return this.after(numbers);
      },
      look: (rows) => {
        this.readings += 1;
        this.read();
        return Promise.resolve(rows.map(({ n }) => this.has.has(n)));
      },
      takeUp: () => Promise.resolve(),
      ...more,
    });
  }

  register(): this {
    this.jobs.register(this.kind);
    return this;
  }

  plan(count: number): string {
    const rows = Array.from({ length: count }, (_, n) => ({
      input: { n },
      state: 'planned' as const,
      remark: null,
    }));
    return this.jobs.plan(this.kind, rows, {}).id;
  }

  async run(count: number): Promise<string> {
    const id = this.plan(count);
    this.jobs.start(id);
    await this.jobs.settled(id);
    return id;
  }

  /** The disk takes no more than it has; or it does again. Only where the file is new. */
  setFull(isFull: boolean): void {
    const pages = isFull ? Number(this.#db?.pragma('page_count', { simple: true })) : 1_000_000_000;
    this.#db?.pragma(`max_page_count = ${pages}`);
  }

  /** The program ends without a word. */
  end(): void {
    this.closing.abort();
    this.workspace.close();
  }

  get log() {
    return this.workspace.activity
      .list({}, 0, 100)
      .entries.map(({ count, outcome, facts }) => ({ count, outcome, left: facts['not sent'] }));
  }
}

/** How many rows each request had that arrived. */
export const sizes = ({ arrived }: Numbers): number[] => arrived.map(({ length }) => length);
