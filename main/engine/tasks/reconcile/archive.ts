import { fail, failureOf } from '../../../../preload/contract/failure';
import type { EntryMapping } from '../../../../preload/contract/calls/reconcile';
import { FeeLineReader } from './lines';
import { SAMPLED_ROWS, type EntryHead } from './recognize';
import type { OpenArchive } from './sources';

/** The first lines of every file of an archive; one that cannot be read says why and stops no other. */
export async function headsOf(archive: OpenArchive): Promise<EntryHead[]> {
  const heads: EntryHead[] = [];
  for (const entry of archive.entries) {
    try {
      heads.push({ entry, rows: await firstRows(archive, entry), problem: null });
    } catch (error) {
      heads.push({ entry, rows: [], problem: { code: 'unreadable', failure: failureOf(error) } });
    }
  }
  return heads;
}

async function firstRows(archive: OpenArchive, entry: string): Promise<(readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for await (const some of archive.rows(entry)) {
    rows.push(...some);
    if (rows.length >= SAMPLED_ROWS) break;
  }
  return rows.slice(0, SAMPLED_ROWS);
}

/** Rows of all files together; the largest firms bill some fifty thousand accounts. */
export const MOST_ROWS = 500_000;

/**
 * Reads every fee of the files that are not left out, with the columns that were confirmed. Fails as `too-large` beyond
 * what any firm bills: a small archive can unpack to more than the memory holds. Fails as `canceled` when nobody waits.
 */
export async function collect(
  archive: OpenArchive,
  mappings: readonly EntryMapping[],
  { signal, most = MOST_ROWS }: { signal?: AbortSignal | undefined; most?: number } = {},
): Promise<FeeLineReader> {
  const collected = new FeeLineReader();
  const there = new Set(archive.entries);
  let rows = 0;
  for (const mapping of mappings) {
    if (mapping.leftOut || !there.has(mapping.entry)) continue;
    let at = 0;
    for await (const some of archive.rows(mapping.entry)) {
      if (signal?.aborted) throw fail('canceled');
      rows += some.length;
      if (rows > most) throw fail('too-large', { where: mapping.entry });
      for (const cells of some) collected.add(mapping, at++, cells);
    }
  }
  return collected;
}
