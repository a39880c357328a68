/** Rows of an order in groups: group g spans first[g] to first[g + 1]. */
export interface Sections {
  readonly first: Uint32Array;
}

/** Groups adjacent rows with equal marks. */
export function sectionsOf(rows: Uint32Array, mark: (n: number) => number): Sections {
  const first: number[] = [];
  let last: number | undefined;
  for (let place = 0; place < rows.length; place += 1) {
    const now = mark(rows[place] ?? 0);
    if (now !== last || place === 0) first.push(place);
    last = now;
  }
  first.push(rows.length);
  return { first: Uint32Array.from(first) };
}

export const sizeOf = ({ first }: Sections, group: number): number =>
  (first[group + 1] ?? 0) - (first[group] ?? 0);

/** Returns the rows with the largest groups first; ties and rows within a group keep their order. */
export function largestFirst(rows: Uint32Array, sections: Sections): Uint32Array {
  const groups = Array.from({ length: sections.first.length - 1 }, (_, group) => group);
  groups.sort((one, other) => sizeOf(sections, other) - sizeOf(sections, one));
  const sorted = new Uint32Array(rows.length);
  let place = 0;
  for (const group of groups) {
    sorted.set(rows.subarray(sections.first[group], sections.first[group + 1]), place);
    place += sizeOf(sections, group);
  }
  return sorted;
}
