import type { SortStep } from '../../../preload/contract/query';
import type { ColumnStore } from './column-store';

/**
 * By row number, a mark that rows of an equal value share, 0 for none: letters count as one whichever their case, as in
 * the order; what is shown in words is told apart by its codes.
 */
export function equals(store: ColumnStore, field: string): (n: number) => number {
  const { values, codes } = store.dictionary(field);
  const isExact = store.isInWords(field);
  const marks = new Map<string | number, number>();
  const shared = new Uint32Array(values.length + 1);
  for (const [at, value] of values.entries()) {
    const folded = typeof value === 'string' && !isExact ? value.toLowerCase() : value;
    const known = marks.get(folded) ?? marks.size + 1;
    marks.set(folded, known);
    shared[at + 1] = known;
  }
  return (n) => shared[codes[n] ?? 0] ?? 0;
}

/** Rows in the order of one column; empty cells come last, either way. */
function inOrderOf(store: ColumnStore, rows: Uint32Array, { field, descending }: SortStep): Uint32Array {
  const { filled, order, rank } = store.order(field);
  const places = rows.map((n) => rank[n] ?? 0).sort();
  if (descending) {
    let firstEmpty = places.length;
    while (firstEmpty > 0 && (places[firstEmpty - 1] ?? 0) >= filled) firstEmpty -= 1;
    places.subarray(0, firstEmpty).reverse();
  }
  return places.map((place) => order[place] ?? 0);
}

/**
 * Rows that stand in the order of the first column, put in the order of the next ones where they are equal in those
 * before. Only stretches of equal rows are sorted, by places in orders that are at hand: a million rows take a moment.
 */
export function refined(store: ColumnStore, rows: Uint32Array, steps: readonly SortStep[]): Uint32Array {
  let sorted = rows;
  const marks: ((n: number) => number)[] = [];
  for (const [at, step] of steps.entries()) {
    if (at > 0) sorted = sortedWithin(store, sorted, marks, step);
    if (at < steps.length - 1) marks.push(equals(store, step.field));
  }
  return sorted;
}

/** Each stretch of rows that share all marks in the order of a column. */
function sortedWithin(
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
