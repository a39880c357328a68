import { test } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { MeasuredApp } from './app';
import { bareRefresh } from './bare-refresh';
import { note, report } from './numbers';
import { startDemoProcess } from './demo-process';

const ACCOUNTS = 100_000;
const COMPARED = [2, 4] as const;

/** Limits this process, and its later children, to the given number of cores (Linux only). */
function runOn(cores: number): void {
  execFileSync('taskset', ['-acp', `0-${cores - 1}`, String(process.pid)]);
}

test('first refresh on 2 and on 4 cores', async () => {
  const all = availableParallelism();
  if (all < Math.max(...COMPARED)) {
    console.log(`This machine has ${all} cores: a refresh on 4 is not compared with one on 2.`);
    return;
  }
  const data = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-cores-'));
  try {
    for (const cores of COMPARED) {
      runOn(cores);
      const service = await startDemoProcess(ACCOUNTS);
      const app = await MeasuredApp.open(path.join(data, String(cores)));
      await app.connect(service);
      const baseline = await bareRefresh(service.baseUrl, service.apiKey);
      const { ms } = await app.refresh(service);
      note(
        `100,000 accounts on ${cores} cores: first refresh, all lists; baseline: the same lists`,
        ms,
        'ms',
        {
          baseline: baseline.ms,
          times: 1.4,
        },
      );
      await app.close();
      service.stop();
    }
  } finally {
    runOn(all);
    rmSync(data, { recursive: true, force: true });
  }
});

test.afterAll(() => {
  console.log(`\n${report()}\n`);
});
