import type { SortStep } from '#contract/query';
import type { ColumnStore } from './column-store';

/**
 * Returns a function from row number to a key that rows with equal values share; 0 for none. Case is
 * ignored, as in the order; columns sorted by labels are compared by code.
 */
export function equalityKeys(store: ColumnStore, field: string): (n: number) => number {
  const { values, codes } = store.dictionary(field);
  const isExact = store.sortsByLabels(field);
  const keys = new Map<string | number, number>();
  const shared = new Uint32Array(values.length + 1);
  for (const [index, value] of values.entries()) {
    const folded = typeof value === 'string' && !isExact ? value.toLowerCase() : value;
    const known = keys.get(folded) ?? keys.size + 1;
    keys.set(folded, known);
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
  const keyFunctions: ((n: number) => number)[] = [];
  for (const [index, step] of steps.entries()) {
    if (index > 0) sorted = sortTiesBy(store, sorted, keyFunctions, step);
    if (index < steps.length - 1) keyFunctions.push(equalityKeys(store, step.field));
  }
  return sorted;
}

/** Sorts each range of rows that share all keys. */
function sortTiesBy(
  store: ColumnStore,
  rows: Uint32Array,
  keyFunctions: readonly ((n: number) => number)[],
  step: SortStep,
): Uint32Array {
  const sorted = rows.slice();
  for (let from = 0; from < rows.length;) {
    const first = rows[from] ?? 0;
    let to = from + 1;
    while (to < rows.length && keyFunctions.every((keyOf) => keyOf(rows[to] ?? 0) === keyOf(first))) to += 1;
    if (to - from > 1) sorted.set(inOrderOf(store, rows.subarray(from, to), step), from);
    from = to;
  }
  return sorted;
}
