import type { ScannedRow } from '../../cache/scan';

/** Rows read at a time, a few milliseconds' work: others have their turn after them. */
export const STRETCH = 500;

/** Goes through a list (reader.scan) in stretches. */
export async function inStretches(
  scan: (after: number, limit: number) => ScannedRow[],
  pause: () => Promise<void>,
  take: (rows: readonly ScannedRow[]) => void,
): Promise<void> {
  let after = 0;
  let more = true;
  while (more) {
    const rows = scan(after, STRETCH);
    take(rows);
    after = rows.at(-1)?.[0] ?? after;
    more = rows.length === STRETCH;
    await pause();
  }
}
