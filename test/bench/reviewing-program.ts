import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createReader } from '../../main/engine/cache/query/reader';
import { runRules } from '../../main/engine/features/review/check';
import { RESOURCE_NAMES } from '#contract/resources';
import { RULE_IDS, ruleNamed } from '#contract/features/review/rules';
import { fillFromDemo } from './demo-cache';
import { PauseMeter } from './pause-meter';
import { longestScan, plainRead } from './plain-read';

/**
 * Milliseconds of each round: the plain read, that of the app's columns, all rules, and each chunk without a
 * pause; and the number of findings. The very first round includes compilation, and is separate.
 */
export interface ReviewTimes {
  readonly first: number;
  readonly baselines: number[];
  readonly ownBaselines: number[];
  readonly complete: number[];
  /** The longest time without a pause, in all rounds. */
  readonly held: number;
  /** The longest time without a pause of a plain scan of the same lists, in all rounds. */
  readonly scanHeld: number;
  readonly found: number;
}

const ACCOUNTS = 100_000;
/** Number of alternating rounds: a single round depends on garbage collection, in the baseline as well. */
const TIMES = 11;
const KEY = '5a'.repeat(32);

/** Every list that has rules, with every column that any rule reads. */
const LISTS = RESOURCE_NAMES.map((name) => {
  const rules = RULE_IDS.map(ruleNamed).filter(({ of }) => of === name);
  return [name, new Set(rules.flatMap(({ reads }) => reads))] as const;
}).filter(([, reads]) => reads.size > 0);

const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-review-'));
const file = path.join(folder, 'cache.db');
fillFromDemo(file, KEY, ACCOUNTS);
const baselines: number[] = [];
const ownBaselines: number[] = [];
const complete: number[] = [];
const meter = new PauseMeter();
let scanHeld = 0;
let first = 0;
let found = 0;
for (let time = 0; time <= TIMES; time += 1) {
  const baseline = plainRead(file, KEY, LISTS);
  const ownFloor = plainRead(file, KEY, LISTS, { own: true });
  scanHeld = Math.max(scanHeld, await longestScan(file, KEY, LISTS));
  const reader = createReader(file, KEY);
  const began = performance.now();
  meter.start();
  const { findings } = await runRules({ reader, pause: meter.pause, reconciled: new Set() });
  const ms = performance.now() - began;
  found = [...findings.values()].reduce((sum, some) => sum + some.length, 0);
  reader.close();
  if (time === 0) {
    first = ms;
    continue;
  }
  baselines.push(baseline);
  ownBaselines.push(ownFloor);
  complete.push(ms);
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(
  JSON.stringify({
    first,
    baselines,
    ownBaselines,
    complete,
    held: meter.longest,
    scanHeld,
    found,
  } satisfies ReviewTimes),
);
