import { LatestResult } from '#common/latest-result';
import { pauseUntil } from '#common/pause-until';
import type { RefundCase } from '#contract/features/refunds/cases';
import { perConnection } from '../../connection/per-connection';
import { findRefundCases, type FoundCase } from './find-cases';
import { withDecisions } from './refunds';

/**
 * The refunds and first bills of an open connection, found again only if records, fee files or the setting changed.
 * Features share them, because finding them reads every line.
 */
export const refundCasesOf = perConnection(({ reader, workspace, closed }) => {
  const latest = new LatestResult<Promise<readonly FoundCase[]>>();
  return async (): Promise<readonly RefundCase[]> => {
    const { refunds, feeHistory } = workspace;
    const setting = refunds.setting();
    if (!setting) return [];
    const { advance } = setting;
    const cases = await latest.get(`${reader.version} ${feeHistory.version} ${advance}`, () =>
      findRefundCases(reader, feeHistory, advance, pauseUntil(closed)),
    );
    return withDecisions(cases, refunds.decisions());
  };
});
