import type { LineColumn } from '#contract/features/reconcile/calls';
import type { Cell } from '#contract/query';
import { clipboardCell } from '#contract/spreadsheet-cells';
import { lineIssuesText } from '#contract/features/reconcile/messages';
import { LINE_HEADINGS } from './tables';

/** Returns lines as tab-separated text with a heading line, for the clipboard. */
export function linesAsText(
  lines: Iterable<readonly Cell[]>,
  columns: readonly LineColumn[],
): { text: string; rows: number } {
  const text = [columns.map((column) => LINE_HEADINGS[column]).join('\t')];
  const said = (cell: Cell, at: number): Cell =>
    columns[at] === 'remark' && typeof cell === 'string' ? lineIssuesText(cell) : cell;
  for (const cells of lines) text.push(cells.map((cell, at) => clipboardCell(said(cell, at))).join('\t'));
  return { text: text.join('\n'), rows: text.length - 1 };
}
