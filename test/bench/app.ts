import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { launchToFirstPaint, type Launched } from './baselines';
import { processIds } from './process-costs';
import { pssMegabytes, cpuSeconds, threadSeconds } from './processes';
import type { DemoProcess } from './demo-process';

/** Cost of a refresh, from the click to its end. */
export interface RefreshCost {
  readonly ms: number;
  /** Megabytes of the engine before the refresh. */
  readonly memoryBefore: number;
  /** Peak megabytes of the engine during the refresh. */
  readonly peakMemory: number;
  /** CPU seconds by process, including the service. */
  readonly seconds: ReadonlyMap<string, number>;
  /** CPU seconds of the engine's busiest threads, the busiest first. */
  readonly threads: readonly number[];
}

/** Threads reported: the main thread, one that stores and one that reads pages. The others collect garbage. */
const BUSY_THREADS = 3;

/** The app with its own data folder, operated as a user would. */
export class MeasuredApp {
  readonly #folder: string;

  constructor(
    folder: string,
    readonly launched: Launched,
  ) {
    this.#folder = folder;
  }

  static async open(folder: string, executable?: string): Promise<MeasuredApp> {
    const env = { FIRM_DESK_KEYCHAIN: `Firm Desk bench ${path.basename(folder)}` };
    return new MeasuredApp(
      folder,
      await launchToFirstPaint(['.', `--user-data-dir=${folder}`], env, executable),
    );
  }

  get page(): Page {
    return this.launched.window;
  }

  async close(): Promise<void> {
    await this.launched.app.close();
  }

  async connect(service: DemoProcess): Promise<void> {
    await this.page.getByLabel('Service address').fill(service.baseUrl);
    await this.page.getByLabel('API key', { exact: true }).fill(service.apiKey);
    await this.page.getByLabel('Name of this connection').fill('Bench');
    await this.page.getByRole('button', { name: 'Connect', exact: true }).click();
    await this.page.getByRole('heading', { name: 'Today' }).waitFor();
  }

  /** Refreshes and resolves once it has ended; with `everything`, also refreshes unchanged records. */
  async refresh(service: DemoProcess, { everything = false } = {}): Promise<RefreshCost> {
    const processes = await processIds(this.launched.app);
    processes.set('demo service', service.pid);
    const engine = processes.get('engine') ?? 0;
    const spent = new Map([...processes].map(([name, pid]) => [name, cpuSeconds(pid)]));
    const memoryBefore = pssMegabytes([engine]);
    let peakMemory = memoryBefore;
    const ended = this.endedRefreshes;
    const started = Date.now();
    await (everything ? this.page.keyboard.press('Control+Shift+R') : this.clickRefresh());
    const threadsBefore = threadSeconds(engine);
    const threads = new Map<string, number>(); // sampled continuously: a thread may end with the refresh
    while (this.endedRefreshes === ended) {
      peakMemory = Math.max(peakMemory, pssMegabytes([engine]));
      for (const [thread, total] of threadSeconds(engine))
        threads.set(thread, total - (threadsBefore.get(thread) ?? 0));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const seconds = [...processes].map(
      ([name, pid]) => [name, cpuSeconds(pid) - (spent.get(name) ?? 0)] as const,
    );
    return {
      ms: this.#lastEnd() - started,
      memoryBefore,
      peakMemory,
      seconds: new Map(seconds),
      threads: [...threads.values()].sort((a, b) => b - a).slice(0, BUSY_THREADS),
    };
  }

  async clickRefresh(): Promise<void> {
    await this.page.getByRole('navigation').getByRole('button', { name: 'Refresh', exact: true }).click();
  }

  async showAccounts(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Control+2');
    await this.page.locator('[role=row][aria-rowindex="2"]').waitFor();
  }

  /** Number of refreshes that ended with state `done`, from the log; `refresh` waits forever for a failed one. */
  get endedRefreshes(): number {
    return this.#ends().length;
  }

  /** Number of account changes that the last refresh listed, from the log; NaN if its entry is not written yet. */
  get listedChanges(): number {
    const lastRefresh = this.#log().split(' refresh.ended ').at(-1) ?? '';
    const counts = /refresh\.resource resource=accounts .*added=(\d+) changed=(\d+) gone=(\d+)/.exec(
      lastRefresh,
    );
    return counts ? counts.slice(1).reduce((sum, count) => sum + Number(count), 0) : Number.NaN;
  }

  /** Returns the performance marks "start: …" of the app process and the page, in milliseconds after the start. */
  async marks(): Promise<[name: string, ms: number][]> {
    const read = () =>
      performance
        .getEntriesByType('mark')
        .filter(({ name }) => name.startsWith('start: '))
        .map(({ name, startTime }): [string, number] => [name, performance.timeOrigin + startTime]);
    const marks = [...(await this.launched.app.evaluate(read)), ...(await this.page.evaluate(read))];
    return marks
      .map(([name, time]): [string, number] => [name, time - this.launched.started])
      .sort((a, b) => a[1] - b[1]);
  }

  #log(): string {
    return readFileSync(path.join(this.#folder, 'logs/firm-desk.log'), 'utf8');
  }

  /** Returns the times of the "refresh.ended" entries with state `done`, in epoch milliseconds. */
  #ends(): number[] {
    return [...this.#log().matchAll(/^(\S+) refresh\.ended state=done/gm)].map(([, stamp]) =>
      Date.parse(stamp ?? ''),
    );
  }

  #lastEnd(): number {
    return this.#ends().at(-1) ?? Number.NaN;
  }
}
