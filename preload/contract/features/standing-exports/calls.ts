import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { exportCellType, exportFormat } from '../../calls/exports';
import { errors, failure } from '../../failure';
import { resourceName } from '../../query';

const call = oc.errors(errors);

/** The source of an export: a saved view, or the review queue with waivers and reasons. */
export const standingSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('view'), resource: resourceName, view: z.string().max(100) }),
  z.object({ kind: z.literal('review') }),
]);
export type StandingSource = z.output<typeof standingSource>;

/** Reasons why nothing was written; the existing file stays unchanged. */
export const standingProblem = z.enum([
  'folder-missing',
  'folder-read-only',
  /** A file of this name exists that the export did not write, or that was changed since. */
  'foreign-file',
  'view-removed',
  'by-policy',
  'canceled',
  'failed',
]);
export type StandingProblem = z.output<typeof standingProblem>;

const standingEnd = z.discriminatedUnion('how', [
  z.object({ how: z.literal('done'), at: z.string(), rows: z.number().int() }),
  z.object({
    how: z.literal('not-written'),
    at: z.string(),
    problem: standingProblem,
    failure: failure.optional(),
  }),
]);

export const standingExport = z.object({
  id: z.string(),
  source: standingSource,
  /** Name of the view; null for the review queue, and for a view that was removed. */
  name: z.string().nullable(),
  format: exportFormat,
  /** Empty for one from a backup, until a folder is chosen on this computer. */
  folder: z.string(),
  /** Name of the file, which stays the same. */
  file: z.string(),
  afterRefresh: z.boolean(),
  /** The last attempt to write it; null if there was none. */
  last: standingEnd.nullable(),
  /** When it was last written; a later problem does not change that. */
  writtenAt: z.string().nullable(),
  isRunning: z.boolean(),
  /**
   * True if it exports review findings after each refresh, and one ended after the last attempt: only the window, which
   * has their sentences, can write it. Other exports are written at once.
   */
  isDue: z.boolean(),
  /** How often a refresh made it due since the connection was opened: when it grows, the window tries again. */
  timesDue: z.number().int(),
});
export type StandingExport = z.output<typeof standingExport>;

const exportId = z.object({ id: z.string().max(100) });
const table = z.object({
  headings: z.array(z.string().max(200)).min(1).max(100),
  types: z.array(exportCellType).max(100),
  rows: z.array(z.array(z.string()).max(100)).max(100_000),
});

/** Exports to a folder, on demand or after each refresh: complete or absent, replacing only their own file. */
export const standingExportsContract = {
  /** Yields all exports, and again after every change. */
  follow: call.output(eventIterator(z.array(standingExport))),
  /** Adds a standing export to a chosen folder (`standing-export-folder`); nothing is written yet. */
  add: call
    .input(
      z.object({
        source: standingSource,
        format: exportFormat,
        grant: z.string().max(100),
        afterRefresh: z.boolean(),
      }),
    )
    .output(exportId),
  /** Sets the folder that the export writes to; the file in the old one stays. */
  setFolder: call.input(exportId.extend({ grant: z.string().max(100) })).output(z.void()),
  setAfterRefresh: call.input(exportId.extend({ isOn: z.boolean() })).output(z.void()),
  /** Removes an export from the list; its file stays. */
  remove: call.input(exportId).output(z.void()),
  /** Runs an export now; `table` has the review queue as text. `last` then has the result. */
  run: call.input(exportId.extend({ table: table.optional() })).output(z.void()),
  /**
   * Records as the result why the window could not read the findings of an export. `timesDue`: how often it was due by
   * then; if a refresh ended since, it stays due.
   */
  recordFailure: call.input(exportId.extend({ failure, timesDue: z.number().int() })).output(z.void()),
  /** Shows the file of an export in its folder; fails with `not-found` if it is not there. */
  show: call.input(exportId).output(z.void()),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly standingExports: typeof standingExportsContract;
  }
}
