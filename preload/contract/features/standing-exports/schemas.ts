import { z } from 'zod';
import { exportFormat } from '../../export-format';
import { failure } from '../../failure';
import { resourceName } from '../../resource-name';

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
