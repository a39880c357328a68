import { implement } from '@orpc/server';
import { LatestResult } from '#common/latest-result';
import { pauseUntil } from '#common/pause-until';
import { dayOf } from '#contract/dates';
import { expectedFeesContract, type DayCountDecision } from '#contract/features/expected-fees/calls';
import type { DayCount } from '#contract/features/expected-fees/schemas';
import { BALANCE_FIELDS } from '#contract/features/expected-fees/fields';
import { appendTo, getOrCompute } from '#contract/maps';
import { declareFailures } from '#common/rpc';
import type { CacheReader } from '../../cache/query/reader';
import type { OpenConnection } from '../../connection/open-connection';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { batched, saveTable, tableFormatOf, textColumns } from '../../files/tables/save-table';
import { idListInCell } from '../../records/id-key';
import type { CountedArchive, FeeHistoryStore } from '../fee-history/saved-work/fee-history';
import type { Workspace } from '../../workspace/open/workspace';
import { feeHistoryOf } from '../fee-history/history-of';
import { accountOfLine, lateMatchesIn } from '../fee-history/late-matches';
import { listedFileIds } from '../fee-history/replaced-files';
import { accountsOfSubject } from '../fee-history/subject-accounts';
import { DEFAULT_DAY_COUNT, expectedPeriodsOfAccount, feeCalculationSettings } from './account-periods';
import { createBalanceImport } from './balance-import';
import {
  archivesOf,
  comparePeriod,
  debitsIn,
  explainedBy,
  linesWith,
  toComparedLine,
  type ComparedPeriod,
} from './compare-period';
import { balanceDatesOf } from './fee-sources';
import { fetchAum } from './fetch-aum';
import { BilledFiles } from './period-sources';

const MAX_FILES = 100_000;
const MAX_GROUPS = 1_000_000;

type PeriodReader = Pick<CacheReader, 'scan' | 'keys' | 'rowsOf' | 'accountsByNumber'>;

/** Creates the calls for expected fees and imported balances of the open connection. */
export function expectedFeesRouter(connections: OpenConnections) {
  const os = implement(expectedFeesContract).use(declareFailures);
  const balanceImportOf = perConnection(({ reader, workspace, closed }) =>
    createBalanceImport({
      reader,
      workspace,
      billedDates: () => billedDates(reader, workspace.feeHistory),
      pause: pauseUntil(closed),
      now: () => new Date().toISOString(),
      user: () => workspace.team.userName,
    }),
  );
  const balanceImport = () => balanceImportOf(connections.current);
  const comparisons = perConnection(periodComparisons);
  const balanceDates = perConnection(latestBalanceDates);

  return os.router({
    read: os.read.handler(({ input, signal }) =>
      balanceImport().read(input.source, (grant) => connections.grants.path(grant, 'balances-table'), signal),
    ),
    check: os.check.handler(({ input }) => balanceImport().check(input.table, input.fields)),
    store: os.store.handler(({ input }) => balanceImport().store(input.table, input.fields)),
    template: os.template.handler(({ input }) =>
      saveTemplate(connections.grants.path(input.grant, 'balances-template')),
    ),
    balances: os.balances.handler(() => connections.current.workspace.balances.dates()),
    get: os.get.handler(({ input }) => expectedFeesOf(connections.current, input.account)),
    periods: os.periods.handler(async () =>
      billedPeriods(connections.current, await balanceDates(connections.current)()),
    ),
    compare: os.compare.handler(async ({ input: { endDate, result, offset, limit } }) => {
      const settings = feeCalculationSettings(connections.current.workspace);
      const compared = await comparisons(connections.current)(endDate);
      const { explained, proposed } = explainedBy(compared);
      const dayCount = settings.dayCount ?? proposed ?? DEFAULT_DAY_COUNT;
      const { rows, counts } = linesWith(compared, dayCount, result);
      const items = rows
        .slice(offset, offset + limit)
        .map((line) => toComparedLine(compared, line, endDate, { dayCount, advance: settings.advance }));
      const decision = connections.current.workspace.dayCount.get();
      return { items, total: rows.length, counts, explained, proposed, decision, dayCount };
    }),
    decideDayCount: os.decideDayCount.handler(({ input }) =>
      decideDayCount(connections.current.workspace, input.dayCount),
    ),
    fetchBalances: os.fetchBalances.handler(async function* ({ input, signal }) {
      yield* fetchBalances(connections.current, input.endDate, signal);
    }),
  });
}

/** Saves a spreadsheet with the headings of balances and no lines. */
async function saveTemplate(file: string): Promise<{ readonly rows: number }> {
  const columns = textColumns(Object.values(BALANCE_FIELDS).map(({ label }) => label));
  const { rows } = await saveTable(file, tableFormatOf(file), {
    name: 'Balances',
    columns,
    rows: batched([]),
  });
  return { rows };
}

/** Returns the debits of an account next to their expected fees, and when the fee structures were refreshed. */
function expectedFeesOf({ reader, workspace }: OpenConnection, account: string) {
  const accounts = accountsOfSubject(reader, { resource: 'accounts', key: account });
  const { periods } = feeHistoryOf(workspace.feeHistory, accounts, listedFileIds(reader));
  const state = reader.states().find(({ resource }) => resource === 'feeStructures');
  return {
    ...expectedPeriodsOfAccount(reader, workspace, account, periods, feeCalculationSettings(workspace)),
    structuresAsOf: state?.asOf ?? null,
    dayCount: workspace.dayCount.get(),
  };
}

/** Returns the billed periods, the latest first, with the number of balances of their dates. */
function billedPeriods(
  { workspace }: OpenConnection,
  datesOfPeriods: ReadonlyMap<string, readonly string[]>,
) {
  const imported = new Map(workspace.balances.dates().map(({ date, accounts }) => [date, accounts]));
  const fromService = new Map(
    workspace.serviceBalances.dates().map(({ date, accounts }) => [date, accounts]),
  );
  return [...datesOfPeriods]
    .sort(([a], [b]) => (a > b ? -1 : 1))
    .map(([endDate, dates]) => {
      const balanceDates = [...dates].sort();
      const countIn = (counts: ReadonlyMap<string, number>): number =>
        balanceDates.reduce((sum, date) => sum + (counts.get(date) ?? 0), 0);
      return { endDate, balanceDates, imported: countIn(imported), fromService: countIn(fromService) };
    });
}

/** Returns a function that reads the balance dates of periods, again only after records or files changed. */
function latestBalanceDates({ reader, workspace: { feeHistory }, closed }: OpenConnection) {
  const latest = new LatestResult<ReturnType<typeof readBalanceDates>>();
  return () =>
    latest.get(JSON.stringify([reader.version, feeHistory.version]), () =>
      readBalanceDates(reader, feeHistory, pauseUntil(closed)),
    );
}

/** Returns the dates whose balances the fees of billed periods are calculated from, by period end. */
export async function readBalanceDates(
  reader: PeriodReader,
  history: Pick<FeeHistoryStore, 'archives' | 'amountsAfter' | 'unmatchedRefs'>,
  pause: () => Promise<void>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const dateOf = balanceDatesOf(reader);
  const periods = new Map<string, CountedArchive[]>();
  for (const archive of history.archives(listedFileIds(reader))) {
    const endDate = dayOf(archive.endDate);
    if (endDate !== null) appendTo(periods, endDate, archive);
  }
  const datesOfPeriods = new Map<string, readonly string[]>();
  for (const [endDate, archives] of periods) {
    const datesIn = (files: readonly CountedArchive[]) =>
      new Set(files.map(({ fileId }) => dateOf([fileId], endDate)));
    const dates = datesIn(archives);
    for (const firm of new Set(archives.map(({ firmId }) => firmId))) {
      const ofFirm = archives.filter(({ firmId }) => firmId === firm);
      if (datesIn(ofFirm).size === 1) continue;
      // An account in several of these files may have another date than each of them.
      const { filesOf } = await debitsIn(history, ofFirm, lateMatchesIn(reader, history, ofFirm), pause);
      for (const { ids } of new Set(filesOf.values())) dates.add(dateOf(ids, endDate));
    }
    datesOfPeriods.set(endDate, [...dates]);
  }
  return datesOfPeriods;
}

/** Stores the firm's day-count convention, with an activity entry; the same choice again changes nothing. */
function decideDayCount(workspace: Workspace, dayCount: DayCount): DayCountDecision {
  const decision = { dayCount, by: workspace.team.userName, at: new Date().toISOString() };
  return workspace.transaction(() => {
    const previous = workspace.dayCount.get();
    if (previous?.dayCount === dayCount) return previous;
    workspace.dayCount.set(dayCount, decision.by, decision.at);
    workspace.activity.note({
      kind: 'year-division',
      count: 1,
      facts: { year: dayCount, year_before: previous?.dayCount ?? null },
    });
    return decision;
  });
}

/** Requests the balances of a period's accounts from the service, one date after another, and yields the progress. */
async function* fetchBalances(
  { reader, workspace, service }: OpenConnection,
  endDate: string,
  signal: AbortSignal | undefined,
) {
  const requests = balancesToRequest(workspace, endDate, reader);
  const total = requests.reduce((sum, { accounts }) => sum + accounts.length, 0);
  let done = 0;
  for (const { date, accounts } of requests) {
    const end = workspace.activity.begin({
      kind: 'balances-fetch',
      count: accounts.length,
      facts: { date },
    });
    // Ends the log entry even if the user stops the request; balances that arrived are kept.
    let stored: number | null = null;
    try {
      const deps = {
        service,
        store: workspace.serviceBalances,
        now: () => new Date().toISOString(),
        signal,
      };
      for await (const step of fetchAum(deps, accounts, date)) {
        stored = step.outcome?.stored ?? null;
        yield { done: done + step.done, total, outcome: step.outcome };
      }
    } finally {
      if (stored === null) end('failed');
      else end('done', { facts: { stored } });
    }
    done += accounts.length;
  }
}

/**
 * Returns the accounts that the files of a period debit, and those that share a billing group with them, by the date
 * whose balances their fees are calculated from.
 */
export function balancesToRequest(
  { feeHistory }: Pick<Workspace, 'feeHistory'>,
  endDate: string,
  reader: PeriodReader,
): { readonly date: string; readonly accounts: readonly string[] }[] {
  const archives = archivesOf(feeHistory, listedFileIds(reader), endDate);
  const late = lateMatchesIn(reader, feeHistory, archives);
  const noFiles = new BilledFiles();
  const filesOf = new Map<string, BilledFiles>();
  for (const archive of archives)
    for (const { accountRef } of feeHistory.fees(archive)) {
      const account = accountOfLine(accountRef, late);
      if (account !== null) filesOf.set(account, (filesOf.get(account) ?? noFiles).with(archive.fileId));
    }
  const dateOf = balanceDatesOf(reader);
  const byDate = new Map<string, Set<string>>();
  const accountsOf = (date: string): Set<string> => getOrCompute(byDate, date, () => new Set());
  for (const [account, { ids }] of filesOf) accountsOf(dateOf(ids, endDate)).add(account);
  const debited = [...byDate].map(([date, accounts]) => ({ date, accounts: new Set(accounts) }));
  for (const [, , assigned] of reader.scan('billingGroups', ['assignments'])(0, MAX_GROUPS)) {
    const group = idListInCell(assigned);
    for (const { date, accounts } of debited)
      if (group.some((account) => accounts.has(account)))
        for (const account of group) accountsOf(date).add(account);
  }
  if (byDate.size === 0) accountsOf(dateOf([], endDate));
  return [...byDate].map(([date, accounts]) => ({ date, accounts: [...accounts] }));
}

/** Returns a function that compares a period, again only after its records, files, balances or settings changed. */
function periodComparisons(opened: OpenConnection): (endDate: string) => Promise<ComparedPeriod> {
  const { reader, workspace, closed } = opened;
  const latest = new LatestResult<Promise<ComparedPeriod>>();
  return (endDate) => {
    const { advance } = feeCalculationSettings(workspace);
    const key = JSON.stringify([
      endDate,
      reader.version,
      workspace.feeHistory.version,
      workspace.balances.revision(),
      workspace.serviceBalances.revision(),
      advance,
    ]);
    return latest.get(key, () =>
      comparePeriod(reader, workspace, workspace.feeHistory, endDate, { advance }, pauseUntil(closed)),
    );
  };
}

/**
 * Returns the dates whose balances fees depend on: period ends, also of files that the service deleted, and the dates
 * of billing reports.
 */
export function billedDates(
  reader: Pick<CacheReader, 'scan'>,
  history: Pick<FeeHistoryStore, 'archives'>,
): ReadonlySet<string> {
  const dates = [
    ...reader.scan('feeUploadFiles', ['end_date'])(0, MAX_FILES),
    ...reader.scan('billingReports', ['snapshot_date'])(0, MAX_FILES),
  ].flatMap(([, , date]) => (typeof date === 'string' ? date.slice(0, 10) : []));
  const ends = history.archives(listedFileIds(reader)).flatMap(({ endDate }) => dayOf(endDate) ?? []);
  return new Set([...dates, ...ends]);
}
