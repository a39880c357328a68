import { failureOf } from '../../../../preload/contract/failure';
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

/** Reads every fee of the files that are not left out, with the columns that were confirmed. */
export async function collect(
  archive: OpenArchive,
  mappings: readonly EntryMapping[],
): Promise<FeeLineReader> {
  const collected = new FeeLineReader();
  for (const mapping of mappings) {
    if (mapping.leftOut || !archive.entries.includes(mapping.entry)) continue;
    let at = 0;
    for await (const some of archive.rows(mapping.entry))
      for (const cells of some) collected.add(mapping, at++, cells);
  }
  return collected;
}
