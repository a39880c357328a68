import type { SortStep } from '#contract/query';
import type { ColumnStore } from './column-store';

/**
 * Returns a function from row number to a mark that rows with equal values share; 0 for none. Case is
 * ignored, as in the order; columns sorted by labels are compared by code.
 */
export function equalityMarks(store: ColumnStore, field: string): (n: number) => number {
  const { values, codes } = store.dictionary(field);
  const isExact = store.sortsByLabels(field);
  const marks = new Map<string | number, number>();
  const shared = new Uint32Array(values.length + 1);
  for (const [index, value] of values.entries()) {
    const folded = typeof value === 'string' && !isExact ? value.toLowerCase() : value;
    const known = marks.get(folded) ?? marks.size + 1;
    marks.set(folded, known);
    shared[index + 1] = known;
  }
  return (n) => shared[codes[n] ?? 0] ?? 0;
}

/** Returns rows in the order of one column. Empty cells come last in both directions. */
function inOrderOf(store: ColumnStore, rows: Uint32Array, { field, descending }: SortStep): Uint32Array {
  const { filled, order, rank } = store.order(field);
  const ranks = rows.map((n) => rank[n] ?? 0).sort();
  if (descending) {
    let firstEmpty = ranks.length;
    while (firstEmpty > 0 && (ranks[firstEmpty - 1] ?? 0) >= filled) firstEmpty -= 1;
    ranks.subarray(0, firstEmpty).reverse();
  }
  return ranks.map((position) => order[position] ?? 0);
}

/**
 * Sorts rows that are in the order of the first column by the following columns. Sorts only ranges of equal
 * rows, using orders in memory: a million rows take a moment.
 */
export function sortTies(store: ColumnStore, rows: Uint32Array, steps: readonly SortStep[]): Uint32Array {
  let sorted = rows;
  const marks: ((n: number) => number)[] = [];
  for (const [index, step] of steps.entries()) {
    if (index > 0) sorted = sortTiesBy(store, sorted, marks, step);
    if (index < steps.length - 1) marks.push(equalityMarks(store, step.field));
  }
  return sorted;
}

/** Sorts each range of rows that share all marks. */
function sortTiesBy(
  store: ColumnStore,
  rows: Uint32Array,
  marks: readonly ((n: number) => number)[],
  step: SortStep,
): Uint32Array {
  const sorted = rows.slice();
  for (let from = 0; from < rows.length;) {
    const first = rows[from] ?? 0;
    let to = from + 1;
    while (to < rows.length && marks.every((mark) => mark(rows[to] ?? 0) === mark(first))) to += 1;
    if (to - from > 1) sorted.set(inOrderOf(store, rows.subarray(from, to), step), from);
    from = to;
  }
  return sorted;
}
