/** Rows of an order in groups: group g spans first[g] to first[g + 1]. */
export interface RowSections {
  readonly first: Uint32Array;
}

/** Groups adjacent rows with equal keys. */
export function sectionsOf(rows: Uint32Array, keyOf: (n: number) => number): RowSections {
  const first: number[] = [];
  let last: number | undefined;
  for (let index = 0; index < rows.length; index += 1) {
    const current = keyOf(rows[index] ?? 0);
    if (current !== last || index === 0) first.push(index);
    last = current;
  }
  first.push(rows.length);
  return { first: Uint32Array.from(first) };
}

export const groupSizeOf = ({ first }: RowSections, group: number): number =>
  (first[group + 1] ?? 0) - (first[group] ?? 0);

/** Returns the rows with the largest groups first; ties and rows within a group keep their order. */
export function largestFirst(rows: Uint32Array, sections: RowSections): Uint32Array {
  const groups = Array.from({ length: sections.first.length - 1 }, (_, group) => group);
  groups.sort((left, right) => groupSizeOf(sections, right) - groupSizeOf(sections, left));
  const sorted = new Uint32Array(rows.length);
  let index = 0;
  for (const group of groups) {
    sorted.set(rows.subarray(sections.first[group], sections.first[group + 1]), index);
    index += groupSizeOf(sections, group);
  }
  return sorted;
}
