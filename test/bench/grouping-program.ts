import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { createReader } from '#engine/cache/query/reader';
import { planFrom } from '#engine/features/billing-groups/households';
import { allRecordsQuery } from '#contract/query';
import { accountsOf } from '#engine/features/billing-groups/cached-groups';
import { runRules } from '#engine/features/review/check';
import { addAssignments, readAssignments } from '#contract/features/billing-groups/assignments';
import { RULE_IDS, type RuleId } from '#contract/features/review/rules';
import { fillFromDemo } from './demo-cache';
import { plainRead } from './plain-read';

/** Milliseconds of each round, without the warm-up. */
interface Times {
  readonly baselines: number[];
  readonly appTimes: number[];
}
/**
 * Times to plan and check groups, and to open a group, each with its baseline. Planning has a second baseline, which
 * reads the columns that the app has written.
 */
export interface GroupingTimes {
  readonly planned: Times & { readonly columnBaselines: number[] };
  readonly opened: Times;
  readonly rules: number;
}

const ACCOUNTS = 100_000;
const ASSIGNED = 2_000;
const ROUNDS = 11;
const KEY = '5a'.repeat(32);
/** The rules about groups, their households and their payers. */
const RULES = RULE_IDS.filter((id) => /^(group|household|payer)-/.test(id));

const file = path.join(mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-groups-')), 'cache.db');

/** Every column that the plan or the rules read, directly or not. */
const LISTS = [
  [
    'accounts',
    ['id', 'firm_id', 'household_id', 'status', 'payment_source', 'is_tax_deferred', 'fee_structures_ids'],
  ],
  ['billingGroups', ['id', 'name', 'firm_id', 'household_id', 'assignments']],
  ['feeStructures', ['id', 'name', 'collection_type', 'frequency', 'calculation_type']],
] as const;

async function planAndCheck(rules: readonly RuleId[]): Promise<number> {
  const reader = createReader(file, KEY);
  const began = performance.now();
  await planFrom(reader, () => turn());
  await runRules({ reader, rules, pause: () => turn(), reconciled: new Set() });
  const ms = performance.now() - began;
  reader.close();
  return ms;
}

async function planGroups(): Promise<GroupingTimes['planned']> {
  const baselines: number[] = [];
  const columnBaselines: number[] = [];
  const appTimes: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const baseline = plainRead(file, KEY, LISTS);
    const columnBaseline = plainRead(file, KEY, LISTS, { fromColumns: true });
    const ms = await planAndCheck(RULES);
    if (round === 0) continue; // the first round includes compilation and cold pages
    baselines.push(baseline);
    columnBaselines.push(columnBaseline);
    appTimes.push(ms);
  }
  return { baselines, columnBaselines, appTimes };
}

function openGroup(): Times {
  const rounds = 2 * ROUNDS; // it takes milliseconds
  const reader = createReader(file, KEY);
  const query = allRecordsQuery('accounts');
  const { keys } = reader.keys({ query, offset: 0, limit: ASSIGNED });
  const json = addAssignments('[]', keys) ?? '';
  const columns = ['id', 'name', 'number', 'custodian', 'status', 'household_id', 'firm_id'];
  accountsOf(reader, keys); // the lists' orders exist once a list was read
  const baselines: number[] = [];
  const appTimes: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    let began = performance.now();
    JSON.stringify(reader.window({ query, columns, offset: 0, limit: ASSIGNED }));
    const baseline = performance.now() - began;
    began = performance.now();
    const ids = readAssignments(json).flatMap(({ account }) => account ?? []);
    JSON.stringify(accountsOf(reader, ids));
    const ms = performance.now() - began;
    if (round === 0) continue;
    baselines.push(baseline);
    appTimes.push(ms);
  }
  reader.close();
  return { baselines, appTimes };
}

fillFromDemo(file, KEY, ACCOUNTS);
const measured: GroupingTimes = { planned: await planGroups(), opened: openGroup(), rules: RULES.length };
rmSync(path.dirname(file), { recursive: true, force: true });
process.stdout.write(JSON.stringify(measured));
