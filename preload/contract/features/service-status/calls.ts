import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';

const call = oc.errors(errors);

/** The kinds of a custodian's data that the service has, or lacks, for the last night. */
export const custodianData = z.object({
  custodian: z.string(),
  /** Kinds as the service names them, such as balances. */
  arrived: z.array(z.string()),
  missing: z.array(z.string()),
});
export type CustodianData = z.output<typeof custodianData>;

export const runningJob = z.object({
  type: z.string(),
  step: z.int().nullable(),
  steps: z.int().nullable(),
});
export type RunningJob = z.output<typeof runningJob>;

/** Either part is null if the service does not have it. */
export const serviceStatus = z.object({
  asOf: z.string(),
  data: z.array(custodianData).nullable(),
  jobs: z.array(runningJob).nullable(),
});
export type ServiceStatus = z.output<typeof serviceStatus>;

export const serviceStatusContract = {
  /**
   * Returns the last known status; null if the service has none. Requests it once after each refresh, and never
   * without one; after a request without any response, for a day not at all.
   */
  get: call.output(serviceStatus.nullable()),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly serviceStatus: typeof serviceStatusContract;
  }
}
