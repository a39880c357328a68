import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { errors, failure } from '../../failure';
import { refreshSchedule, scheduleEnd } from './schemas';

const call = oc.errors(errors);

/** The reason why a refresh that is due has not begun. */
export const scheduleWait = z.discriminatedUnion('reason', [
  /** Changes are being sent to the service. */
  z.object({ reason: z.literal('sending') }),
  /** The keychain is locked, or the key of this connection is not in it. */
  z.object({ reason: z.literal('keychain') }),
  z.object({ reason: z.literal('data'), custodians: z.array(z.string()) }),
  /** The last attempt failed, and is repeated. */
  z.object({ reason: z.literal('retry'), failure: failure.shape.kind }),
]);
export type ScheduleWait = z.output<typeof scheduleWait>;

export const scheduleState = z.object({
  schedule: refreshSchedule,
  /** The next scheduled time (ISO, UTC); null if there is none. */
  next: z.string().nullable(),
  /** The time zone of this computer: "America/New_York". */
  zone: z.string(),
  /** `finishing`: after the refresh, review rules run, and fee files and exports are written. */
  state: z.enum(['off', 'idle', 'waiting', 'refreshing', 'finishing']),
  wait: scheduleWait.nullable(),
  last: scheduleEnd.nullable(),
});
export type ScheduleState = z.output<typeof scheduleState>;

/** Refreshes at set times; off until the user turns it on. */
export const scheduledRefreshContract = {
  follow: call.output(eventIterator(scheduleState)),
  /** Changes the schedule. No refresh becomes due by the change. */
  set: call.input(refreshSchedule).output(z.void()),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly scheduledRefresh: typeof scheduledRefreshContract;
  }
}
