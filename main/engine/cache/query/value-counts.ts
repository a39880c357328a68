import { comparisonForm } from '#contract/filter-values';
import { holdsMany } from '#contract/fields';
import type { Column } from '#contract/resource';
import { LIST_SEPARATOR } from '../schema/cells';
import type { Dictionary } from './column-store';

/** A value of a column, null for empty, and its number of rows. */
export interface ValueCount {
  readonly value: string | null;
  readonly count: number;
}

/** Counts the rows by value, most frequent first. A list that repeats a value counts once. */
export function valueCounts(
  rows: Iterable<number>,
  { values, codes }: Dictionary,
  column: Column | undefined,
): ValueCount[] {
  const counts = new Uint32Array(values.length + 1);
  for (const n of rows) {
    const code = codes[n] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  const holdsList = holdsMany(column?.kind);
  const sums = new Map<string, number>();
  for (const [index, value] of values.entries()) {
    const count = counts[index + 1] ?? 0;
    if (count === 0) continue;
    for (const item of holdsList ? new Set(String(value).split(LIST_SEPARATOR)) : [String(value)])
      sums.set(item, (sums.get(item) ?? 0) + count);
  }
  const found: ValueCount[] = [...sums].map(([value, count]) => ({ value, count }));
  const empty = counts[0] ?? 0;
  if (empty > 0) found.push({ value: null, count: empty });
  return found.sort((a, b) => b.count - a.count || String(a.value).localeCompare(String(b.value)));
}

/** Returns the wanted values that no row has. */
export function unmatchedIn(
  { values }: Dictionary,
  column: Column | undefined,
  wanted: readonly string[],
): string[] {
  const holdsList = holdsMany(column?.kind);
  const present = new Set(
    values
      .flatMap((value) => (holdsList ? String(value).split(LIST_SEPARATOR) : String(value)))
      .map((value) => comparisonForm(value, column ?? {})),
  );
  return wanted.filter((value) => !present.has(comparisonForm(value, column ?? {})));
}

/** Counts the rows by pairs of values of two columns; rows where either is empty are skipped. */
export function pairCounts(a: Dictionary, b: Dictionary): { first: string; second: string; count: number }[] {
  const counts = new Map<number, number>();
  const stride = b.values.length + 1;
  for (let n = 0; n < a.codes.length; n += 1) {
    const first = a.codes[n] ?? 0;
    const second = b.codes[n] ?? 0;
    if (first === 0 || second === 0) continue;
    const pair = first * stride + second;
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return [...counts].map(([pair, count]) => ({
    first: String(a.values[Math.floor(pair / stride) - 1]),
    second: String(b.values[(pair % stride) - 1]),
    count,
  }));
}
