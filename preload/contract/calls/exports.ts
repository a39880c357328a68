import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { exportCellType, exportFormat } from '../export-format';
import { errors, failure } from '../failure';
import { query, selection } from '../query';
import { resourceName } from '../resource-name';

const call = oc.errors(errors);

/** The source of an export: records of a list on this computer, or formatted rows from the window. */
export const exportSource = z.discriminatedUnion('from', [
  z.object({ from: z.literal('records'), query, selection, columns: z.array(z.string()).min(1).max(100) }),
  z.object({
    from: z.literal('rows'),
    resource: resourceName,
    /**
     * Name of the rows in the log and on the sheet, if they are not the resource's records: "fees by period".
     */
    list: z.string().min(1).max(31).optional(),
    headings: z.array(z.string()).min(1).max(100),
    /**
     * Types of the columns, in order; text by default. A cell that does not fit its type is written as text.
     */
    types: z.array(exportCellType).max(100).optional(),
    rows: z.array(z.array(z.string()).max(100)).max(100_000),
  }),
]);
export type ExportSource = z.output<typeof exportSource>;

export const exportState = z.object({
  id: z.string(),
  /** Rows written so far, and the total. */
  rows: z.number().int(),
  total: z.number().int(),
  /** Number of texts longer than an Excel cell allows; only their beginning was written. */
  cut: z.number().int(),
  /** Null while it runs. */
  ended: z
    .discriminatedUnion('how', [
      z.object({ how: z.literal('done') }),
      z.object({ how: z.literal('canceled') }),
      z.object({ how: z.literal('failed'), failure }),
    ])
    .nullable(),
});
export type ExportState = z.output<typeof exportState>;

const exportId = z.object({ id: z.string() });

/**
 * Exports lists as spreadsheet files: written in chunks, complete or not at all, and recorded in the activity
 * log.
 */
export const exportsContract = {
  /**
   * Starts writing to a chosen file. Fails with `no-connection`, `by-policy` or `not-found`; `follow` reports
   * later failures.
   */
  start: call
    .input(z.object({ source: exportSource, format: exportFormat, grant: z.string() }))
    .output(exportId),
  /** Yields the current state, then the newest, until the export ends. */
  follow: call.input(exportId).output(eventIterator(exportState)),
  /** Cancels the export; an existing file of that name stays as it was. */
  cancel: call.input(exportId).output(z.void()),
  /** Shows the file in its folder. */
  show: call.input(exportId).output(z.void()),
};
