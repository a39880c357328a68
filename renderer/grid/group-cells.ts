import type { PlacedColumn } from './columns';

/** Minimum pixels for a group's name. */
const NAME_WIDTH = 220;

/** Layout of a group heading in the columns. */
export interface GroupCells {
  /** Number of columns that its name spans, including the checkboxes. */
  readonly span: number;
  /** Sums without room for a separate cell; shown after the name. */
  readonly afterName: readonly PlacedColumn[];
  /** Sums below their column headings, with the column's index. */
  readonly inColumns: readonly { readonly placed: PlacedColumn; readonly index: number }[];
}

/** Returns the layout: the name spans all columns up to the first sum with enough room for the name. */
export function groupCells(columns: readonly PlacedColumn[]): GroupCells {
  const summed = columns
    .map((placed, index) => ({ placed, index }))
    .filter(({ placed }) => placed.column.summed);
  const inColumns = summed.filter(({ placed }) => placed.left >= NAME_WIDTH);
  return {
    span: 1 + (inColumns[0]?.index ?? columns.length),
    afterName: summed.filter((sum) => !inColumns.includes(sum)).map(({ placed }) => placed),
    inColumns,
  };
}
