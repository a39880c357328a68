import type { ArchiveEntry } from '../../../../preload/contract/errands/fee-files';
import { fail } from '../../../../preload/contract/failure';
import { readTable } from './tables/table';
import { Archive, type ZipEntry } from './zip/archive';

/** More entries than people can look through are counted, not listed. */
const MOST_LISTED = 2_000;

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

/** A stretch of one entry's rows: the table is read up to there and no further. */
export async function entryRows(
  file: string,
  at: number,
  offset: number,
  limit: number,
): Promise<{ rows: string[][]; columns: boolean; more: boolean }> {
  const archive = await Archive.open(file);
  try {
    const { separator, rows } = await readTable(archive.read(await entryAt(archive, at)));
    const found: string[][] = [];
    let row = 0;
    for await (const batch of rows) {
      for (const cells of batch) {
        if (row >= offset && found.length <= limit) found.push(cells);
        row += 1;
      }
      if (found.length > limit) break;
    }
    return { rows: found.slice(0, limit), columns: separator !== null, more: found.length > limit };
  } finally {
    await archive.close();
  }
}

async function entryAt(archive: Archive, at: number): Promise<ZipEntry> {
  for await (const entry of archive.entries()) if (entry.at === at) return entry;
  throw fail('not-found', { cause: `no entry ${at}` });
}
