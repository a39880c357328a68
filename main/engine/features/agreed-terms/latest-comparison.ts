import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { OpenConnection } from '../../connection/open-connection';
import { perConnection } from '../../connection/per-connection';
import { compareAccounts, type ComparedAccounts } from './compare-accounts';

/** Returns a pause between chunks that lets other requests run, but does not wait for them: the user is waiting. */
export const pausesOf =
  ({ closed }: OpenConnection) =>
  async (): Promise<void> => {
    await yieldToEventLoop();
    closed.throwIfAborted();
  };

/** Memoizes the latest comparison of a connection until records or terms change, including those of colleagues. */
function latestComparison(opened: OpenConnection): () => Promise<ComparedAccounts> {
  let latest: { readonly key: string; readonly compared: Promise<ComparedAccounts> } | undefined;
  opened.workspace.team.onTopic('agreed-terms', () => (latest = undefined), opened.closed);
  return (): Promise<ComparedAccounts> => {
    const key = `${opened.reader.version} ${opened.workspace.agreedTerms.revision()}`;
    if (latest?.key !== key) {
      const compared = compareAccounts(opened.reader, opened.workspace.agreedTerms, pausesOf(opened));
      latest = { key, compared };
      compared.catch(() => (latest = undefined));
    }
    return latest.compared;
  };
}

/** The latest comparison of an open connection; features share it, because it reads every account. */
export const comparedAccountsOf = perConnection(latestComparison);
