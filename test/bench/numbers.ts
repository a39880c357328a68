import { appendFileSync } from 'node:fs';
import { summary, type Note } from '../../scripts/lib/bench-summary.mjs';

/** Returns the median; NaN for no values. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns the quantile `q` (0 to 1) of the values. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

let unreported: Note[] = [];

/**
 * Adds a line to the report: against a baseline of this run (`times`: the maximum factor), or a target. A
 * measure has the same name in each run.
 */
export function note(
  measure: string,
  value: number,
  unit: string,
  against: { readonly baseline: number; readonly times?: number } | { readonly target: number } | null,
): void {
  const noted = { measure, value, unit, ...against };
  unreported.push(noted);
  const file = process.env['BENCH_NOTES'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(noted)}\n`);
}

/** Returns the notes since the last report as aligned text. */
export function report(): string {
  const text = summary(unreported);
  unreported = [];
  return text;
}
