import { fail } from '#contract/failure';
import { withTimeout } from '../with-timeout';
import { BUFFER_BYTES } from '../read-chunks';
import { Archive } from './archive';

export interface CheckedArchive {
  /** Number of files in the archive. */
  readonly files: number;
  /** Number of files that could not be opened, and so not checked. */
  readonly unchecked: number;
}

/** Maximum number of files; the service packs one per custodian, so more is treated as an attack. */
const MAX_FILES = 50_000;

/**
 * Verifies a whole archive: its directory, and every file's length and CRC. Fails with `archive-damaged`,
 * `file-unreadable`, `canceled` or `took-too-long`. `onBytes` receives the number of decompressed bytes of each step.
 */
export const checkArchive = (
  file: string,
  signal?: AbortSignal,
  onBytes?: (bytes: number) => void,
): Promise<CheckedArchive> => withTimeout(signal, (timeout) => check(file, timeout, onBytes));

async function check(
  file: string,
  signal: AbortSignal,
  onBytes: ((bytes: number) => void) | undefined,
): Promise<CheckedArchive> {
  const archive = await Archive.open(file);
  try {
    if (archive.entryCount > MAX_FILES)
      throw fail('archive-damaged', { cause: 'lists far more files than it may hold' });
    const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
    let unpacked = 0;
    let files = 0;
    let unchecked = 0;
    for await (const entry of archive.entries()) {
      signal.throwIfAborted(); // empty files have no step that would check the signal
      files += 1;
      if (entry.problem !== null) {
        unchecked += 1;
        continue;
      }
      unpacked += entry.bytes;
      if (unpacked > archive.maxUnpackedBytes)
        throw fail('archive-damaged', { cause: 'unpacks to far more than it may hold' });
      for await (const chunk of archive.read(entry, buffer)) {
        signal.throwIfAborted();
        onBytes?.(chunk.byteLength);
      }
    }
    return { files, unchecked };
  } finally {
    await archive.close();
  }
}
