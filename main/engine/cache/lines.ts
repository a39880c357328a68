import { sizeOf, type Sections } from './sections';

/** A line of a grouped list: the heading of a group, or a row by its place in the order. */
export type Line =
  { readonly group: number; readonly isFolded: boolean } | { readonly group: null; readonly place: number };

/** A grouped list as it is shown: a heading for each group, and below it its rows unless they are put away. */
export class Lines {
  readonly #sections: Sections;
  /** Line of each group's heading, and after the last group how many lines there are. */
  readonly #headings: Uint32Array;

  constructor(sections: Sections, isFolded: (group: number) => boolean) {
    this.#sections = sections;
    const groups = sections.first.length - 1;
    const headings = new Uint32Array(groups + 1);
    for (let group = 0; group < groups; group += 1)
      headings[group + 1] = (headings[group] ?? 0) + 1 + (isFolded(group) ? 0 : sizeOf(sections, group));
    this.#headings = headings;
  }

  get total(): number {
    return this.#headings.at(-1) ?? 0;
  }

  headingOf(group: number): number {
    return this.#headings[group] ?? 0;
  }

  /** The line of a row by its place in the order; that of its heading where it is put away. */
  lineOf(place: number): number {
    const { first } = this.#sections;
    const group = lastUpTo(first, place);
    const heading = this.headingOf(group);
    return this.#isFolded(group) ? heading : heading + 1 + place - (first[group] ?? 0);
  }

  /** The lines of a stretch. */
  within(offset: number, limit: number): Line[] {
    const lines: Line[] = [];
    const end = Math.min(offset + limit, this.total);
    for (let line = offset, group = lastUpTo(this.#headings, offset); line < end; line += 1) {
      if (line >= this.headingOf(group + 1)) group += 1;
      const below = line - this.headingOf(group) - 1;
      lines.push(
        below < 0
          ? { group, isFolded: this.#isFolded(group) }
          : { group: null, place: (this.#sections.first[group] ?? 0) + below },
      );
    }
    return lines;
  }

  #isFolded(group: number): boolean {
    return this.headingOf(group + 1) - this.headingOf(group) === 1;
  }
}

/** Index of the last of some rising numbers that is not greater than the wanted one. The very last begins nothing. */
function lastUpTo(numbers: Uint32Array, wanted: number): number {
  let [low, high] = [0, Math.max(0, numbers.length - 2)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}
