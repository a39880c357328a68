import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../failure';
import { job, jobRow, rowState } from '../job';

const call = oc.errors(errors);
const jobInput = z.object({ job: z.string() });

/** Durable jobs of the open connection, of any kind. Each feature plans its own jobs; the rest is shared. */
export const jobsContract = {
  /** Returns jobs that were started and not dismissed, latest first. */
  list: call.output(z.array(job)),
  /**
   * Yields a version now, and a higher one after a job starts, ends, is verified or is dismissed: list again.
   */
  changes: call.output(eventIterator(z.int())),
  /**
   * Yields the current state, then every change, until aborted. Fails with `not-found` if the job is unknown.
   */
  follow: call.input(jobInput).output(eventIterator(job)),
  /** Returns a range of rows, all or those in one state, in plan order. */
  rows: call
    .input(
      jobInput.extend({
        state: rowState.optional(),
        offset: z.int().min(0),
        limit: z.int().min(1).max(500),
      }),
    )
    .output(z.object({ rows: z.array(jobRow), total: z.int() })),
  /**
   * Sends a plan once; further calls do nothing. `count` is the number the user typed, if the kind requires it.
   * Fails with `changed-since` if it differs, and with `conflict` while another job for the same records is
   * active.
   */
  start: call.input(jobInput.extend({ count: z.int().optional() })).output(z.void()),
  /** Stops sending; waits for the active request. */
  stop: call.input(jobInput).output(z.void()),
  /**
   * Sends the remaining rows of a stopped or interrupted job. Rows that may have arrived are looked up first
   * and never repeated.
   */
  resume: call.input(jobInput).output(z.void()),
  /** Reads the outcome of the rows from the service. */
  check: call.input(jobInput).output(z.void()),
  /** Removes an ended job from the list; its rows are kept for some time. */
  dismiss: call.input(jobInput).output(z.void()),
};
