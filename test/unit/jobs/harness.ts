import { z } from 'zod';
import { Jobs } from '#engine/jobs/jobs';
import { defineJob, type JobDefinition, type RowOutcome } from '#engine/jobs/kind';
import type { Db } from '#engine/sqlite/open-database';
import { openTestWorkspace, workspaceMigrations } from '#test/support/saved-work';
import { WORKSPACE_KEY, tempWorkspaceFile } from '../workspace/temp-workspace';

const input = z.object({ n: z.int() });
type Input = z.output<typeof input>;

/** A job kind that writes numbers to a fake service. */
export class NumberJobHarness {
  /** Numbers stored in the service. */
  readonly storedNumbers = new Set<number>();
  /** The numbers of each received request. */
  readonly receivedRequests: number[][] = [];
  /** How often rows were verified by reading. */
  readCount = 0;
  /** Runs before a write is applied; can wait or fail. */
  beforeWrite: (numbers: readonly number[]) => Promise<void> | void = () => undefined;
  /** Runs after a write was applied; can fail or change the outcomes. */
  afterWrite: (numbers: readonly number[]) => RowOutcome[] = (numbers) =>
    numbers.map(() => ({ state: 'done' }));
  /** Runs before rows are verified by reading; can fail. */
  beforeVerify: () => void = () => undefined;
  readonly closing = new AbortController();
  #db: Db | null = null;
  readonly workspace;
  readonly jobs;
  readonly kind;

  /** `file`: the workspace of an earlier instance, after a restart. */
  constructor(
    readonly file = tempWorkspaceFile(),
    overrides: Partial<JobDefinition<Input>> = {},
  ) {
    const captureDb = { name: 'capture the database for the test', run: (db: Db) => void (this.#db = db) };
    this.workspace = openTestWorkspace(file, WORKSPACE_KEY, { steps: [...workspaceMigrations, captureDb] });
    this.jobs = new Jobs({ store: this.workspace.jobs, closed: this.closing.signal });
    this.kind = defineJob<Input>({
      resource: 'advisorCodes',
      operation: 'create',
      input,
      chunk: 8,
      whenRefused: 'one-by-one',
      requiresConfirmation: false,
      activity: 'advisor-code-create',
      logFacts: () => ({}),
      approvalRows: () => [],
      send: async (rows) => {
        const numbers = rows.map(({ n }) => n);
        this.receivedRequests.push(numbers);
        await this.beforeWrite(numbers);
        for (const n of numbers) this.storedNumbers.add(n);
        return this.afterWrite(numbers);
      },
      verify: (rows) => {
        this.readCount += 1;
        this.beforeVerify();
        return Promise.resolve(rows.map(({ n }) => this.storedNumbers.has(n)));
      },
      publish: () => Promise.resolve(),
      ...overrides,
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
      issue: null,
    }));
    return this.jobs.plan(this.kind, rows, {}).id;
  }

  async run(count: number): Promise<string> {
    const id = this.plan(count);
    this.jobs.start(id);
    await this.jobs.settled(id);
    return id;
  }

  /** Makes the disk full, or gives it space again. Works for a new file only. */
  setDiskFull(isFull: boolean): void {
    const pages = isFull ? Number(this.#db?.pragma('page_count', { simple: true })) : 1_000_000_000;
    this.#db?.pragma(`max_page_count = ${pages}`);
  }

  /** Simulates a killed process. */
  kill(): void {
    this.closing.abort();
    this.workspace.close();
  }

  get log() {
    return this.workspace.activity
      .list({}, 0, 100)
      .entries.map(({ count, outcome, facts }) => ({ count, outcome, unsent: facts['not sent'] }));
  }
}

/** Returns the number of rows of each received request. */
export const requestSizes = ({ receivedRequests: requests }: NumberJobHarness): number[] =>
  requests.map(({ length }) => length);
