import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { RefundCase } from '#contract/features/refunds/calls';
import type { OpenConnection } from '../../connection/open-connection';
import { perConnection } from '../../connection/per-connection';
import { findRefundCases, type FoundCase } from './find-cases';
import { withDecisions } from './refunds';

/** Returns a function that finds the cases of a connection, again only if records, fee files or the setting changed. */
function refundCases(opened: OpenConnection): () => Promise<readonly RefundCase[]> {
  const { reader, workspace, closed } = opened;
  const pause = async (): Promise<void> => {
    await yieldToEventLoop();
    closed.throwIfAborted();
  };
  let latest: { readonly key: string; readonly cases: Promise<readonly FoundCase[]> } | undefined;
  return async () => {
    const { refunds, feeHistory } = workspace;
    const setting = refunds.setting();
    if (!setting) return [];
    const key = `${reader.version} ${feeHistory.version} ${setting.advance}`;
    if (latest?.key !== key) {
      const cases = findRefundCases(reader, feeHistory, setting.advance, pause);
      latest = { key, cases };
      cases.catch(() => (latest = undefined));
    }
    return withDecisions(await latest.cases, refunds.decisions());
  };
}

/** The refunds and first bills of an open connection; features share them, because finding them reads every line. */
export const refundCasesOf = perConnection(refundCases);
