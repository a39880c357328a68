import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';
import { feeChangeThresholds, rateCeiling } from './schemas';

const call = oc.errors(errors);

/** Retired fee structures and the firm's limits, which a team shares; they are not sent to the service. */
export const feeSettings = z.object({
  /** Structures that should no longer be used: key, user and time (ISO, UTC). */
  retired: z.array(z.object({ key: z.string(), by: z.string(), at: z.string() })),
  /** The firm's highest allowed rate in percent, as a decimal; null: not set and not checked. */
  ceiling: z.string().nullable(),
  /** The firm's thresholds; absent: the default ones. */
  feeChange: feeChangeThresholds.optional(),
});
export type FeeSettings = z.output<typeof feeSettings>;

export const feeStructuresContract = {
  settings: call.output(feeSettings),
  /** Retires a structure, or restores it. */
  retire: call.input(z.object({ key: z.string(), isRetired: z.boolean() })).output(feeSettings),
  /** Sets the thresholds of fee changes; null sets the default ones. */
  setFeeChange: call.input(feeChangeThresholds.nullable()).output(feeSettings),
  setCeiling: call.input(z.object({ ceiling: rateCeiling.nullable() })).output(feeSettings),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly feeStructures: typeof feeStructuresContract;
  }
}
