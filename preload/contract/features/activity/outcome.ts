import { z } from 'zod';

/** The outcome of an entry of the activity log. */
export const activityOutcome = z.enum(['done', 'partly', 'refused', 'failed', 'canceled', 'unknown']);
export type ActivityOutcome = z.output<typeof activityOutcome>;
