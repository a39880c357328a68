import { fail, failureOf } from '#contract/failure';
import type { EntryMapping } from '#contract/features/reconcile/reconciliation';
import { FeeLineReader } from './lines';
import type { FileRow } from '../../files/tables/table';
import { copySubstring } from '../../files/tables/text';
import { MAX_DETECTED_COLUMNS, SAMPLED_ROWS, type EntryHead } from './recognize';
import type { OpenArchive } from './sources';

/** Maximum number of characters in all sampled lines; fifty custodians' files have about three million. */
const MAX_SAMPLE_CHARACTERS = 50_000_000;

/**
 * Returns the first lines of every file of an archive; an unreadable file has its failure instead. Fails with
 * `too-large` if these lines exceed the limit, and with the signal's reason if it is aborted.
 */
export async function readEntryHeads(
  archive: OpenArchive,
  signal: AbortSignal,
  maxCharacters = MAX_SAMPLE_CHARACTERS,
): Promise<EntryHead[]> {
  const heads: EntryHead[] = [];
  let charactersLeft = maxCharacters;
  for (const entry of archive.entries) {
    signal.throwIfAborted();
    try {
      const rows = await firstRows(archive, entry);
      for (const { cells } of rows) for (const cell of cells) charactersLeft -= cell.length;
      heads.push({
        entry,
        rows: rows.map(({ cells }) => cells),
        lineNumbers: rows.map(({ number }) => number),
        problem: null,
      });
    } catch (error) {
      signal.throwIfAborted();
      heads.push({
        entry,
        rows: [],
        lineNumbers: [],
        problem: { code: 'unreadable', failure: failureOf(error) },
      });
    }
    if (charactersLeft < 0) throw fail('too-large', { where: archive.name });
  }
  return heads;
}

async function firstRows(archive: OpenArchive, entry: string): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const batch of archive.rows(entry)) {
    for (const { number, cells } of batch.slice(0, SAMPLED_ROWS - rows.length))
      rows.push({ number, cells: shortenCells(cells) });
    if (rows.length >= SAMPLED_ROWS) break;
  }
  return rows;
}

/**
 * Drops columns that detection does not read, and shortens cells; no heading or value of a fee file is longer. Copied,
 * so that a short cell does not keep its long text in memory.
 */
const shortenCells = (cells: readonly string[]): string[] =>
  cells
    .slice(0, MAX_DETECTED_COLUMNS)
    .map((cell) => (cell.length > MAX_CELL_LENGTH ? copySubstring(cell.slice(0, MAX_CELL_LENGTH)) : cell));
const MAX_CELL_LENGTH = 1_000;

/** Maximum number of rows in all files; the largest firms bill about fifty thousand accounts. */
export const MAX_FEE_ROWS = 500_000;

/**
 * Reads every fee of the included files with the confirmed columns. Fails with `too-large` above `maxRows`, because a
 * small archive can decompress to more than memory holds, and with the signal's reason if it is aborted.
 */
export async function collectFeeLines(
  archive: OpenArchive,
  mappings: readonly EntryMapping[],
  signal: AbortSignal,
  maxRows = MAX_FEE_ROWS,
): Promise<FeeLineReader> {
  const collected = new FeeLineReader();
  const entries = new Set(archive.entries);
  let rows = 0;
  for (const mapping of mappings) {
    // The saved file may have been replaced since its columns were confirmed.
    if (mapping.leftOut || !entries.has(mapping.entry)) continue;
    let rowIndex = 0;
    for await (const batch of archive.rows(mapping.entry)) {
      signal.throwIfAborted();
      rows += batch.length;
      if (rows > maxRows) throw fail('too-large', { where: mapping.entry });
      for (const row of batch) collected.add(mapping, rowIndex++, row);
    }
  }
  return collected;
}
