import Big from 'big.js';
import path from 'node:path';
import { MAX_IMPORT_TEXT, MAX_LINES, type ImportSource } from '#contract/calls/imports';
import { listRows } from '#contract/separated-text';
import { fail } from '#contract/failure';
import { holdsTaxId } from '#contract/tax-id';
import { readChosenBytes } from '../../files/chosen-file';
import { decodeFile } from '../../files/tables/text';
import { isWorkbook, MAX_WORKBOOK_BYTES, readWorkbook } from '../../files/tables/workbook';

/** A line of a chosen or pasted table. */
export interface SheetLine {
  /** From 1, counting the heading and empty lines. */
  readonly number: number;
  readonly cells: readonly string[];
  readonly hasUnclosedQuote: boolean;
}
export interface ImportSheet {
  /** The file's name, unless it could be a tax ID; null for a paste. */
  readonly file: string | null;
  readonly headings: readonly string[];
  /** Without the heading and empty lines. */
  readonly lines: readonly SheetLine[];
}

/**
 * Reads a table: text in any common encoding and separator, or a workbook's first non-empty sheet. A formula
 * cell is read as `=`, a percentage with its percent sign. Fails with `file-unreadable`, or with `refused` for a
 * table without lines or with more than `maxLines`.
 */
export async function readSheet(
  source: ImportSource,
  pathOf: (grant: string) => string,
  signal?: AbortSignal,
  maxLines = MAX_LINES,
): Promise<ImportSheet> {
  const file = source.from === 'text' ? null : pathOf(source.grant);
  const rows =
    file === null ? linesOf(source.from === 'text' ? source.text : '') : await linesOfFile(file, signal);
  const [heading, ...lines] = rows;
  if (!heading || lines.length === 0) throw fail('refused', { detail: { code: 'empty-list' } });
  if (lines.length > maxLines)
    throw fail('refused', {
      detail: { code: 'long-list', facts: { lines: lines.length, maximum: maxLines } },
    });
  const name = file && path.basename(file);
  // The name is stored with what the table becomes, and in the activity log.
  return { file: name && holdsTaxId(name) ? 'a file' : name, headings: heading.cells, lines };
}

const linesOf = (text: string): SheetLine[] => listRows(text);

async function linesOfFile(file: string, signal?: AbortSignal): Promise<SheetLine[]> {
  const bytes = await readChosenBytes(file, Math.max(MAX_IMPORT_TEXT, MAX_WORKBOOK_BYTES));
  if (!isWorkbook(bytes)) return linesOf(await decodeFile(bytes));
  const { rows, isFormula, isPercent } = await readWorkbook(bytes, signal);
  return rows.flatMap((row, index): SheetLine[] => {
    const cells = row.map((cell, column) => {
      if (isFormula(index, column)) return '=';
      // Text in a workbook is never a formula, even if it begins like one.
      const text = cell.trim();
      if (text.startsWith('=')) return `'${text}`;
      return isPercent(index, column) ? percentOf(cell) : text;
    });
    return cells.some(Boolean) ? [{ number: index + 1, cells, hasUnclosedQuote: false }] : [];
  });
}

/** Formats 0.0085 as a spreadsheet shows it: 0.85%. */
const percentOf = (cell: string): string =>
  /^-?\d+(\.\d+)?$/.test(cell) ? `${new Big(cell).times(100).toFixed()}%` : cell;
