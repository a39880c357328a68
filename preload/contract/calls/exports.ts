import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { errors, failure } from '../failure';
import { query, resourceName, selection } from '../query';

const call = oc.errors(errors);

export const exportFormat = z.enum(['xlsx', 'csv']);
export type ExportFormat = z.output<typeof exportFormat>;

/** What cells of a column hold; where the format knows types, they have them. Days as 2026-11-21, decimals as text. */
export const exportCellType = z.enum(['text', 'number', 'money', 'percent', 'date']);
export type ExportCellType = z.output<typeof exportCellType>;

/** What is exported: records of a list on this computer, or rows that only the window has, in its words. */
export const exportSource = z.discriminatedUnion('from', [
  z.object({ from: z.literal('records'), query, selection, columns: z.array(z.string()).min(1).max(100) }),
  z.object({
    from: z.literal('rows'),
    resource: resourceName,
    /** What the rows are in the log and on the sheet, where they are not the resource's records: "fees by period". */
    list: z.string().min(1).max(31).optional(),
    headings: z.array(z.string()).min(1).max(100),
    /** Of the columns, in their order; texts where none are told. A cell that is none of its type is written as text. */
    types: z.array(exportCellType).max(100).optional(),
    rows: z.array(z.array(z.string()).max(100)).max(100_000),
  }),
]);
export type ExportSource = z.output<typeof exportSource>;

export const exportState = z.object({
  id: z.string(),
  /** Rows written so far, of so many. */
  rows: z.number().int(),
  total: z.number().int(),
  /** Texts longer than a cell of Excel may be; their beginning was written. */
  cut: z.number().int(),
  /** Null while it goes on. */
  ended: z
    .discriminatedUnion('how', [
      z.object({ how: z.literal('done') }),
      z.object({ how: z.literal('canceled') }),
      z.object({ how: z.literal('failed'), failure }),
    ])
    .nullable(),
});
export type ExportState = z.output<typeof exportState>;

const one = z.object({ id: z.string() });

/** Lists as files for spreadsheets: written in pieces, whole or not at all, and in the activity log. */
export const exportsContract = {
  /** Begins to write to a file chosen before. Fails with `no-connection` or `not-found`; what comes later is told by `follow`. */
  start: call.input(z.object({ source: exportSource, format: exportFormat, grant: z.string() })).output(one),
  /** The present state, then the newest, until it has ended. */
  follow: call.input(one).output(eventIterator(exportState)),
  /** Nothing is left of a canceled one; what stood under its name before stays. */
  cancel: call.input(one).output(z.void()),
  /** Shows the file in its folder. */
  show: call.input(one).output(z.void()),
};
