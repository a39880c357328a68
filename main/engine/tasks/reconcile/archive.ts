import { fail, failureOf } from '../../../../preload/contract/failure';
import type { EntryMapping } from '../../../../preload/contract/calls/reconcile';
import { FeeLineReader } from './lines';
import { ownText } from '../../files/tables/text';
import { MOST_COLUMNS, SAMPLED_ROWS, type EntryHead } from './recognize';
import type { OpenArchive } from './sources';

/** Characters of the first lines of all files together; fifty custodians' files have some three million. */
const MOST_SAMPLED = 50_000_000;

/**
 * The first lines of every file of an archive; one that cannot be read says why and stops no other. Fails as `too-large`
 * where even these lines are more than the memory should hold, and with the signal's reason.
 */
export async function headsOf(
  archive: OpenArchive,
  signal: AbortSignal,
  most = MOST_SAMPLED,
): Promise<EntryHead[]> {
  const heads: EntryHead[] = [];
  let room = most;
  for (const entry of archive.entries) {
    signal.throwIfAborted();
    try {
      const rows = await firstRows(archive, entry);
      for (const cells of rows) for (const cell of cells) room -= cell.length;
      heads.push({ entry, rows, problem: null });
    } catch (error) {
      signal.throwIfAborted();
      heads.push({ entry, rows: [], problem: { code: 'unreadable', failure: failureOf(error) } });
    }
    if (room < 0) throw fail('too-large', { where: archive.name });
  }
  return heads;
}

async function firstRows(archive: OpenArchive, entry: string): Promise<(readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for await (const some of archive.rows(entry)) {
    rows.push(...some.slice(0, SAMPLED_ROWS - rows.length).map(sampled));
    if (rows.length >= SAMPLED_ROWS) break;
  }
  return rows;
}

/** Of a row only what columns are told by: no heading and no value of a fee file is longer. */
const sampled = (cells: readonly string[]): string[] =>
  cells
    .slice(0, MOST_COLUMNS)
    .map((cell) => (cell.length > MOST_IN_CELL ? ownText(cell.slice(0, MOST_IN_CELL)) : cell));
const MOST_IN_CELL = 1_000;

/** Rows of all files together; the largest firms bill some fifty thousand accounts. */
export const MOST_ROWS = 500_000;

/**
 * Reads every fee of the files that are not left out, with the columns that were confirmed. Fails as `too-large` beyond
 * what any firm bills: a small archive can unpack to more than the memory holds. Fails with the signal's reason.
 */
export async function collect(
  archive: OpenArchive,
  mappings: readonly EntryMapping[],
  signal: AbortSignal,
  most = MOST_ROWS,
): Promise<FeeLineReader> {
  const collected = new FeeLineReader();
  const there = new Set(archive.entries);
  let rows = 0;
  for (const mapping of mappings) {
    if (mapping.leftOut || !there.has(mapping.entry)) continue;
    let at = 0;
    for await (const some of archive.rows(mapping.entry)) {
      signal.throwIfAborted();
      rows += some.length;
      if (rows > most) throw fail('too-large', { where: mapping.entry });
      for (const cells of some) collected.add(mapping, at++, cells);
    }
  }
  return collected;
}
