import type { ArchiveEntry } from '../../../../preload/contract/calls/fee-files';
import { fail } from '../../../../preload/contract/failure';
import { readTable } from '../../files/tables/table';
import { Archive, type ZipEntry } from '../../files/zip/archive';

/** More entries than people can look through are counted, not listed. */
const MOST_LISTED = 2_000;
/** What a screen can show: a fee file has neither such cells nor such rows, one made to harm has. */
const MOST_CELLS = 200;
const MOST_IN_CELL = 1_000;
/** Characters handed over at once; the rows beyond come with the next stretch. */
const MOST_AT_ONCE = 1_000_000;

/** The first entries of an archive on disk, and how many its directory tells of. Nothing is unpacked to disk. */
export async function listEntries(file: string): Promise<{ entries: ArchiveEntry[]; total: number }> {
  const archive = await Archive.open(file);
  try {
    const entries: ArchiveEntry[] = [];
    for await (const { at, name, bytes, packed, problem } of archive.entries()) {
      entries.push({ at, name, bytes, packed, problem });
      if (entries.length === MOST_LISTED) break;
    }
    return { entries, total: entries.length < MOST_LISTED ? entries.length : archive.listed };
  } finally {
    await archive.close();
  }
}

/**
 * A stretch of one entry's rows: the table is read up to there and no further. Fewer than `limit` come where they are
 * long; what is left out of a row ends in a sign of that.
 */
export async function entryRows(
  file: string,
  at: number,
  offset: number,
  limit: number,
): Promise<{ rows: string[][]; columns: boolean; more: boolean }> {
  const archive = await Archive.open(file);
  try {
    const { columns, rows } = await readTable(archive.read(await entryAt(archive, at)));
    const found: string[][] = [];
    let row = 0;
    let room = MOST_AT_ONCE;
    for await (const batch of rows)
      for (const cells of batch) {
        row += 1;
        if (row <= offset) continue;
        if (found.length === limit || room <= 0) return { rows: found, columns, more: true };
        const shown = clipped(cells);
        for (const cell of shown) room -= cell.length;
        found.push(shown);
      }
    return { rows: found, columns, more: false };
  } finally {
    await archive.close();
  }
}

function clipped(cells: readonly string[]): string[] {
  const shown = cells
    .slice(0, MOST_CELLS)
    .map((cell) => (cell.length > MOST_IN_CELL ? `${cell.slice(0, MOST_IN_CELL)}…` : cell));
  const left = cells.length - shown.length;
  return left > 0 ? [...shown, `… ${left.toLocaleString('en-US')} more columns`] : shown;
}

async function entryAt(archive: Archive, at: number): Promise<ZipEntry> {
  for await (const entry of archive.entries()) if (entry.at === at) return entry;
  throw fail('not-found', { cause: `no entry ${at}` });
}
