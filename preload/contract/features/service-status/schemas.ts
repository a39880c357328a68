import { z } from 'zod';

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
