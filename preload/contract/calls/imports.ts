import { oc } from '@orpc/contract';
import { z } from 'zod';
import { draft } from '../edit';
import { errors } from '../failure';
import { importKind } from '../features/edits/feature';
import { query, selection } from '../query';
import { resourceName } from '../resource-name';
import { rowIssue } from '../job';

const call = oc.errors(errors);

/** Maximum number of lines in a spreadsheet or paste, without its heading. */
export const MAX_LINES = 10_000;
/** Maximum characters of a paste, or bytes of a text file. */
export const MAX_IMPORT_TEXT = 30_000_000;
/** The text of a cell that clears a field; an empty cell leaves the field unchanged. */
export const CLEAR_FIELD_TEXT = '(none)';

export type ImportKind = z.output<typeof importKind>;

export const importSource = z.discriminatedUnion('from', [
  z.object({ from: z.literal('text'), text: z.string().max(MAX_IMPORT_TEXT) }),
  /** A CSV or text file with any common encoding and separator, or an Excel workbook. */
  z.object({ from: z.literal('file'), grant: z.string() }),
]);
export type ImportSource = z.output<typeof importSource>;

/** A column of the spreadsheet. */
export const importColumn = z.object({
  heading: z.string(),
  /** From the first lines, unchanged. */
  samples: z.array(z.string()),
  /** The field recognized by the heading; null if none: the column is left out. */
  field: z.string().nullable(),
});

/** A problem of the whole table and its place: lines from 1, including the heading; columns from 1. */
export const importProblem = z.object({
  line: z.int().nullable(),
  column: z.int().nullable(),
  issue: rowIssue,
});
export type ImportProblem = z.output<typeof importProblem>;

export const importTable = z.object({
  /** Identifies the table for `draft`, until a few others have been read. */
  id: z.string(),
  resource: resourceName,
  kind: importKind,
  /** The file's name; null for a paste. */
  file: z.string().nullable(),
  lines: z.int(),
  columns: z.array(importColumn),
  /** Fields that a column can map to, the identifying ones (`isKey`) first. */
  fields: z.array(z.object({ field: z.string(), isKey: z.boolean(), isRequired: z.boolean() })),
});
export type ImportTable = z.output<typeof importTable>;

/**
 * Reads spreadsheets and pasted tables into drafts of edits or new records. Does not contact the service;
 * nothing changes before the draft is sent.
 */
export const importsContract = {
  /**
   * Reads a table and proposes its column mapping. Fails with `file-unreadable`, or with `refused` if it is
   * empty or has more than MAX_LINES lines.
   */
  read: call
    .input(z.object({ resource: resourceName, kind: importKind, source: importSource }))
    .output(importTable),
  /**
   * Creates a draft with one row per line. `fields` maps columns, null for one left out; `defaults` fill in
   * missing values, as JSON text by field. If the mapping is invalid, returns problems and no draft. Fails
   * with `not-found` if the table must be read again.
   */
  draft: call
    .input(
      z.object({
        table: z.string(),
        fields: z.array(z.string().nullable()),
        defaults: z.record(z.string(), z.string()),
      }),
    )
    .output(z.object({ draft: draft.nullable(), problems: z.array(importProblem) })),
  /**
   * Writes a template to a chosen file: for a selection, the identifying fields and the chosen ones with
   * current values; for new records, or for changes without a selection (`headings`), headings only. The file
   * extension sets the type.
   */
  template: call
    .input(
      z.object({
        grant: z.string(),
        fields: z.array(z.string()),
        target: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('edit'), query, selection }),
          z.object({ kind: z.enum(['create', 'headings']), resource: resourceName }),
        ]),
      }),
    )
    .output(z.object({ rows: z.int() })),
};
