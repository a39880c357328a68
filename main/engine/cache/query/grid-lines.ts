import { groupSizeOf, type RowSections } from './sections';

/** A line of a grouped list: a group heading, or a row by its index in the order. */
export type GridLine =
  | { readonly group: number; readonly isCollapsed: boolean }
  | { readonly group: null; readonly index: number };

/**
 * The visible lines of a grouped list: a heading per group, followed by its rows unless the group is
 * collapsed.
 */
export class GridLines {
  readonly #sections: RowSections;
  /** Line number of each group's heading; the last entry is the total number of lines. */
  readonly #headings: Uint32Array;

  constructor(sections: RowSections, isCollapsed: (group: number) => boolean) {
    this.#sections = sections;
    const groups = sections.first.length - 1;
    const headings = new Uint32Array(groups + 1);
    for (let group = 0; group < groups; group += 1)
      headings[group + 1] =
        (headings[group] ?? 0) + 1 + (isCollapsed(group) ? 0 : groupSizeOf(sections, group));
    this.#headings = headings;
  }

  get total(): number {
    return this.#headings.at(-1) ?? 0;
  }

  headingOf(group: number): number {
    return this.#headings[group] ?? 0;
  }

  /** Returns the line of a row by its index in the order; the heading's line if its group is collapsed. */
  lineOf(index: number): number {
    const { first } = this.#sections;
    const group = lastUpTo(first, index);
    const heading = this.headingOf(group);
    return this.#isCollapsed(group) ? heading : heading + 1 + index - (first[group] ?? 0);
  }

  /** Returns the lines of a range. */
  linesIn(offset: number, limit: number): GridLine[] {
    const lines: GridLine[] = [];
    const end = Math.min(offset + limit, this.total);
    for (let line = offset, group = lastUpTo(this.#headings, offset); line < end; line += 1) {
      if (line >= this.headingOf(group + 1)) group += 1;
      const below = line - this.headingOf(group) - 1;
      lines.push(
        below < 0
          ? { group, isCollapsed: this.#isCollapsed(group) }
          : { group: null, index: (this.#sections.first[group] ?? 0) + below },
      );
    }
    return lines;
  }

  #isCollapsed(group: number): boolean {
    return this.headingOf(group + 1) - this.headingOf(group) === 1;
  }
}

/**
 * Returns the index of the last ascending number that is at most `limit`. The final entry begins no group.
 */
function lastUpTo(numbers: Uint32Array, limit: number): number {
  let [low, high] = [0, Math.max(0, numbers.length - 2)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
