import type { ScannedRow } from '../../cache/scan';

/** Rows per chunk, a few milliseconds of work. */
export const STRETCH = 500;
/** How long other tasks may wait. */
const TURN_MS = 8;

/** Rate-limits pauses: pausing after every chunk would take as long as a list of groups. */
export function paced(pause: () => Promise<void>): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await pause();
    since = performance.now();
  };
}

/** Scans a list (reader.scan) in chunks. */
export async function inStretches(
  scan: (after: number, limit: number) => ScannedRow[],
  pause: () => Promise<void>,
  take: (rows: readonly ScannedRow[]) => void,
): Promise<void> {
  const others = paced(pause);
  // Scoped so that rows are released before the next chunk; otherwise the garbage collector would copy both.
  const next = (after: number): number | undefined => {
    const rows = scan(after, STRETCH);
    take(rows);
    return rows.length < STRETCH ? undefined : rows.at(-1)?.[0];
  };
  for (let after: number | undefined = 0; (after = next(after)) !== undefined;) await others();
  await pause();
}
