import { _electron as electron } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEncrypted } from '#engine/sqlite/open-database';
import { firstRows } from './in-page';
import {
  anonymousMemoryByProcess,
  memoryByProcess,
  cpuSecondsByProcess,
  type ByProcess,
} from './process-costs';
import { processTree, pssMegabytes } from './processes';

/**
 * Launches an app, and measures the time from the start of the process to the page's first paint.
 * `executablePath`: the Electron program.
 */
export async function launchToFirstPaint(
  args: string[],
  env: Record<string, string> = {},
  executablePath?: string,
): Promise<Launched> {
  const started = Date.now();
  const app = await electron.launch({
    args,
    ...(executablePath === undefined ? {} : { executablePath }),
    chromiumSandbox: !process.env['NO_SANDBOX'],
    env: { ...(process.env as Record<string, string>), ...env },
  });
  const window = await app.firstWindow();
  const painted = await window.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const onFrame = () => {
          const paint = performance.getEntriesByName('first-contentful-paint')[0];
          if (paint) resolve(performance.timeOrigin + paint.startTime);
          else requestAnimationFrame(onFrame);
        };
        onFrame();
      }),
  );
  return { app, window, started, ms: painted - started };
}
export interface Launched {
  readonly app: Awaited<ReturnType<typeof electron.launch>>;
  readonly window: Awaited<ReturnType<Launched['app']['firstWindow']>>;
  /** Epoch milliseconds. */
  readonly started: number;
  /** Milliseconds from the start to the first paint. */
  readonly ms: number;
}

/** Cost of a bare app. */
interface Baseline {
  /** Milliseconds until it is painted, with rows if it has any. */
  readonly ms: number;
  /** CPU seconds until then. */
  readonly seconds: ByProcess;
  /** Megabytes of all processes when idle. */
  readonly memory: number;
  readonly megabytes: ByProcess;
  /** The heaps and stacks among it: no mapped files, no shared memory. */
  readonly anonymousMegabytes: ByProcess;
}

/** Lets a bare app idle, measures it and closes it. */
async function measureBaseline({ app }: Launched, ms: number, idleMs: number): Promise<Baseline> {
  const seconds = await cpuSecondsByProcess(app);
  await new Promise((resolve) => setTimeout(resolve, idleMs));
  const baseline = {
    ms,
    seconds,
    memory: pssMegabytes(processTree(app.process().pid ?? 0)),
    megabytes: await memoryByProcess(app),
    anonymousMegabytes: await anonymousMemoryByProcess(app),
  };
  await app.close();
  return baseline;
}

/** Measures Electron with one empty window, until its first paint. */
export async function bareElectron(): Promise<Baseline> {
  const bare = await launchToFirstPaint([path.resolve('test/bench/bare')]);
  return await measureBaseline(bare, bare.ms, 2_000);
}

/**
 * Measures Electron with one window and an engine process that opens an encrypted database with this number
 * of records and reads the first rows, until the page has painted them.
 */
export async function bareEngine(records: number): Promise<Baseline> {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-baseline-'));
  const file = path.join(folder, 'baseline.db');
  const db = openEncrypted(file, '0'.repeat(64));
  db.exec(`CREATE TABLE record (${COLUMNS.map((column) => `${column} TEXT NOT NULL`).join(', ')}) STRICT;
    CREATE TABLE record_raw (raw TEXT NOT NULL) STRICT`);
  const insert = db.prepare(`INSERT INTO record VALUES (${COLUMNS.map(() => '?').join(', ')})`);
  const insertRaw = db.prepare('INSERT INTO record_raw VALUES (?)');
  db.transaction(() => {
    for (let n = 0; n < records; n += 1) {
      insert.run(COLUMNS.map((column) => `${column} of record ${(n * 7_919) % records}`));
      insertRaw.run('-'.repeat(RAW_LENGTH));
    }
    db.exec('CREATE INDEX record_name ON record (name)');
  })();
  db.close();
  const bare = await launchToFirstPaint([path.resolve('test/bench/bare-engine')], {
    BASELINE_DATABASE: file,
  });
  const baseline = await measureBaseline(bare, (await firstRows(bare.window)) - bare.started, 3_000);
  rmSync(folder, { recursive: true });
  return baseline;
}
/**
 * The columns that a list shows of a record by default, and the length of the service's text of an account.
 */
const COLUMNS = ['name', ...Array.from({ length: 11 }, (_, index) => `column${index}`)];
const RAW_LENGTH = 1_500;
