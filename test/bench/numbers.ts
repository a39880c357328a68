/** The median; NaN for none. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value below which the share `q` of the values lies. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

const rows: string[][] = [['measure', 'measured', 'floor or aim', 'ratio']];

/** Notes one line of the report: beside a floor measured in this run, or beside an aim. */
export function note(
  measure: string,
  value: number,
  unit: string,
  against: { floor: number } | { aim: number } | null,
): void {
  const show = (number: number) => `${number >= 100 ? number.toFixed(0) : number.toPrecision(3)} ${unit}`;
  if (against === null) rows.push([measure, show(value), '', '']);
  else if ('floor' in against)
    rows.push([
      measure,
      show(value),
      `floor ${show(against.floor)}`,
      `${(value / against.floor).toFixed(2)} ×`,
    ]);
  else
    rows.push([measure, show(value), `aim ≤ ${show(against.aim)}`, value <= against.aim ? 'met' : 'missed']);
}

/** The whole report as aligned text. */
export function report(): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
