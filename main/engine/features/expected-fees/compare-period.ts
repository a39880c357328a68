import Big from 'big.js';
import { countByState } from '#contract/counts';
import { dayOf } from '#contract/dates';
import {
  LINE_RESULTS,
  type NotCalculatedReason,
  type DayCount,
} from '#contract/features/expected-fees/schemas';
import type { ComparedLine, LineResult } from '#contract/features/expected-fees/calls';
import { getOrCompute } from '#contract/maps';
import { compareMoney, sumOf } from '#contract/money';
import { forEachInPages, scanInChunks } from '../../records/scan-in-chunks';
import type { CountedArchive, FeeHistoryStore, FeeAmount } from '../fee-history/saved-work/fee-history';
import {
  accountOfLine,
  lateMatchesIn,
  lateMatchesThatMayCountTwice,
  type LateMatches,
} from '../fee-history/late-matches';
import { listedFileIds, refsThatMayCountTwice } from '../fee-history/replaced-files';
import {
  calculableTerms,
  DEFAULT_DAY_COUNT,
  groupTotalOf,
  doBalancesDiffer,
  groupSharingFee,
  totalOfMembers,
  structureInterval,
  fullyBilledInterval,
  type FeeCalculationSettings,
} from './account-periods';
import { expectedFee, DAY_COUNTS } from './calculate';
import {
  ACCOUNT_COLUMNS,
  accountFactsOf,
  accountFactsReader,
  balanceDatesOf,
  COMPARED_COLUMNS,
  type AccountFacts,
  type BalanceStores,
  type FeeSources,
  type FeesReader,
  type FeeGroup,
  type StructureFacts,
} from './fee-sources';
import { BilledFiles, readByBalanceDate, readSources } from './period-sources';
import { compileFee, matchesOf, type CompiledFee, type DayCountMatches } from './match-lines';

type History = Pick<
  FeeHistoryStore,
  'archives' | 'amountsAfter' | 'feesOf' | 'refsInBoth' | 'custodiansOf' | 'unmatchedRefs'
>;

/** An account that a period debits, next to its expected fee. */
interface ComparedDebit {
  /** ID of the account. Its name and dates are read again for the lines that are shown. */
  readonly account: string;
  readonly debit: string;
  /** The date whose balances it is compared with. */
  readonly balanceDate: string;
  /** Null if it is not calculated. */
  readonly matches: DayCountMatches | null;
  readonly why: NotCalculatedReason | null;
}

export interface ComparedPeriod {
  readonly lines: readonly ComparedDebit[];
  /** Returns the sources with the balances of a line's date. */
  readonly sourcesOf: (balanceDate: string) => FeeSources;
  readonly factsOf: (account: string) => AccountFacts;
}

/** Returns the archives of a period end that count. `listed`: the files that the service lists. */
export const archivesOf = (
  history: Pick<History, 'archives'>,
  listed: ReadonlySet<string>,
  endDate: string,
): CountedArchive[] => history.archives(listed).filter((archive) => dayOf(archive.endDate) === endDate);

/** The exact debit of each account in some archives. */
export interface Debits {
  readonly byAccount: ReadonlyMap<string, string>;
  /** Accounts with a line whose amount could not be read; it is not in their sum. */
  readonly unread: ReadonlySet<string>;
  /** The files that bill each account. */
  readonly filesOf: ReadonlyMap<string, BilledFiles>;
}

/** Sums the lines of some archives by account; lines of no account, or of several, are left out. */
export async function debitsIn(
  history: Pick<History, 'amountsAfter'>,
  archives: readonly CountedArchive[],
  late: LateMatches,
  pause: () => Promise<void>,
): Promise<Debits> {
  const byAccount = new Map<string, string>();
  const unread = new Set<string>();
  const noFiles = new BilledFiles();
  const filesOf = new Map<string, BilledFiles>();
  await forEachDebit(history, archives, late, pause, (account, amount, { fileId }) => {
    filesOf.set(account, (filesOf.get(account) ?? noFiles).with(fileId));
    if (amount === null) unread.add(account);
    else byAccount.set(account, addedTo(byAccount.get(account) ?? null, amount));
  });
  return { byAccount, unread, filesOf };
}

/** Returns the exact sum of two amounts, of which the first may be missing. */
const addedTo = (sum: string | null, amount: string): string =>
  sum === null ? amount : sumOf([sum, amount]);

/** Returns the exact sum of all lines of an archive; null if an amount could not be read. */
export async function sumOfLines(
  history: Pick<History, 'amountsAfter'>,
  archive: CountedArchive,
  pause: () => Promise<void>,
): Promise<string | null> {
  let sum: string | null = '0';
  await forEachLine(history, archive, pause, ({ amount }) => {
    sum = sum === null || amount === null ? null : sumOf([sum, amount]);
  });
  return sum;
}

/** Reads the lines of accounts; the amount is null if it could not be read. */
async function forEachDebit(
  history: Pick<History, 'amountsAfter'>,
  archives: readonly CountedArchive[],
  late: LateMatches,
  pause: () => Promise<void>,
  onDebit: (account: string, amount: string | null, archive: CountedArchive) => void,
): Promise<void> {
  for (const archive of archives)
    await forEachLine(history, archive, pause, ({ accountRef, amount }) => {
      const account = accountOfLine(accountRef, late);
      if (account !== null) onDebit(account, amount, archive);
    });
}

const forEachLine = (
  history: Pick<History, 'amountsAfter'>,
  archive: CountedArchive,
  pause: () => Promise<void>,
  onLine: (fee: FeeAmount) => void,
): Promise<void> =>
  forEachInPages((after, limit) => history.amountsAfter(archive, after, limit), pause, onLine);

/** Returns the keys of the accounts whose fees in these archives may count twice. */
export async function accountsThatMayCountTwice(
  reader: Pick<FeesReader, 'scan'>,
  history: Pick<History, 'feesOf' | 'refsInBoth' | 'custodiansOf'>,
  archives: readonly CountedArchive[],
  late: LateMatches,
  pause: () => Promise<void>,
): Promise<ReadonlySet<string>> {
  const listed = listedFileIds(reader);
  const accounts = new Set(lateMatchesThatMayCountTwice(history, archives, listed, late));
  for (const refs of refsThatMayCountTwice(history, archives, listed)) {
    for (const ref of refs) {
      const account = accountOfLine(ref, late);
      if (account !== null) accounts.add(account);
    }
    await pause();
  }
  return accounts;
}

/** Compares every debit of a period that belongs to an account with its expected fee. */
export async function comparePeriod(
  reader: FeesReader,
  stores: BalanceStores,
  history: History,
  endDate: string,
  { advance }: Pick<FeeCalculationSettings, 'advance'>,
  pause: () => Promise<void>,
): Promise<ComparedPeriod> {
  const archives = archivesOf(history, listedFileIds(reader), endDate);
  const dateOf = balanceDatesOf(reader);
  const firstDate = dateOf(
    archives.slice(0, 1).map(({ fileId }) => fileId),
    endDate,
  );
  const firstSources = await readSources(reader, stores, firstDate, pause);
  const { accounts } = firstSources;
  const late = lateMatchesIn(reader, history, archives);
  const noFiles = new BilledFiles();
  await forEachDebit(history, archives, late, pause, (key, amount, { fileId }) => {
    const account = accounts.add(key);
    account.files = (account.files ?? noFiles).with(fileId);
    if (amount === null) account.hasUnreadDebit = true;
    else account.debit = addedTo(account.debit, amount);
  });
  const countedTwice = await accountsThatMayCountTwice(reader, history, archives, late, pause);
  // Files may have different balance dates, such as those of two firms.
  const { byDate, byFiles } = await readByBalanceDate(
    accounts.billedFiles(),
    ({ ids }) => dateOf(ids, endDate),
    async (balanceDate): Promise<DatedComparison> => {
      const isFirst = balanceDate === firstDate;
      const sources = isFirst ? firstSources : await readSources(reader, stores, balanceDate, pause);
      return { balanceDate, sources, compare: comparer(sources, { endDate, balanceDate, advance }) };
    },
  );
  const factsIn = accountFactsReader();
  const lines: ComparedDebit[] = [];
  await scanInChunks(reader.scan('accounts', COMPARED_COLUMNS), pause, (rows) => {
    for (const row of rows) {
      const { debit, hasUnreadDebit, files } = accounts.get(row[1]);
      const dated = byFiles.get(files);
      if (!dated) continue;
      const isCountedTwice = countedTwice.has(String(row[1]));
      // A sum that is incomplete, or too high, is not compared.
      if (hasUnreadDebit || isCountedTwice)
        lines.push({
          account: String(row[1]),
          debit: debit ?? '0',
          balanceDate: dated.balanceDate,
          matches: null,
          why: isCountedTwice ? 'replaced-file' : 'unreadable-amount',
        });
      else if (debit !== null) lines.push(dated.compare(factsIn(row), debit));
    }
  });
  const factsOf = (account: string): AccountFacts =>
    accountFactsOf(reader.rowsOf('accounts', [account], ACCOUNT_COLUMNS)[0] ?? [0, account]);
  return { lines, sourcesOf: (date) => byDate.get(date)?.sources ?? firstSources, factsOf };
}

/** The comparison of accounts whose files have the same balance date. */
interface DatedComparison {
  readonly balanceDate: string;
  readonly sources: FeeSources;
  readonly compare: (facts: AccountFacts, debit: string) => ComparedDebit;
}

interface PeriodDates {
  readonly endDate: string;
  readonly balanceDate: string;
  readonly advance: FeeCalculationSettings['advance'];
}

/** Returns a function that compares one line; what structures and groups share is calculated once. */
function comparer(sources: FeeSources, { endDate, balanceDate, advance }: PeriodDates) {
  const compiled = new Map<StructureFacts, CompiledFee | null>();
  const compiledOf = (structure: StructureFacts): CompiledFee | null =>
    getOrCompute(compiled, structure, ({ terms }) => compileFee(terms));
  const intervals = new Map<StructureFacts, ReturnType<typeof structureInterval>>();
  const intervalOf = (structure: StructureFacts) =>
    getOrCompute(intervals, structure, () => structureInterval(structure, endDate, advance));
  const totals = new Map<FeeGroup, string | null>();
  const totalOf = (groups: readonly FeeGroup[]): string | null => {
    const [group, ...others] = groups;
    if (!group || others.length > 0) return null;
    return getOrCompute(totals, group, () => {
      const sum = totalOfMembers(sources, group, balanceDate);
      return sum !== null && compareMoney(sum, '0') > 0 ? sum : null;
    });
  };
  return (facts: AccountFacts, debit: string): ComparedDebit => {
    const notCalculated = (why: NotCalculatedReason): ComparedDebit => ({
      account: facts.key,
      debit,
      balanceDate,
      matches: null,
      why,
    });
    const calculable = calculableTerms(sources, facts);
    if ('why' in calculable) return notCalculated(calculable.why);
    const { structure, groups } = calculable;
    const interval = fullyBilledInterval(intervalOf(structure), facts);
    if ('why' in interval) return notCalculated(interval.why);
    const balance = sources.account(facts.id).balance(balanceDate);
    if (balance === undefined) return notCalculated('no-balance');
    const groupTotal = totalOf(groups);
    if (groupTotal === null && groupSharingFee(groups, facts.id)) return notCalculated('group-total');
    const { months, days } = interval;
    const { terms } = structure;
    const matches = matchesOf({
      terms,
      compiled: compiledOf(structure),
      balance,
      groupTotal,
      debit,
      months,
      days,
    });
    if ('why' in matches) return notCalculated(matches.why);
    return { account: facts.key, debit, balanceDate, matches, why: null };
  };
}

/** Returns the number of lines that each day-count convention explains, and the one closest to most lines if unique. */
export function explainedBy({ lines }: Pick<ComparedPeriod, 'lines'>) {
  const explained = DAY_COUNTS.map((dayCount, index) => ({
    dayCount,
    lines: lines.filter(({ matches }) => matches && matches[index]?.match !== 'neither').length,
    closest: lines.filter(({ matches }) => matches?.[index]?.isClosest).length,
  }));
  const maxClosest = Math.max(...explained.map(({ closest }) => closest));
  const [only, ...others] = explained.filter(({ closest }) => closest === maxClosest);
  return { explained, proposed: maxClosest > 0 && only && others.length === 0 ? only.dayCount : null };
}

const resultOf = ({ matches }: ComparedDebit, dayCount: DayCount): LineResult =>
  matches ? (matches[DAY_COUNTS.indexOf(dayCount)]?.match ?? 'neither') : 'not-calculated';

/** Returns the lines with a result, or all, those that need attention first; and the number of lines by result. */
export function linesWith({ lines }: ComparedPeriod, dayCount: DayCount, result: LineResult | undefined) {
  const counts = countByState(
    LINE_RESULTS,
    lines.map((line) => resultOf(line, dayCount)),
  );
  const rank = (line: ComparedDebit): number => LINE_RESULTS.indexOf(resultOf(line, dayCount));
  const rows =
    result === undefined
      ? lines.toSorted((a, b) => rank(a) - rank(b))
      : lines.filter((line) => resultOf(line, dayCount) === result);
  return { rows, counts };
}

/** Returns a line with its amounts by one day-count convention. */
export function toComparedLine(
  { sourcesOf, factsOf }: ComparedPeriod,
  line: ComparedDebit,
  endDate: string,
  { dayCount, advance }: Pick<FeeCalculationSettings, 'dayCount' | 'advance'>,
): ComparedLine {
  const usedDayCount = dayCount ?? DEFAULT_DAY_COUNT;
  const { debit, why, balanceDate } = line;
  const sources = sourcesOf(balanceDate);
  const facts = factsOf(line.account);
  const [balance, ...others] = sources.account(facts.id).balances(balanceDate);
  const lineFacts = {
    account: facts.key,
    name: facts.name,
    number: facts.number,
    debit,
    result: resultOf(line, usedDayCount),
    why,
    hasDifferingBalances: balance !== undefined && others.some((other) => doBalancesDiffer(balance, other)),
  };
  const withoutAmounts = { ...lineFacts, alone: null, group: null };
  const calculable = why === null && balance ? calculableTerms(sources, facts) : null;
  if (!balance || !calculable || 'why' in calculable) return withoutAmounts;
  const { structure, groups } = calculable;
  const interval = fullyBilledInterval(structureInterval(structure, endDate, advance), facts);
  if ('why' in interval) return withoutAmounts;
  const expected = expectedFee({
    terms: structure.terms,
    balance: new Big(balance.amount),
    groupTotal: groupTotalOf(sources, groups, balance, balanceDate).total,
    debit: new Big(debit),
    months: interval.months,
    days: interval.days,
  });
  const amounts =
    'why' in expected ? undefined : expected.amounts.find((item) => item.dayCount === usedDayCount);
  return { ...lineFacts, alone: amounts?.alone ?? null, group: amounts?.group ?? null };
}
