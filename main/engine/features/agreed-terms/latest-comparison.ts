import { LatestResult } from '#common/latest-result';
import { pauseUntil } from '#common/pause-until';
import { perConnection } from '../../connection/per-connection';
import { compareAccounts, type ComparedAccounts } from './compare-accounts';

/**
 * The comparison of an open connection, made again once records or terms change, including those of colleagues.
 * Features share it, because it reads every account.
 */
export const comparedAccountsOf = perConnection(({ reader, workspace, closed }) => {
  const latest = new LatestResult<Promise<ComparedAccounts>>();
  workspace.team.onTopic('agreed-terms', () => latest.forget(), closed);
  return (): Promise<ComparedAccounts> =>
    latest.get(`${reader.version} ${workspace.agreedTerms.revision()}`, () =>
      compareAccounts(reader, workspace.agreedTerms, pauseUntil(closed)),
    );
});
