import { implement } from '@orpc/server';
import { feeHistoryContract } from '#contract/features/fee-history/calls';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { connectionSources } from '../reconcile/cached';
import { feeHistoryOf } from './history-of';
import { markReplaced, undoReplaced } from './mark-replaced';
import { listedFileIds } from './replaced-files';
import { SavedArchiveReader } from './read-saved';
import { accountsOfSubject } from './subject-accounts';

/** Creates the calls for fees by period, from the stored lines of archives of the open connection. */
export function feeHistoryRouter(connections: OpenConnections) {
  const os = implement(feeHistoryContract).use(declareFailures);
  const savedArchives = perConnection(
    (opened) =>
      new SavedArchiveReader({
        sources: () => connectionSources(opened, () => new Date()),
        saved: () => opened.workspace.feeFiles.saved(),
        store: opened.workspace.feeHistory,
        completedLists: () => opened.reader.completedLists(),
        closed: opened.closed,
      }),
  );
  return os.router({
    get: os.get.handler(({ input }) => {
      const { reader, workspace } = connections.current;
      const accounts = accountsOfSubject(reader, input);
      return {
        ...feeHistoryOf(workspace.feeHistory, accounts, listedFileIds(reader)),
        hasAllAccounts: reader.completedLists().includes('accounts'),
      };
    }),
    readSaved: os.readSaved.handler(() => savedArchives(connections.current).read()),
    markReplaced: os.markReplaced.handler(({ input: { fileId, note } }) => {
      const opened = connections.current;
      const [by, at] = [opened.workspace.team.userName, new Date().toISOString()];
      markReplaced(opened, fileId, { note, by, at });
    }),
    undoReplaced: os.undoReplaced.handler(({ input }) => undoReplaced(connections.current, input.fileId)),
  });
}
