import type { ArchiveEntry } from '#contract/features/fee-files/calls';
import { fail } from '#contract/failure';
import { withTimeout, untilAborted } from '../../files/with-timeout';
import { Archive, type ZipEntry } from '../../files/zip/archive';

/** Maximum number of listed entries; further ones are only counted. */
const MAX_LISTED_ENTRIES = 2_000;
/** Display limits; no fee file reaches them, but a malicious one may. */
const MAX_CELLS = 200;
const MAX_CELL_LENGTH = 1_000;
/** Maximum number of characters per call; further rows come with the next one. */
const MAX_CHARACTERS_PER_READ = 1_000_000;

/** Returns the first entries of an archive and the total in its directory. Nothing is written to disk. */
export const listEntries = (file: string, signal?: AbortSignal): Promise<EntryList> =>
  withTimeout(signal, (limitedSignal) => list(file, limitedSignal));

interface EntryList {
  readonly entries: ArchiveEntry[];
  readonly total: number;
}

async function list(file: string, signal: AbortSignal): Promise<EntryList> {
  const archive = await Archive.open(file);
  try {
    const entries: ArchiveEntry[] = [];
    for await (const { index, name, bytes, packed, problem } of archive.entries()) {
      signal.throwIfAborted();
      entries.push({ index, name, bytes, packed, problem });
      if (entries.length === MAX_LISTED_ENTRIES) break;
    }
    return { entries, total: entries.length < MAX_LISTED_ENTRIES ? entries.length : archive.entryCount };
  } finally {
    await archive.close();
  }
}

/**
 * Returns a range of one entry's rows, reading no further than needed. Returns fewer than `limit` if rows are
 * long; a truncated cell ends in "…".
 */
export const entryRows = (
  file: string,
  entryIndex: number,
  offset: number,
  limit: number,
  signal?: AbortSignal,
): Promise<RowChunk> =>
  withTimeout(signal, (limitedSignal) => rowsUntil(file, entryIndex, offset, limit, limitedSignal));

interface RowChunk {
  readonly rows: string[][];
  readonly lineNumbers: number[];
  readonly hasColumns: boolean;
  readonly hasMore: boolean;
}

async function rowsUntil(
  file: string,
  entryIndex: number,
  offset: number,
  limit: number,
  signal: AbortSignal,
): Promise<RowChunk> {
  const archive = await Archive.open(file);
  try {
    const { readTable } = await import('../../files/tables/table'); // loaded late because it includes the workbook reader
    const { hasColumns, rows } = await readTable(
      untilAborted(signal, archive.read(await entryAt(archive, entryIndex, signal))),
      signal,
    );
    const returnedRows: string[][] = [];
    const lineNumbers: number[] = [];
    let rowNumber = 0;
    let charactersLeft = MAX_CHARACTERS_PER_READ;
    for await (const batch of rows)
      for (const { number, cells } of batch) {
        rowNumber += 1;
        if (rowNumber <= offset) continue;
        if (returnedRows.length === limit || charactersLeft <= 0)
          return { rows: returnedRows, lineNumbers, hasColumns, hasMore: true };
        const clippedCells = clipped(cells);
        for (const cell of clippedCells) charactersLeft -= cell.length;
        returnedRows.push(clippedCells);
        lineNumbers.push(number);
      }
    return { rows: returnedRows, lineNumbers, hasColumns, hasMore: false };
  } finally {
    await archive.close();
  }
}

function clipped(cells: readonly string[]): string[] {
  const shownCells = cells
    .slice(0, MAX_CELLS)
    .map((cell) => (cell.length > MAX_CELL_LENGTH ? `${cell.slice(0, MAX_CELL_LENGTH)}…` : cell));
  const hiddenCount = cells.length - shownCells.length;
  return hiddenCount > 0
    ? [
        ...shownCells,
        `… ${hiddenCount.toLocaleString('en-US')} more ${hiddenCount === 1 ? 'column' : 'columns'}`,
      ]
    : shownCells;
}

async function entryAt(archive: Archive, index: number, signal: AbortSignal): Promise<ZipEntry> {
  for await (const entry of archive.entries()) {
    signal.throwIfAborted();
    if (entry.index === index) return entry;
  }
  throw fail('not-found', { cause: `no entry ${index}` });
}
