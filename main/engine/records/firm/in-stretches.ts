import type { ScannedRow } from '../../cache/scan';

/** Rows read at a time, a few milliseconds' work. */
export const STRETCH = 500;
/** Others have waited long enough. */
const TURN_MS = 8;

/** Pauses only where others have waited for a while: a turn after every stretch would take as long as a list of groups. */
export function paced(pause: () => Promise<void>): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await pause();
    since = performance.now();
  };
}

/** Goes through a list (reader.scan) in stretches. */
export async function inStretches(
  scan: (after: number, limit: number) => ScannedRow[],
  pause: () => Promise<void>,
  take: (rows: readonly ScannedRow[]) => void,
): Promise<void> {
  const others = paced(pause);
  let after = 0;
  for (;;) {
    const rows = scan(after, STRETCH);
    take(rows);
    if (rows.length < STRETCH) break;
    after = rows.at(-1)?.[0] ?? after;
    await others();
  }
  await pause();
}
