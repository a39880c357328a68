import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OpenConnection } from '../../connection/open-connection';
import { perConnection } from '../../connection/per-connection';
import { compareAccounts, type ComparedAccounts } from './compare-accounts';

/** The user waits for the result: it yields to other requests, but does not wait for background work. */
export const pausesOf =
  ({ closed }: OpenConnection) =>
  async (): Promise<void> => {
    await nextTurn();
    closed.throwIfAborted();
  };

/** Returns the last comparison of a connection, until records or terms change. */
function latestComparison(opened: OpenConnection): () => Promise<ComparedAccounts> {
  let held: { readonly key: string; readonly compared: Promise<ComparedAccounts> } | undefined;
  return (): Promise<ComparedAccounts> => {
    const key = `${opened.reader.version} ${opened.workspace.agreedTerms.revision()}`;
    if (held?.key !== key) {
      const compared = compareAccounts(opened.reader, opened.workspace.agreedTerms, pausesOf(opened));
      held = { key, compared };
      compared.catch(() => (held = undefined));
    }
    return held.compared;
  };
}

/** The latest comparison of an open connection; features share it, because it reads every account. */
export const comparedAccountsOf = perConnection(latestComparison);
