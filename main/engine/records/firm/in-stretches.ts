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
  // The rows end with this call: what waits would hold them while the next are read, and the collector copy both.
  const next = (after: number): number | undefined => {
    const rows = scan(after, STRETCH);
    take(rows);
    return rows.length < STRETCH ? undefined : rows.at(-1)?.[0];
  };
  for (let after: number | undefined = 0; (after = next(after)) !== undefined;) await others();
  await pause();
}
