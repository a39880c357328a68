import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';
import { scheduleState, refreshSchedule } from './schemas';

const call = oc.errors(errors);

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
