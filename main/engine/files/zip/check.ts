import { fail } from '../../../../preload/contract/failure';
import { inTime } from '../in-time';
import { ROOM_BYTES } from '../stretches';
import { Archive } from './archive';

export interface Checked {
  /** Files in the archive. */
  readonly files: number;
  /** Files that could not be opened, and so not be checked. */
  readonly unchecked: number;
}

/** A service packs a file for each custodian of a firm; a directory of more than this is made to harm. */
const MOST_FILES = 50_000;

/**
 * Reads a whole archive: its directory, and every file's length and CRC. Fails as `archive-damaged` where anything does
 * not fit, as `canceled` when the signal says so, as `took-too-long`. `onBytes` hears of each stretch of unpacked bytes.
 */
export const checkArchive = (
  file: string,
  signal?: AbortSignal,
  onBytes?: (bytes: number) => void,
): Promise<Checked> => inTime(signal, (ends) => check(file, ends, onBytes));

async function check(
  file: string,
  signal: AbortSignal,
  onBytes: ((bytes: number) => void) | undefined,
): Promise<Checked> {
  const archive = await Archive.open(file);
  try {
    if (archive.listed > MOST_FILES)
      throw fail('archive-damaged', { cause: 'lists far more files than it may hold' });
    const room = Buffer.allocUnsafe(ROOM_BYTES);
    let unpacked = 0;
    let files = 0;
    let unchecked = 0;
    for await (const entry of archive.entries()) {
      signal.throwIfAborted(); // files without a byte have no stretch to stop at
      files += 1;
      if (entry.problem !== null) {
        unchecked += 1;
        continue;
      }
      unpacked += entry.bytes;
      if (unpacked > archive.most)
        throw fail('archive-damaged', { cause: 'unpacks to far more than it may hold' });
      for await (const piece of archive.read(entry, room)) {
        signal.throwIfAborted();
        onBytes?.(piece.byteLength);
      }
    }
    return { files, unchecked };
  } finally {
    await archive.close();
  }
}
