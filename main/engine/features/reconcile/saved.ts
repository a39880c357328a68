import { fail, type FailureError } from '#contract/failure';
import { errorCodeOf } from '#common/error-code';
import { untilAborted } from '../../files/with-timeout';
import { readTable, type FileRow } from '../../files/tables/table';
import { isSavedPath } from '../fee-files/saved-work/saved-files';
import { compareSaved } from '../fee-files/verify';
import { Archive, type ZipEntry } from '../../files/zip/archive';
import { splitFixedWidth, detectFixedColumns } from './fixed-width';
import type { OpenArchive, ReconcileSources } from './sources';

/** A saved copy of a fee upload file; there may be several. */
interface ArchiveCopy {
  readonly path: string;
  readonly name: string;
  /** SHA-256 of the file when it was saved. */
  readonly sha256: string;
}

/** Maximum number of files in an archive; no real archive has more. */
const MAX_ENTRIES = 2_000;

/** Opens saved archives, each from its newest copy or another with the same bytes. `copiesOf` returns the newest first. */
export function savedArchives(
  copiesOf: (fileId: string) => readonly ArchiveCopy[],
): Pick<ReconcileSources, 'open' | 'isSaved'> {
  return {
    isSaved: (fileId) => copiesOf(fileId).length > 0,
    async open(fileId, signal) {
      const copies = copiesOf(fileId);
      if (copies.length === 0)
        throw fail('file-unreadable', {
          detail: { code: 'not-saved-here' },
        });
      return await openNewest(copies, signal);
    },
  };
}

/**
 * Opens a copy with the newest bytes: an older version must not be reconciled or signed off in place of the newest one.
 * Fails with `file-unreadable`, for the newest of these copies that exists, if none can be read.
 */
async function openNewest(copies: readonly ArchiveCopy[], signal: AbortSignal): Promise<OpenArchive> {
  let failure: FailureError | undefined;
  for (const copy of copies) {
    if (copy.sha256 !== copies[0]?.sha256) continue; // another version of the file
    if (!isSavedPath(copy.path)) continue; // a placeholder path from a backup
    try {
      return await openCopy(copy, signal);
    } catch (error) {
      const code = errorCodeOf(error);
      if (signal.aborted || !/^E[A-Z]+$/.test(code)) throw error; // not a system error such as EBUSY
      if (!/^(ENOENT|ENOTDIR)$/.test(code))
        failure ??= fail('file-unreadable', { where: copy.name, cause: code }, error);
    }
  }
  throw failure ?? fail('file-unreadable', { where: copies[0]?.name ?? '', detail: { code: 'moved' } });
}

async function openCopy(copy: ArchiveCopy, signal: AbortSignal): Promise<OpenArchive> {
  const { sha256, bytes, changed } = await compareSaved(copy, signal);
  const archive = await Archive.open(copy.path);
  try {
    const entries = new Map<string, ZipEntry>();
    let unpacked = 0;
    for await (const entry of archive.entries()) {
      signal.throwIfAborted();
      // Two entries may have the same name; each gets a unique one.
      entries.set(entries.has(entry.name) ? `${entry.name} (${entry.index + 1})` : entry.name, entry);
      if (entry.problem === null) unpacked += entry.bytes;
      if (entries.size > MAX_ENTRIES || unpacked > archive.maxUnpackedBytes)
        throw fail('too-large', { where: copy.name });
    }
    return {
      sha256,
      changed,
      bytes,
      name: copy.name,
      entries: [...entries.keys()],
      rows: (name) => rowsOf(archive, entries.get(name), signal),
      close: () => archive.close(),
    };
  } catch (error) {
    await archive.close();
    throw error;
  }
}

/** Yields the rows of an entry; a fixed-width text is split at the columns of its first lines. */
async function* rowsOf(
  archive: Archive,
  entry: ZipEntry | undefined,
  signal: AbortSignal,
): AsyncGenerator<FileRow[], void, void> {
  if (!entry) throw fail('file-unreadable', { detail: { code: 'no-entry' } });
  const { hasColumns, rows } = await readTable(untilAborted(signal, archive.read(entry)), signal);
  if (hasColumns) {
    yield* rows;
    return;
  }
  let detected: ReturnType<typeof detectFixedColumns> | undefined;
  for await (const batch of rows) {
    detected ??= detectFixedColumns(batch.map(({ cells: [line = ''] }) => line));
    const columns = detected;
    yield columns.length < 2
      ? batch
      : batch.map(({ number, cells: [line = ''] }) => ({ number, cells: splitFixedWidth(line, columns) }));
  }
}
