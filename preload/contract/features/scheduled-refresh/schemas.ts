import { z } from 'zod';
import { failure } from '../../failure';

const failureKind = failure.shape.kind;

/** A time of day on this computer: "06:30". */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** The times of automatic refreshes. */
export const refreshSchedule = z.object({
  on: z.boolean(),
  times: z.array(timeOfDay).max(12),
  weekdaysOnly: z.boolean(),
  /** Also when the computer wakes up. */
  onWaking: z.boolean(),
  /** Custodians whose data of the day before must have arrived, if the service reports it. */
  waitFor: z.array(z.string().min(1).max(20)).max(100),
  /** When a refresh stops waiting for missing data and begins; for one due in the evening, on the next day. */
  latest: timeOfDay,
});
export type RefreshSchedule = z.output<typeof refreshSchedule>;

/** Counts of the results of a scheduled refresh. */
export const scheduleCounts = z.object({
  changes: z.number().int(),
  /** Null if the rules could not be run. */
  newFindings: z.number().int().nullable(),
  /** Fee files that it saved. */
  files: z.number().int(),
  /** Exports that it wrote. */
  exports: z.number().int(),
  /** Exports that could not be written. */
  problems: z.number().int(),
});
export type ScheduleCounts = z.output<typeof scheduleCounts>;

/** The outcome of a scheduled refresh. */
export const scheduleEnd = z.discriminatedUnion('how', [
  z.object({ how: z.literal('done'), at: z.string(), counts: scheduleCounts }),
  z.object({ how: z.literal('failed'), at: z.string(), failure: failureKind }),
  z.object({ how: z.literal('canceled'), at: z.string() }),
]);
export type ScheduleEnd = z.output<typeof scheduleEnd>;
