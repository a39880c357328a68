import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';
import { feeSettings, feeChangeThresholds, rateCeiling } from './schemas';

const call = oc.errors(errors);

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
