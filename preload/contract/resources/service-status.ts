import { z } from 'zod';
import { oddText } from '../fields';

/** POST /status/source-data (wire facts A): what arrived for a day, by custodian code. Not enveloped. */
export const sourceDataBody = z.object({ as_of_date: z.iso.date().optional() });
/** By custodian code; what is not such an object is ignored. */
export const sourceDataResponse = z.looseObject({});

/** A job of GET /jobs/ (wire facts A). No field is guaranteed. */
export const jobListed = z.looseObject({
  job_type: oddText,
  is_running: z.boolean().nullish(),
  is_finished: z.boolean().nullish(),
  is_failed: z.boolean().nullish(),
  num_steps: z.int().nullish().catch(null),
  current_step: z.int().nullish().catch(null),
});
export type JobListed = z.output<typeof jobListed>;
