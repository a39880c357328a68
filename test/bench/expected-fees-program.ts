import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createReader } from '#engine/cache/query/reader';
import { comparePeriod, explainedBy } from '#engine/features/expected-fees/compare-period';
import { ACCOUNT_COLUMNS } from '#engine/features/expected-fees/fee-sources';
import { openEncrypted } from '#engine/sqlite/open-database';
import { openTestWorkspace } from '#test/support/saved-work';
import { collectGarbage } from '../support/collect-garbage';
import { fillFromDemo } from './demo-cache';
import { PauseMeter } from './pause-meter';
import { longestScan, plainRead } from './plain-read';

/** Milliseconds of each round. */
export interface ExpectedFeeTimes {
  /**
   * The columns of accounts, groups, structures, fees and balances, read and not used. Includes the name and
   * number that the table shows, which the app reads for the shown lines only.
   */
  readonly baselines: number[];
  /** Every debit of the period next to its expected fee. */
  readonly appTimes: number[];
  /** The longest time without a pause. */
  readonly longestBlock: number;
  /** The same of a plain scan of the same lists. */
  readonly scanBlock: number;
  readonly compared: number;
}

const ACCOUNTS = 100_000;
const ROUNDS = 7;
const KEY = '5a'.repeat(32);
const END = '2026-09-30';

const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-expected-'));
const cacheFile = path.join(folder, 'cache.db');
const workspaceFile = path.join(folder, 'workspace.db');
fillFromDemo(cacheFile, KEY, ACCOUNTS);

const workspace = openTestWorkspace(workspaceFile, KEY);
{
  const reader = createReader(cacheFile, KEY);
  const keys = reader
    .scan('accounts', [])(0, ACCOUNTS * 2) // a limit above their number
    .map(([, key]) => String(key));
  const facts = { firmId: '39', leftOut: 0, savedAt: '' };
  const feesOf = (accountKeys: readonly string[]) =>
    accountKeys.map((key, index) => ({
      accountRef: `a${key}`,
      at: index,
      custodian: 'SWB',
      number: key,
      amount: `${100 + (index % 9_000)}.${String(index % 100).padStart(2, '0')}`,
    }));
  workspace.feeHistory.put({ ...facts, sha256: 'a', fileId: '40', endDate: END }, feesOf(keys));
  workspace.balances.add(
    { file: 'balances.xlsx', importedAt: '', importedBy: '' },
    keys.map((account, index) => ({
      account,
      date: END,
      amount: `${10_000 + index * 7}.${10 + (index % 90)}`,
    })),
  );
  reader.close();
}
/** Reads the fees and balances of the saved work to the end. */
function readSavedWork(): number {
  const db = openEncrypted(workspaceFile, KEY, { readonly: true });
  const fees = db.prepare('SELECT account_ref, custodian, number, amount FROM fee_line').raw();
  const balances = db.prepare('SELECT account, amount, import FROM account_balance WHERE date = ?').raw();
  const started = performance.now();
  fees.all();
  balances.all(END);
  const ms = performance.now() - started;
  db.close();
  return ms;
}

const LISTS = [
  ['accounts', ACCOUNT_COLUMNS],
  ['billingGroups', ['name', 'assignments', 'minimum_ids']],
  ['feeStructures', ['tiers']],
] as const;
const [baselines, appTimes]: [number[], number[]] = [[], []];
const meter = new PauseMeter();
let scanBlock = 0;
let compared = 0;
for (let round = 0; round <= ROUNDS; round += 1) {
  const baseline = plainRead(cacheFile, KEY, LISTS) + readSavedWork();
  const scanned = await longestScan(cacheFile, KEY, LISTS);
  await collectGarbage(); // the rows of the baselines, which the app's time must not include
  const reader = createReader(cacheFile, KEY);
  const began = performance.now();
  meter.start();
  const comparison = await comparePeriod(
    reader,
    workspace,
    workspace.feeHistory,
    END,
    { advance: null },
    meter.pause,
  );
  explainedBy(comparison);
  const ms = performance.now() - began;
  compared = comparison.lines.filter(({ matches }) => matches !== null).length;

  reader.close();
  // The first round includes compilation.
  if (round === 0) {
    meter.longest = 0;
    continue;
  }
  scanBlock = Math.max(scanBlock, scanned);
  baselines.push(baseline);
  appTimes.push(ms);
}
workspace.close();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(
  JSON.stringify({
    baselines,
    appTimes,
    longestBlock: meter.longest,
    scanBlock,
    compared,
  } satisfies ExpectedFeeTimes),
);
