import { test } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MeasuredApp } from './app';
import { bareElectron, bareEngine } from './baselines';
import { median, note, report } from './numbers';
import { noteByProcess, cpuSecondsByProcess, type ByProcess } from './process-costs';

const ROUNDS = 5;
/** The first start compiles the page, and caches the result for later starts. */
const FIRST_STARTS = 1;
/** Records in the database of the baseline with an engine process. */
const ENGINE_RECORDS = 1_000;

test('start to first paint', async () => {
  const data = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-start-'));
  const bare: number[] = [];
  const withEngine: number[] = [];
  const laterStarts: number[] = [];
  const firstStarts: number[] = [];
  let [bareCpu, cpu]: [ByProcess, ByProcess] = [new Map(), new Map()];
  let marks: [name: string, ms: number][] = [];
  await bareElectron(); // loads the programs into the disk cache
  for (let round = 0; round < FIRST_STARTS + ROUNDS; round += 1) {
    const baseline = await bareElectron();
    bare.push(baseline.ms);
    const engineBaseline = await bareEngine(ENGINE_RECORDS);
    if (round >= FIRST_STARTS) withEngine.push(engineBaseline.ms);
    const app = await MeasuredApp.open(data);
    [bareCpu, cpu] = [baseline.seconds, await cpuSecondsByProcess(app.launched.app)];
    (round < FIRST_STARTS ? firstStarts : laterStarts).push(app.launched.ms);
    marks = await app.marks();
    await app.close();
  }
  rmSync(data, { recursive: true, force: true });
  const baseline = median(bare);
  note('start to first paint, first start on a computer', firstStarts[0] ?? Number.NaN, 'ms', {
    baseline,
    times: 1.6,
  });
  note('start to first paint, later starts', median(laterStarts), 'ms', { baseline, times: 1.4 });
  const engineText = 'baseline: a bare app whose engine process reads the first rows of a database';
  note(`start to first paint, later starts; ${engineText}`, median(laterStarts), 'ms', {
    baseline: median(withEngine),
  });
  for (const [name, ms] of marks) note(`  ${name}, last round`, ms, 'ms', null);
  noteByProcess('  CPU time until first paint, last round', 's', cpu, bareCpu);
});

test.afterAll(() => {
  console.log(`\n${report()}\n`);
});
