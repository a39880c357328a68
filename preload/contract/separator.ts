/** Column separators, preferred first: commas also occur in names and amounts. */
const SEPARATORS = ['\t', '|', ';', ','] as const;
export type Separator = (typeof SEPARATORS)[number];

const SAMPLE_LINES = 30;
const QUOTED = /"[^"]*"/g;
const THOUSANDS = /(\d),(?=\d{3}(?!\d))/g;

/**
 * Returns the column separator of a text: the one in most of its first lines, most evenly, most often. Null
 * for text without columns, such as fixed width.
 */
export function separatorOf(text: string): Separator | null {
  const lines = text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLE_LINES)
    .map((line) => line.replace(QUOTED, ''));
  // Ignores commas inside amounts, unless the table contains nothing else.
  return bestOf(lines.map((line) => line.replace(THOUSANDS, '$1'))) ?? bestOf(lines);
}

function bestOf(lines: readonly string[]): Separator | null {
  let best: { separator: Separator; evenness: number; count: number } | undefined;
  for (const separator of SEPARATORS) {
    const counts = lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0);
    const usual = mostFrequent(counts);
    if (usual === undefined || counts.length <= lines.length / 2) continue;
    const evenness = counts.filter((count) => count === usual).length / lines.length;
    const better = !best || evenness > best.evenness || (evenness === best.evenness && usual > best.count);
    if (better) best = { separator, evenness, count: usual };
  }
  return best?.separator ?? null;
}

function mostFrequent(numbers: readonly number[]): number | undefined {
  const times = new Map<number, number>();
  for (const number of numbers) times.set(number, (times.get(number) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1])[0]?.[0];
}
