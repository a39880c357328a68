import type { ScannedRow } from '../cache/query/scan';
import { STEP_BUDGET_MS } from '../idle';

/** Rows per chunk, a few milliseconds of work. */
export const CHUNK_ROWS = 500;

/** Returns `pause` limited to one call per step of background work: pausing after every chunk would take as long as the scan. */
export function rateLimited(pause: () => Promise<void>): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < STEP_BUDGET_MS) return;
    await pause();
    since = performance.now();
  };
}

/** Visits items in memory, in chunks. */
export async function forEachInChunks<T>(
  items: Iterable<T>,
  pause: () => Promise<void>,
  visit: (item: T) => void,
): Promise<void> {
  const pauseIfDue = rateLimited(pause);
  let visited = 0;
  for (const item of items) {
    visit(item);
    visited += 1;
    if (visited % CHUNK_ROWS === 0) await pauseIfDue();
  }
}

/** Rows of the saved work per page. */
export const PAGE_ROWS = 2_000;

/** Visits rows page by page, each read after the last row before it, so that no statement stays open during a pause. */
export async function forEachInPages<Row>(
  read: (after: Row | undefined, limit: number) => readonly Row[],
  pause: () => Promise<void>,
  visit: (row: Row) => void,
): Promise<void> {
  let rows: readonly Row[] = [];
  do {
    rows = read(rows.at(-1), PAGE_ROWS);
    for (const row of rows) visit(row);
    await pause();
  } while (rows.length === PAGE_ROWS);
}

/** Scans a list (reader.scan) in chunks. */
export async function scanInChunks(
  scan: (after: number, limit: number) => ScannedRow[],
  pause: () => Promise<void>,
  onChunk: (rows: readonly ScannedRow[]) => void,
): Promise<void> {
  const pauseIfDue = rateLimited(pause);
  // Scoped so that rows are released before the next chunk; otherwise the garbage collector would copy both.
  const next = (after: number): number | undefined => {
    const rows = scan(after, CHUNK_ROWS);
    onChunk(rows);
    return rows.length < CHUNK_ROWS ? undefined : rows.at(-1)?.[0];
  };
  for (let after: number | undefined = 0; (after = next(after)) !== undefined;) await pauseIfDue();
  // Also after a short list: requests are served before the caller continues, and a closed connection ends its work.
  await pause();
}
