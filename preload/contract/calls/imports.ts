import { oc } from '@orpc/contract';
import { z } from 'zod';
import { draft } from '../edit';
import { errors } from '../failure';
import { query, resourceName, selection } from '../query';
import { rowRemark } from '../job';

const call = oc.errors(errors);

/** Lines of one spreadsheet or paste, without its heading. */
export const MOST_LINES = 10_000;
/** Characters of a pasted text, bytes of a text file. */
export const MOST_IMPORT_TEXT = 30_000_000;
/** The word of a cell that empties a field; an empty cell leaves it as it is. */
export const NONE_WORD = '(none)';

export const importKind = z.enum(['edit', 'create']);
export type ImportKind = z.output<typeof importKind>;

export const importSource = z.discriminatedUnion('from', [
  z.object({ from: z.literal('text'), text: z.string().max(MOST_IMPORT_TEXT) }),
  /** A CSV or text file in any usual encoding and separator, or an Excel workbook. */
  z.object({ from: z.literal('file'), grant: z.string() }),
]);
export type ImportSource = z.output<typeof importSource>;

/** A column of the spreadsheet. */
export const importColumn = z.object({
  heading: z.string(),
  /** Of the first lines, as they stand there. */
  samples: z.array(z.string()),
  /** The field that it is taken for, by its heading; null: for none, and it is left out. */
  field: z.string().nullable(),
});

/** What speaks against the whole table, where it stands: lines from 1, the heading included; columns from 1. */
export const importProblem = z.object({
  line: z.int().nullable(),
  column: z.int().nullable(),
  remark: rowRemark,
});
export type ImportProblem = z.output<typeof importProblem>;

export const importTable = z.object({
  /** Names it for `draft`, until a few others have been read. */
  id: z.string(),
  resource: resourceName,
  kind: importKind,
  /** The file's name; null for a paste. */
  file: z.string().nullable(),
  lines: z.int(),
  columns: z.array(importColumn),
  /** Fields that a column may be taken for, those that name the record (`key`) first. */
  fields: z.array(z.object({ field: z.string(), key: z.boolean(), required: z.boolean() })),
});
export type ImportTable = z.output<typeof importTable>;

/**
 * Spreadsheets and pasted tables, read into drafts of edits or creations. Nothing here reads or writes the service, and
 * nothing is changed before the draft is sent.
 */
export const importsContract = {
  /**
   * Reads a table and proposes what its columns are. Fails as `file-unreadable`, or as `refused` for one that is empty or
   * has more than MOST_LINES lines.
   */
  read: call
    .input(z.object({ resource: resourceName, kind: importKind, source: importSource }))
    .output(importTable),
  /**
   * Makes a draft of the table, a row for each line, as people took its columns: `fields` by column, null for one that is
   * left out. `defaults` are for lines without a value of their own, as JSON text by field. The problems, where the
   * columns cannot be taken so; then there is no draft. Fails with `not-found` when the table has to be read again.
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
   * Writes a spreadsheet to be filled in, to a file chosen before: of a selection, the fields that name each record and the
   * chosen ones with their present values; to create records, the headings alone. Its type is the file name's ending.
   */
  template: call
    .input(
      z.object({
        grant: z.string(),
        fields: z.array(z.string()),
        of: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('edit'), query, selection }),
          z.object({ kind: z.literal('create'), resource: resourceName }),
        ]),
      }),
    )
    .output(z.object({ rows: z.int() })),
};
