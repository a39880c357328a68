import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createReader } from '#engine/cache/query/reader';
import { runRules } from '#engine/features/review/check';
import { RESOURCE_NAMES } from '#contract/resources';
import { RULE_IDS, ruleNamed } from '#contract/features/review/rules';
import { fillFromDemo } from './demo-cache';
import { PauseMeter } from './pause-meter';
import { longestScan, plainRead } from './plain-read';

/**
 * Milliseconds of each round: a plain read with nested fields from the record's text, one with them from the app's
 * columns, and all rules; and the number of findings. The first round includes compilation and is separate.
 */
export interface ReviewTimes {
  readonly first: number;
  readonly baselines: number[];
  readonly columnBaselines: number[];
  readonly complete: number[];
  /** The longest time without a pause, in all rounds. */
  readonly longestBlock: number;
  /** The longest time without a pause of a plain scan of the same lists, in all rounds. */
  readonly scanBlock: number;
  readonly findingCount: number;
}

const ACCOUNTS = 100_000;
/** Number of alternating rounds: garbage collection distorts a single one, even in the baseline. */
const ROUNDS = 11;
const KEY = '5a'.repeat(32);

/** Every list that has rules, with every column that any rule reads. */
const LISTS = RESOURCE_NAMES.map((name) => {
  const rules = RULE_IDS.map(ruleNamed).filter(({ resource }) => resource === name);
  return [name, new Set(rules.flatMap(({ reads }) => reads))] as const;
}).filter(([, reads]) => reads.size > 0);

const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-review-'));
const file = path.join(folder, 'cache.db');
fillFromDemo(file, KEY, ACCOUNTS);
const baselines: number[] = [];
const columnBaselines: number[] = [];
const complete: number[] = [];
const meter = new PauseMeter();
let scanBlock = 0;
let first = 0;
let findingCount = 0;
for (let round = 0; round <= ROUNDS; round += 1) {
  const baseline = plainRead(file, KEY, LISTS);
  const columnBaseline = plainRead(file, KEY, LISTS, { fromColumns: true });
  scanBlock = Math.max(scanBlock, await longestScan(file, KEY, LISTS));
  const reader = createReader(file, KEY);
  const began = performance.now();
  meter.start();
  const { findings } = await runRules({ reader, pause: meter.pause, reconciled: new Set() });
  const ms = performance.now() - began;
  await meter.pause(); // measures the work since the last pause, too
  findingCount = [...findings.values()].reduce((sum, ofRule) => sum + ofRule.length, 0);
  reader.close();
  if (round === 0) {
    first = ms;
    continue;
  }
  baselines.push(baseline);
  columnBaselines.push(columnBaseline);
  complete.push(ms);
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(
  JSON.stringify({
    first,
    baselines,
    columnBaselines,
    complete,
    longestBlock: meter.longest,
    scanBlock,
    findingCount,
  } satisfies ReviewTimes),
);
