import { z } from 'zod';
import { tolerantText } from '../fields';

/** POST /status/source-data (wire facts A): what arrived for a day, by custodian code. Not enveloped. */
export const sourceDataBody = z.object({ as_of_date: z.iso.date().optional() });
/** One object per custodian code; entries of other types are ignored. */
export const sourceDataResponse = z.looseObject({});

/** A job of GET /jobs/ (wire facts A). No field is guaranteed. */
export const listedJob = z.looseObject({
  job_type: tolerantText,
  is_running: z.boolean().nullish().catch(null),
  is_finished: z.boolean().nullish().catch(null),
  is_failed: z.boolean().nullish().catch(null),
  num_steps: z.int().nullish().catch(null),
  current_step: z.int().nullish().catch(null),
});
export type ListedJob = z.output<typeof listedJob>;
