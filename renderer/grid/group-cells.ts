import type { Placed } from './columns';

/** Pixels that the name of a group needs at least. */
const NAME_WIDTH = 220;

/** How the heading of a group is laid into the columns. */
export interface GroupCells {
  /** How many columns its name covers, the one of the marks included. */
  readonly span: number;
  /** Sums too near the name to have a place of their own: they are said after it. */
  readonly beside: readonly Placed[];
  /** Sums below their own headings, with the place of the column, from 0. */
  readonly own: readonly { readonly place: Placed; readonly at: number }[];
}

/** The name takes all columns up to the first sum that leaves it room; the sums stand in their columns. */
export function groupCells(placed: readonly Placed[]): GroupCells {
  const summed = placed.map((place, at) => ({ place, at })).filter(({ place }) => place.column.summed);
  const own = summed.filter(({ place }) => place.left >= NAME_WIDTH);
  return {
    span: 1 + (own[0]?.at ?? placed.length),
    beside: summed.filter((one) => !own.includes(one)).map(({ place }) => place),
    own,
  };
}
