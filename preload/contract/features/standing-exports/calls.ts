import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { exportCellType, exportFormat } from '../../export-format';
import { errors, failure } from '../../failure';
import { standingExport, standingSource } from './schemas';

const call = oc.errors(errors);

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
