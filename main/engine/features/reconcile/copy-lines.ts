import type { LineColumn } from '#contract/features/reconcile/calls';
import type { Cell } from '#contract/query';
import { clipboardCell, clipboardTable, tableRow } from '#contract/spreadsheet-cells';
import { lineIssuesText } from '#contract/features/reconcile/messages';
import { LINE_HEADINGS } from './tables';

/** Returns lines with a heading line for the clipboard: as tab-separated text, and as a table with numbers. */
export function linesAsText(
  lines: Iterable<readonly Cell[]>,
  columns: readonly LineColumn[],
): { text: string; html: string; rows: number } {
  const headings = columns.map((column) => LINE_HEADINGS[column]);
  const text = [headings.join('\t')];
  const isText = (at: number): boolean => columns[at] !== 'amount';
  const table = [tableRow('th', headings, isText)];
  const withLabel = (cell: Cell, at: number): Cell =>
    columns[at] === 'remark' && typeof cell === 'string' ? lineIssuesText(cell) : cell;
  for (const cells of lines) {
    const texts = cells.map((cell, at) => clipboardCell(withLabel(cell, at)));
    text.push(texts.join('\t'));
    table.push(tableRow('td', texts, isText));
  }
  return { text: text.join('\n'), html: clipboardTable(table), rows: text.length - 1 };
}
