import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../failure';
import { job, jobRow, rowState } from '../job';

const call = oc.errors(errors);
const named = z.object({ job: z.string() });

/** Durable jobs of the open connection, whatever they write. Each task plans its own; the rest is the same for all. */
export const jobsContract = {
  /** Those that were started and not dismissed, latest first: what goes on, and what people have still to hear of. */
  list: call.output(z.array(job)),
  /** The present state, then every change of it, until the signal. Fails with `not-found` for one that is gone. */
  follow: call.input(named).output(eventIterator(job)),
  /** A window of the rows, all or those of one state, in the order of the plan. */
  rows: call
    .input(
      named.extend({
        state: rowState.optional(),
        offset: z.int().min(0),
        limit: z.int().min(1).max(500),
      }),
    )
    .output(z.object({ rows: z.array(jobRow), total: z.int() })),
  /**
   * Sends what was planned, once: whoever asks again joins it. `count` is the number of rows as a person typed it, where
   * the kind asks for that; fails with `changed-since` when it is another one, with `conflict` while another job of the
   * same records goes on.
   */
  start: call.input(named.extend({ count: z.int().optional() })).output(z.void()),
  /** Sends no more; what is on its way is waited for. */
  stop: call.input(named).output(z.void()),
  /** Sends what a stopped or interrupted job has left. What may have arrived is looked up first, and never repeated. */
  resume: call.input(named).output(z.void()),
  /** Reads the service for what became of the rows. */
  check: call.input(named).output(z.void()),
  /** Takes an ended job off the list; its rows stay on this computer for a while. */
  dismiss: call.input(named).output(z.void()),
};
