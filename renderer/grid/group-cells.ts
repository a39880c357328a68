import type { Placed } from './columns';

/** Minimum pixels for a group's name. */
const NAME_WIDTH = 220;

/** Layout of a group heading in the columns. */
export interface GroupCells {
  /** Number of columns that its name spans, including the marks. */
  readonly span: number;
  /** Sums without room for a separate cell; shown after the name. */
  readonly afterName: readonly Placed[];
  /** Sums below their column headings, with the column's position from 0. */
  readonly inColumns: readonly { readonly place: Placed; readonly at: number }[];
}

/** Returns the layout: the name spans all columns up to the first sum with enough room for the name. */
export function groupCells(placed: readonly Placed[]): GroupCells {
  const summed = placed.map((place, at) => ({ place, at })).filter(({ place }) => place.column.summed);
  const inColumns = summed.filter(({ place }) => place.left >= NAME_WIDTH);
  return {
    span: 1 + (inColumns[0]?.at ?? placed.length),
    afterName: summed.filter((sum) => !inColumns.includes(sum)).map(({ place }) => place),
    inColumns,
  };
}
