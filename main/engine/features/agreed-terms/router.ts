import { implement } from '@orpc/server';
import { pauseUntil } from '#common/pause-until';
import { localDay } from '#contract/dates';
import { agreedTermsContract } from '#contract/features/agreed-terms/calls';
import type { AccountTerms } from '#contract/features/agreed-terms/schemas';
import { declareFailures } from '#common/rpc';
import { awaitedExportsOf } from '../../connection/awaited-exports';
import type { OpenConnection } from '../../connection/open-connection';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { labelFrom, WantedLabels } from '../../records/names/labels';
import { saveTable, tableFormatOf } from '../../files/tables/save-table';
import { logWhile } from '../../workspace/activity/activity';
import { filterTerms } from './compare-accounts';
import { comparedAccountsOf } from './latest-comparison';
import { createTermsSheets } from './terms-sheet';
import { addTermsIds, termsTable, termsTemplate } from './terms-tables';

const CHANGE_INTERVAL_MS = 100;

/** Saves the terms as a table and logs it. Returns the number of rows. */
async function exportTerms(
  { workspace, reader }: OpenConnection,
  file: string,
  rows: readonly AccountTerms[],
  signal: AbortSignal,
): Promise<number> {
  return logWhile(workspace.activity, { kind: 'agreed-terms-export', count: rows.length }, async () => {
    const wanted = new WantedLabels();
    addTermsIds(wanted, rows);
    const nameOf = labelFrom(wanted.read(reader));
    return (await saveTable(file, tableFormatOf(file), termsTable(rows, nameOf), signal)).rows;
  });
}

/** Creates the calls that import agreed terms and compare them with fee structures of the open connection. */
export function agreedTermsRouter(connections: OpenConnections) {
  const os = implement(agreedTermsContract).use(declareFailures);
  const sheets = perConnection((opened) =>
    createTermsSheets({
      reader: opened.reader,
      workspace: opened.workspace,
      pause: pauseUntil(opened.closed),
      now: () => {
        const at = new Date();
        return { day: localDay(at), at: at.toISOString() };
      },
      user: () => opened.workspace.team.userName,
    }),
  );
  const changes = perConnection(({ workspace, closed }) =>
    workspace.team.countChanges(['agreed-terms'], closed),
  );
  const compared = () => comparedAccountsOf(connections.current)();

  return os.router({
    follow: os.follow.handler(({ signal }) =>
      changes(connections.current).follow(connections.current.untilClosed(signal), CHANGE_INTERVAL_MS),
    ),
    read: os.read.handler(({ input, signal }) =>
      sheets(connections.current).read(
        input.source,
        (grant) => connections.grants.path(grant, 'agreed-terms-table'),
        signal,
      ),
    ),
    check: os.check.handler(({ input }) => sheets(connections.current).check(input.table, input.fields)),
    store: os.store.handler(({ input }) => sheets(connections.current).store(input.table, input.fields)),
    template: os.template.handler(async ({ input }) => {
      const file = connections.grants.path(input.grant, 'agreed-terms-template');
      const { rows } = await saveTable(file, tableFormatOf(file), termsTemplate());
      return { rows };
    }),
    list: os.list.handler(async ({ input: { filter, offset, limit } }) => {
      const all = await compared();
      const { rows, counts } = filterTerms(all, filter);
      const states = new Map(connections.current.reader.states().map((state) => [state.resource, state]));
      return {
        items: rows.slice(offset, offset + limit),
        total: rows.length,
        counts,
        agreements: all.agreements,
        accountsAsOf: states.get('accounts')?.asOf ?? null,
        structuresAsOf: states.get('feeStructures')?.asOf ?? null,
      };
    }),
    versions: os.versions.handler(({ input }) => {
      const { agreedTerms } = connections.current.workspace;
      return [
        ...agreedTerms.agreementsOf('account', input.account),
        ...(input.household === null ? [] : agreedTerms.agreementsOf('household', input.household)),
      ];
    }),
    export: os.export.handler(async ({ input }) => {
      const opened = connections.current;
      const file = connections.grants.path(input.grant, 'agreed-terms-export');
      const { rows } = filterTerms(await compared(), input.filter);
      return {
        rows: await awaitedExportsOf(opened).run((signal) => exportTerms(opened, file, rows, signal)),
      };
    }),
  });
}
