import { z } from 'zod';
import { rowIssue } from '../job';
import { importColumn, importProblem, importSource } from './imports';

/** A spreadsheet that is stored on this computer, not sent: agreed terms, balances. */

export const sheetSource = z.object({ source: importSource });

export const sheetTable = z.object({
  /** Identifies the table for `check` and `store`, until a few others have been read. */
  id: z.string(),
  /** The file's name; null for a paste. */
  file: z.string().nullable(),
  lines: z.int(),
  columns: z.array(importColumn),
  /** Fields that a column can map to, the identifying ones (`isKey`) first. */
  fields: z.array(z.object({ field: z.string(), isKey: z.boolean(), isRequired: z.boolean() })),
});
export type SheetTable = z.output<typeof sheetTable>;

/** The chosen field of each column; null for one left out. */
export const sheetMapping = z.object({
  table: z.string().max(100),
  fields: z.array(z.string().max(100).nullable()).max(1_000),
});

/** Maximum number of excluded lines in a response; all are counted. */
export const MAX_LINES_SHOWN = 1_000;

/** The result of checking or storing a table, line by line. */
export const sheetOutcome = z.object({
  /** Problems of the columns; if there are any, no line was read. */
  problems: z.array(importProblem),
  /** Lines that are stored, or would be. */
  stored: z.int(),
  /** Lines that are already stored with the same values. */
  unchanged: z.int(),
  /** Number of lines left out. */
  excluded: z.int(),
  /** The first excluded lines, each with its reason. */
  lines: z.array(z.object({ line: z.int(), field: z.string().nullable(), issue: rowIssue })),
});
export type SheetOutcome = z.output<typeof sheetOutcome>;
