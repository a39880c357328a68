import Big from 'big.js';
import { dayOf } from '#contract/dates';
import { DEFAULT_FEE_CHANGE, type FeeChangeThresholds } from '#contract/features/fee-structures/schemas';
import type { PeriodId } from '#contract/features/period/schemas';
import {
  CHANGE_BARS,
  CHANGE_EDGES,
  MIN_ACCOUNTS_PER_RANGE,
  type FeeChanges,
  type FeeRates,
  type PeriodCharts,
} from '#contract/features/period/charts';
import { effectiveRate } from '#contract/fees/calculate';
import { plain } from '#contract/fees/decimal';
import { monthsOf } from '#contract/fees/structure';
import { compareMoney, minus } from '#contract/money';
import type { Cell } from '#contract/query';
import type { CacheReader } from '../../cache/query/reader';
import { idListInCell } from '../../records/id-key';
import { forEachInChunks, scanInChunks } from '../../records/scan-in-chunks';
import type { CountedArchive } from '../fee-history/saved-work/fee-history';
import { lateMatchesIn } from '../fee-history/late-matches';
import { mayLackFees, recordTotal } from '../fee-history/partly-read';
import { listedFileIds } from '../fee-history/replaced-files';
import type { Workspace } from '../../workspace/open/workspace';
import {
  accountsThatMayCountTwice,
  debitsIn,
  sumOfLines,
  type Debits,
} from '../expected-fees/compare-period';
import { readFeePayers } from '../billing-groups/fee-payers';
import { balanceDatesOf } from '../expected-fees/fee-sources';
import { BilledFiles, balancesOfDate, readByBalanceDate } from '../expected-fees/period-sources';
import { lengthAndPreviousEnd } from '../review/billed-fees';
import { isUnusualChange } from '../review/rules/fee-file';
import { filesOfPeriod } from './listed-periods';
import { filledText } from './setup-copy';

export interface ChartDeps {
  readonly reader: CacheReader;
  readonly workspace: Pick<Workspace, 'feeHistory' | 'balances' | 'serviceBalances' | 'feeSettings'>;
  readonly pause: () => Promise<void>;
}

/** Boundaries of the ranges of balances, in dollars. */
const BALANCE_EDGES = [25e3, 50e3, 100e3, 250e3, 500e3, 1e6, 2.5e6, 5e6, 10e6] as const;
const MAX_OUTLIERS = 100;

/** Returns how a period's fees changed, and their share of the balances, from the lines on this computer. */
export async function readPeriodCharts(deps: ChartDeps, id: PeriodId): Promise<PeriodCharts> {
  const { reader, workspace, pause } = deps;
  const counted = workspace.feeHistory.archives(listedFileIds(reader));
  const archives = counted.filter(({ firmId }) => firmId === id.firm);
  const endOf = ({ endDate }: CountedArchive): string | null => dayOf(endDate);
  const current = archives.filter((archive) => endOf(archive) === id.endDate);
  if (current.length === 0) return { changes: null, rates: null };
  const { months, previousEnd } = lengthAndPreviousEnd(
    archives.flatMap((archive) => endOf(archive) ?? []),
    id.endDate,
  );
  const earlier = previousEnd === null ? [] : archives.filter((archive) => endOf(archive) === previousEnd);
  const { feeHistory } = workspace;
  const late = lateMatchesIn(reader, feeHistory, [...current, ...earlier]);
  const debits = await debitsIn(feeHistory, current, late, pause);
  const debitsBefore = await debitsIn(feeHistory, earlier, late, pause);
  const countedTwice = await accountsThatMayCountTwice(reader, feeHistory, current, late, pause);
  const leftOut = new Set([
    ...countedTwice,
    ...(await accountsThatMayCountTwice(reader, feeHistory, earlier, late, pause)),
  ]);
  const filesRead = async (endDate: string, readFiles: readonly CountedArchive[]) => ({
    endDate,
    read: readFiles.length,
    partlyRead: await partlyReadIn(deps, readFiles),
    // The service may no longer list a file whose lines are kept.
    listed: Math.max(readFiles.length, filesOfPeriod(reader, { ...id, endDate }).length),
  });
  const thresholds = workspace.feeSettings.get().feeChange ?? DEFAULT_FEE_CHANGE;
  const changes =
    previousEnd === null || earlier.length === 0
      ? null
      : {
          now: await filesRead(id.endDate, current),
          before: await filesRead(previousEnd, earlier),
          ...(await changesOf(
            deps,
            withoutAccounts(debits, leftOut),
            withoutAccounts(debitsBefore, leftOut),
            thresholds,
          )),
          mayCountTwice: leftOut.size,
        };
  const rates = await ratesOf(deps, id.endDate, withoutAccounts(debits, countedTwice), months);
  return { changes, rates: rates && { ...rates, mayCountTwice: countedTwice.size } };
}

/** Returns the number of archives of which fees may be missing. */
async function partlyReadIn(
  { reader, workspace, pause }: ChartDeps,
  archives: readonly CountedArchive[],
): Promise<number> {
  let partly = 0;
  for (const archive of archives) {
    if (archive.leftOut === 0) continue;
    const sum = await sumOfLines(workspace.feeHistory, archive, pause);
    if (mayLackFees(archive, sum, recordTotal(reader, archive.fileId))) partly += 1;
  }
  return partly;
}

function withoutAccounts(debits: Debits, leftOut: ReadonlySet<string>): Debits {
  if (leftOut.size === 0) return debits;
  const { byAccount, unread, filesOf } = debits;
  return {
    filesOf,
    byAccount: new Map([...byAccount].filter(([account]) => !leftOut.has(account))),
    unread: new Set([...unread].filter((account) => !leftOut.has(account))),
  };
}

/** Returns the index of the bar that counts a change: the middle one for the same fee. */
function barOf(now: string, before: string): number {
  const base = new Big(before);
  const change = new Big(now).minus(base);
  const middle = CHANGE_EDGES.length + 1;
  if (change.eq(0)) return middle;
  const size = change.abs().times(100);
  const larger = CHANGE_EDGES.filter((edge) => size.gt(base.times(edge))).length;
  return change.gt(0) ? middle + 1 + larger : middle - 1 - larger;
}

async function changesOf(
  { reader, pause }: Pick<ChartDeps, 'reader' | 'pause'>,
  now: Debits,
  before: Debits,
  thresholds: FeeChangeThresholds,
): Promise<Omit<FeeChanges, 'now' | 'before' | 'mayCountTwice'>> {
  const bars = Array.from({ length: CHANGE_BARS }, () => 0);
  const unusual: { account: string; debit: string; before: string; size: Big }[] = [];
  let [started, notCompared] = [0, 0];
  await forEachInChunks(now.byAccount, pause, ([account, debit]) => {
    if (now.unread.has(account) || before.unread.has(account)) return;
    const earlier = before.byAccount.get(account);
    if (earlier === undefined) started += 1;
    else if (compareMoney(earlier, '0') <= 0) notCompared += 1;
    else {
      const bar = barOf(debit, earlier);
      bars[bar] = (bars[bar] ?? 0) + 1;
      if (isUnusualChange(debit, earlier, thresholds))
        unusual.push({ account, debit, before: earlier, size: new Big(minus(debit, earlier)).abs() });
    }
  });
  const isBilled = (account: string): boolean => now.byAccount.has(account) || now.unread.has(account);
  const billedBefore = new Set([...before.byAccount.keys(), ...before.unread]);
  const largest = unusual.sort((a, b) => b.size.cmp(a.size)).slice(0, MAX_OUTLIERS);
  const nameOf = namesOf(
    reader,
    largest.map(({ account }) => account),
  );
  return {
    bars,
    started,
    ended: [...billedBefore].filter((account) => !isBilled(account)).length,
    notCompared: notCompared + new Set([...now.unread, ...[...before.unread].filter(isBilled)]).size,
    unusual: unusual.length,
    ...thresholds,
    outliers: largest.map(({ account, debit, before: debitBefore }) => ({
      account,
      ...nameOf(account),
      debit,
      before: debitBefore,
    })),
  };
}

/** Looks up the names and numbers of accounts; an account that is no longer there has its key as its name. */
function namesOf(reader: Pick<CacheReader, 'rowsOf'>, accounts: readonly string[]) {
  const rows = reader.rowsOf('accounts', accounts, ['name', 'number']);
  const known = new Map(rows.map(([, key, name, number]) => [String(key), { name, number }]));
  return (account: string) => {
    const { name, number } = known.get(account) ?? {};
    return { name: filledText(name) ?? account, number: filledText(number) };
  };
}

/** An account's fee for a year as a percentage of its balance. */
interface AccountRate {
  readonly account: string;
  readonly debit: string;
  readonly balance: string;
  readonly rate: string;
}

async function ratesOf(
  deps: ChartDeps,
  endDate: string,
  { byAccount, unread, filesOf }: Debits,
  periodMonths: number | null,
): Promise<Omit<FeeRates, 'mayCountTwice'> | null> {
  const { reader, pause } = deps;
  const billedFiles = new Set([...byAccount.keys()].flatMap((account) => filesOf.get(account) ?? []));
  const balances = await balancesOfFiles(deps, endDate, billedFiles);
  if (balances.isEmpty) return null;
  // The fee of an account that pays for others does not depend on its balance alone.
  const payers = await readFeePayers(reader, pause);
  const monthsOfFees = await billedMonthsReader(reader, pause);
  const byRange: AccountRate[][] = Array.from({ length: BALANCE_EDGES.length + 1 }, () => []);
  const leftOut = { withoutBalance: 0, payers: 0, unknownLength: 0, unread: unread.size, notListed: 0 };
  const listed = new Set<string>();
  await scanInChunks(reader.scan('accounts', ['fee_structures_ids']), pause, (rows) => {
    for (const [, key, fees] of rows) {
      const account = String(key);
      const debit = byAccount.get(account);
      if (debit === undefined || unread.has(account) || compareMoney(debit, '0') <= 0) continue;
      listed.add(account);
      const [balance] = balances.balancesOf(account, filesOf.get(account));
      const months = monthsOfFees(fees) ?? periodMonths;
      if (payers.paysForOthers(account)) leftOut.payers += 1;
      else if (!balance || compareMoney(balance.amount, '0') <= 0) leftOut.withoutBalance += 1;
      else if (months === null) leftOut.unknownLength += 1;
      else {
        // The rate is debit × 12 / months / balance, divided once, so that nothing is rounded in between.
        const twelveDebits = plain(new Big(debit).times(12));
        const rate = effectiveRate(twelveDebits, new Big(balance.amount).times(months)) ?? '0';
        const size = Number(balance.amount); // for the range only
        const range = BALANCE_EDGES.filter((edge) => size >= edge).length;
        byRange[range]?.push({ account, debit, balance: balance.amount, rate });
      }
    }
  });
  await forEachInChunks(byAccount, pause, ([account, debit]) => {
    if (!listed.has(account) && !unread.has(account) && compareMoney(debit, '0') > 0) leftOut.notListed += 1;
  });
  return { balanceDates: balances.dates, ...leftOut, ...rangesAndOutliers(reader, byRange) };
}

/** Reads the balances of the dates of files, which may differ: each is that of the file’s billing report. */
async function balancesOfFiles(
  { reader, workspace, pause }: ChartDeps,
  endDate: string,
  billedFiles: ReadonlySet<BilledFiles>,
) {
  const dateOf = balanceDatesOf(reader);
  const { byDate, byFiles } = await readByBalanceDate(
    billedFiles.size > 0 ? billedFiles : [new BilledFiles()],
    ({ ids }) => dateOf(ids, endDate),
    (date) => balancesOfDate(reader, workspace, date, pause),
  );
  return {
    dates: [...byDate.keys()].sort(),
    isEmpty: [...byDate.values()].every(({ isEmpty }) => isEmpty),
    balancesOf: (account: string, files: BilledFiles | undefined) =>
      byFiles.get(files)?.balancesOf(account) ?? [],
  };
}

/** Returns the ranges that have accounts, and the accounts with an unusual rate for their range. */
function rangesAndOutliers(
  reader: Pick<CacheReader, 'rowsOf'>,
  byRange: readonly (readonly AccountRate[])[],
): Pick<FeeRates, 'ranges' | 'outliers' | 'unusual'> {
  const ranges: FeeRates['ranges'] = [];
  const unusual: (AccountRate & { range: number; distance: number })[] = [];
  for (const [index, accounts] of byRange.entries()) {
    if (accounts.length === 0) continue;
    const rates = accounts.map(({ rate }) => rate).sort((a, b) => Number(a) - Number(b));
    const percentile = (percent: number): string =>
      rates[Math.floor(((rates.length - 1) * percent) / 100)] ?? '0';
    const median = percentile(50);
    ranges.push({
      from: BALANCE_EDGES[index - 1] ?? 0,
      to: BALANCE_EDGES[index] ?? null,
      accounts: accounts.length,
      low: percentile(10),
      median,
      high: percentile(90),
    });
    if (accounts.length < MIN_ACCOUNTS_PER_RANGE) continue;
    for (const billed of accounts) {
      const ratio = Number(billed.rate) / Number(median);
      const distance = ratio < 1 ? 1 / ratio : ratio;
      if (distance > 2) unusual.push({ ...billed, range: ranges.length - 1, distance });
    }
  }
  const farthest = unusual
    .sort((a, b) => b.distance - a.distance || (a.account < b.account ? -1 : 1))
    .slice(0, MAX_OUTLIERS);
  const nameOf = namesOf(
    reader,
    farthest.map(({ account }) => account),
  );
  return {
    ranges,
    unusual: unusual.length,
    outliers: farthest.map(({ account, debit, balance, rate, range }) => ({
      account,
      ...nameOf(account),
      debit,
      balance,
      rate,
      range,
    })),
  };
}

/** Returns a function that gives the number of months that fee structures bill at once; null if unknown or if they differ. */
async function billedMonthsReader(reader: Pick<CacheReader, 'scan'>, pause: () => Promise<void>) {
  const months = new Map<string, number | null>();
  await scanInChunks(reader.scan('feeStructures', ['frequency']), pause, (rows) => {
    for (const [, key, frequency] of rows) months.set(String(key), monthsOf(filledText(frequency)));
  });
  return (fees: Cell | undefined): number | null => {
    const lengths = idListInCell(fees).map((id) => months.get(id) ?? null);
    return lengths.every((length) => length === lengths[0]) ? (lengths[0] ?? null) : null;
  };
}
