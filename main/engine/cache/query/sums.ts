import Big from 'big.js';
import type { Dictionary } from './column-store';

/** Rows in groups; `groupOf` returns a row's group, from 0. */
export interface Groups {
  readonly size: number;
  readonly groupOf: (n: number) => number;
}

/** Number of rows with a number in a column, and their exact sum as decimal text. */
export interface ColumnSum {
  readonly count: number;
  readonly sum: string;
}

const ONE_GROUP: Groups = { size: 1, groupOf: () => 0 };

/**
 * Adds up the numbers of a column exactly, as integers scaled to the finest decimal place, never in binary
 * floating point. Empty and non-numeric cells are ignored.
 */
export function exactSums(
  rows: Iterable<number>,
  { values, codes }: Dictionary,
  groups: Groups = ONE_GROUP,
): ColumnSum[] {
  const numbers = values.map(numberOf);
  const places = numbers.reduce((maximum, value) => Math.max(maximum, decimalsOf(value)), 0);
  const scale = new Big(10).pow(places);
  const scaledValues = [
    null,
    ...numbers.map((value) => (value ? BigInt(value.times(scale).toFixed(0)) : null)),
  ];
  const counts = new Uint32Array(groups.size);
  const sums = Array.from({ length: groups.size }, () => 0n);
  for (const n of rows) {
    const scaled = scaledValues[codes[n] ?? 0];
    if (scaled === null || scaled === undefined) continue;
    const group = groups.groupOf(n);
    counts[group] = (counts[group] ?? 0) + 1;
    sums[group] = (sums[group] ?? 0n) + scaled;
  }
  return sums.map((sum, group) => ({
    count: counts[group] ?? 0,
    sum: new Big(sum.toString()).div(scale).toFixed(places),
  }));
}

function numberOf(value: string | number): Big | null {
  try {
    return new Big(value);
  } catch {
    return null; // not a number; the list shows it as received
  }
}

const decimalsOf = (value: Big | null): number => value?.toFixed().split('.')[1]?.length ?? 0;
