import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';
import { refundDecision } from './schemas';
import { refundCase, refundState, advanceBilling, refundKey, refundKind } from './cases';

const call = oc.errors(errors);

export const refundFilter = z.object({
  state: refundState.optional(),
  kind: refundKind.optional(),
  text: z.string().max(200).optional(),
});
export type RefundFilter = z.output<typeof refundFilter>;

export const refundSetting = z.object({
  advance: advanceBilling,
  by: z.string(),
  at: z.string(),
});
export type RefundSetting = z.output<typeof refundSetting>;

export const refundsContract = {
  /** Returns the cases that the filter finds, the latest period first; none before the firm chose the setting. */
  list: call
    .input(
      z.object({
        filter: refundFilter,
        offset: z.int().nonnegative(),
        limit: z.int().positive().max(1_000),
      }),
    )
    .output(
      z.object({
        items: z.array(refundCase),
        total: z.int(),
        counts: z.record(refundState, z.int()),
        /** Total estimated refund of the open cases in which an account closed. */
        openSum: z.string(),
        setting: refundSetting.nullable(),
        /** The latest period end of the fee history; null if it has none. */
        latestEnd: z.iso.date().nullable(),
        accountsAsOf: z.string().nullable(),
        structuresAsOf: z.string().nullable(),
      }),
    ),
  setAdvance: call.input(z.object({ advance: advanceBilling })).output(refundSetting),
  /**
   * Records a decision in the saved work. Nothing is sent. `estimate`: the part that the user saw, or null if there was
   * none; another one fails with `changed-since`.
   */
  decide: call.input(z.object({ key: refundKey, estimate: z.string().nullable(), decision: refundDecision })),
  /** Removes the decision; the case has the state that its facts give it. */
  reopen: call.input(z.object({ key: refundKey })),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly refunds: typeof refundsContract;
  }
}
