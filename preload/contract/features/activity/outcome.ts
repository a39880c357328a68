import { z } from 'zod';

/** How an entry of the activity log ended. */
export const activityOutcome = z.enum(['done', 'partly', 'refused', 'failed', 'canceled', 'unknown']);
export type ActivityOutcome = z.output<typeof activityOutcome>;
