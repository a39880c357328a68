import { implement } from '@orpc/server';
import { userInfo } from 'node:os';
import path from 'node:path';
import { expectedFeesContract } from '#contract/features/expected-fees/calls';
import { BALANCE_FIELDS } from '#contract/features/expected-fees/fields';
import { declareFailures } from '../../../common/rpc';
import type { CacheReader } from '../../cache/query/reader';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { batched, saveTable } from '../../files/tables/save-table';
import { feeHistoryOf } from '../fee-history/history-of';
import { accountsOfSubject } from '../fee-history/subject-accounts';
import { expectedPeriods } from './account-periods';
import { createBalanceSheets } from './balance-sheet';

const MAX_FILES = 100_000;

/** Expected fees and imported balances of the open connection. */
export function expectedFeesRouter(connections: OpenConnections) {
  const os = implement(expectedFeesContract).use(declareFailures);
  const sheets = perConnection(({ reader, workspace }) =>
    createBalanceSheets({
      reader,
      workspace,
      billedDates: () => billedDates(reader),
      now: () => new Date().toISOString(),
      user: () => userInfo().username,
    }),
  );
  const current = () => sheets(connections.current);

  return os.router({
    read: os.read.handler(({ input, signal }) =>
      current().read(input.source, (grant) => connections.grants.path(grant, 'balances-table'), signal),
    ),
    check: os.check.handler(({ input }) => current().check(input.table, input.fields)),
    store: os.store.handler(({ input }) => current().store(input.table, input.fields)),
    template: os.template.handler(async ({ input }) => {
      const file = connections.grants.path(input.grant, 'balances-template');
      const format = path.extname(file).toLowerCase() === '.csv' ? 'csv' : 'xlsx';
      const columns = Object.values(BALANCE_FIELDS).map(({ label }) => ({
        heading: label,
        type: 'text' as const,
      }));
      const { rows } = await saveTable(file, format, { name: 'Balances', columns, rows: batched([]) });
      return { rows };
    }),
    balances: os.balances.handler(() => connections.current.workspace.balances.dates()),
    of: os.of.handler(({ input: { account } }) => {
      const { reader, workspace } = connections.current;
      const accounts = accountsOfSubject(reader, { resource: 'accounts', key: account });
      const { periods } = feeHistoryOf(workspace.feeHistory, accounts);
      const state = reader.states().find(({ resource }) => resource === 'feeStructures');
      return {
        ...expectedPeriods(reader, workspace.balances, account, periods),
        structuresAsOf: state?.asOf ?? null,
      };
    }),
  });
}

/** Returns the dates whose balances fees depend on: period ends, and the dates of billing reports. */
export function billedDates(reader: Pick<CacheReader, 'scan'>): ReadonlySet<string> {
  const dates = [
    ...reader.scan('feeUploadFiles', ['end_date'])(0, MAX_FILES),
    ...reader.scan('billingReports', ['snapshot_date'])(0, MAX_FILES),
  ].flatMap(([, , date]) => (typeof date === 'string' ? date.slice(0, 10) : []));
  return new Set(dates);
}
