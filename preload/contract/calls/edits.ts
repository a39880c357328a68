import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import {
  conflictChoice,
  draft,
  draftRow,
  draftRowState,
  fieldEdit,
  jsonTextSchema,
  overwrite,
  unconfirmedValue,
} from '../edit';
import { errors } from '../failure';
import { OPERATIONS } from '../operations';
import { job } from '../job';
import { query, selection } from '../query';
import { resourceName } from '../resource-name';

const call = oc.errors(errors);
const draftInput = z.object({ draft: z.string() });

/**
 * Drafts of edits, creations and deletions, sent as durable jobs (spec 4.2, 4.6). Drafts are never sent
 * automatically. Only `check`, `send` and `missingOperations` contact the service.
 */
export const editsContract = {
  /** Yields all drafts, latest first, and again after every change. */
  follow: call.output(eventIterator(z.array(draft))),
  get: call.input(draftInput).output(draft),
  /**
   * Returns operations known only from the wire facts that this service lacks; none while unknown. Probes the
   * service once a day, read-only. Never fails because of the service's response.
   */
  missingOperations: call.input(z.object({ resource: resourceName })).output(z.array(z.enum(OPERATIONS))),
  /** Returns a range of rows: all, those in one state, or the ready ones that lose a value. */
  rows: call
    .input(
      draftInput.extend({
        state: draftRowState.optional(),
        isOverwriting: z.boolean().optional(),
        offset: z.int().min(0),
        limit: z.int().min(1).max(500),
      }),
    )
    .output(z.object({ rows: z.array(draftRow), total: z.int() })),

  /**
   * Returns the effect of the ready rows on the values that the records have, by field; empty for a draft that creates
   * or deletes records.
   */
  overwrites: call.input(draftInput).output(z.array(overwrite)),

  /** Opens the draft of one record, or the existing one: a record has at most one. */
  open: call.input(z.object({ resource: resourceName, key: z.string() })).output(draft),
  /** Creates a draft of a new record, empty or copied from another. */
  create: call.input(z.object({ resource: resourceName, like: z.string().nullable() })).output(draft),
  /** Saves all edits of one row from a form, even invalid ones, with their errors; refuses a text like a tax ID. */
  saveRow: call.input(draftInput.extend({ index: z.int().min(0), edits: z.array(fieldEdit) })).output(draft),
  /**
   * Collects the edit of one cell in the list's draft of cells. Without `json`, undoes the edit of this cell. Resolves
   * to null when the draft has no edits left and is removed.
   */
  collect: call
    .input(
      z.object({
        resource: resourceName,
        key: z.string(),
        field: z.string(),
        json: jsonTextSchema.optional(),
      }),
    )
    .output(draft.nullable()),
  /**
   * Replaces the value of one field in one row, and checks the row again. The errors of its other values stay.
   */
  fix: call
    .input(draftInput.extend({ index: z.int().min(0), field: z.string(), json: jsonTextSchema }))
    .output(draft),
  /** Applies the same edits to a selection; fails with `too-large` above MAX_DRAFT_RECORDS records. */
  draftMany: call.input(z.object({ query, selection, edits: z.array(fieldEdit).min(1) })).output(draft),
  /** Replaces the shared edits of such a draft; it must be checked again. */
  change: call.input(draftInput.extend({ edits: z.array(fieldEdit).min(1) })).output(draft),
  /** Drafts the deletion of a selection. */
  remove: call.input(z.object({ query, selection })).output(draft),
  /** Drafts the reversal of what a job changed. */
  undo: call.input(z.object({ job: z.string() })).output(draft),
  /** Drafts a job's rows that certainly failed or had a conflict, based on the cached records. */
  draftRetry: call.input(z.object({ job: z.string() })).output(draft),

  /**
   * Reads the records from the service and shows conflicts by field. Resolves when done or failed (see
   * `checkFailure`).
   */
  check: call.input(draftInput).output(draft),
  /** `mine`: keeps the edit, now based on the service's value. `theirs`: leaves the field as the service has it. */
  resolve: call
    .input(
      draftInput.extend({
        /** One row, or all. */
        index: z.int().min(0).optional(),
        field: z.string().optional(),
        choice: conflictChoice,
      }),
    )
    .output(draft),
  /**
   * Sends the ready rows once, as a durable job that replaces the draft. `count` is the number the user
   * confirmed; a different number of ready rows fails with `changed-since`.
   */
  send: call.input(draftInput.extend({ count: z.int().min(1) })).output(job),
  discard: call.input(draftInput).output(z.void()),

  /** Returns unconfirmed values that were sent to records of a list. */
  unconfirmed: call.input(z.object({ resource: resourceName })).output(z.array(unconfirmedValue)),
};
