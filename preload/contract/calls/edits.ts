import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { draft, draftRow, draftRowState, fieldEdit, overwrite, unconfirmed } from '../edit';
import { errors } from '../failure';
import { OPERATIONS } from '../operations';
import { job } from '../job';
import { query, resourceName, selection } from '../query';

const call = oc.errors(errors);
const named = z.object({ draft: z.string() });

/**
 * Records that are written: drafts of edits, creations and deletions, and their sending as durable jobs (spec 4.2, 4.6).
 * Drafts never leave by themselves. Nothing here reads or writes the service but `check`, `send` and, quietly, `missing`.
 */
export const editsContract = {
  /** All drafts, latest first, then again after every change of one. */
  follow: call.output(eventIterator(z.array(draft))),
  get: call.input(named).output(draft),
  /**
   * The operations of a resource that the wire facts alone know and that this service was seen not to have; none while
   * nothing is known. Asked of the service once a day, by reading. Never fails for what the service answers.
   */
  missing: call.input(z.object({ resource: resourceName })).output(z.array(z.enum(OPERATIONS))),
  /** A window of its rows, all or those of one state. */
  rows: call
    .input(
      named.extend({
        state: draftRowState.optional(),
        offset: z.int().min(0),
        limit: z.int().min(1).max(500),
      }),
    )
    .output(z.object({ rows: z.array(draftRow), total: z.int() })),

  /** What the rows that are ready do to the values that the records have, by field. Of other drafts than edits, none. */
  overwrites: call.input(named).output(z.array(overwrite)),

  /** The draft of one record, which is opened again where there is one: edits of one record stand in a row. */
  open: call.input(z.object({ resource: resourceName, key: z.string() })).output(draft),
  /** A draft of a record to create, empty or as a copy of another. */
  create: call.input(z.object({ resource: resourceName, like: z.string().nullable() })).output(draft),
  /** Keeps what a form has: the edits of one row, all of them. Checked, and never refused for being wrong. */
  keep: call.input(named.extend({ index: z.int().min(0), edits: z.array(fieldEdit) })).output(draft),
  /** The same edits for a selection; fails as `too-large` above MOST_EDITED records. */
  many: call.input(z.object({ query, selection, edits: z.array(fieldEdit).min(1) })).output(draft),
  /** Other shared edits for the records of such a draft, in the place of those it has; it is to be checked again. */
  change: call.input(named.extend({ edits: z.array(fieldEdit).min(1) })).output(draft),
  /** Deletion of a selection. */
  remove: call.input(z.object({ query, selection })).output(draft),
  /** A draft that takes back what a job did; of some of its rows, or all. */
  undo: call.input(z.object({ job: z.string() })).output(draft),
  /** A draft of the rows of a job that surely failed or met a conflict, made from the records as they are now. */
  again: call.input(z.object({ job: z.string() })).output(draft),

  /** Reads the records at the service and shows conflicts by field. Resolves when it is done or has failed (see `checkFailure`). */
  check: call.input(named).output(draft),
  /** Mine: the edit stands, made from their value. Theirs: the field is left as the service has it. */
  resolve: call
    .input(
      named.extend({
        /** One row, or all. */
        index: z.int().min(0).optional(),
        field: z.string().optional(),
        take: z.enum(['mine', 'theirs']),
      }),
    )
    .output(draft),
  /**
   * Sends the rows that are ready, once, as a durable job; the draft becomes it. `count` is what a person confirmed or
   * typed; another number fails with `changed-since`.
   */
  send: call.input(named.extend({ count: z.int().min(1) })).output(job),
  discard: call.input(named).output(z.void()),

  /** What was sent to records of a list and is not confirmed. */
  unconfirmed: call.input(z.object({ resource: resourceName })).output(z.array(unconfirmed)),
};
