import { Zip, type ZipInputFile } from 'fflate';
import { pipeline, Readable } from 'node:stream';
import { constants, crc32, createDeflateRaw } from 'node:zlib';
import { fail } from '#contract/failure';

/** The compression method "deflate" in a zip archive. */
const DEFLATE = 8;

/** Larger entries need the zip64 format, which the library does not write. */
const MAX_ENTRY_BYTES = 4_000_000_000;

/** A file to add to an archive, as chunks of text or bytes. */
export interface WrittenEntry {
  readonly name: string;
  readonly content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

/**
 * Yields the bytes of a zip archive, holding only a few chunks in memory. The library writes the directory;
 * the platform compresses, in another thread and several times as fast. Fails with `file-not-saved` for an entry that
 * is too large.
 */
export async function* zipChunks(
  entries: Iterable<WrittenEntry>,
  maxEntryBytes = MAX_ENTRY_BYTES,
): AsyncGenerator<Uint8Array, void, void> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    chunks.push(bytes);
  });
  for (const { name, content } of entries) {
    const entry: ZipInputFile = { filename: name, size: 0, crc: 0, compression: DEFLATE };
    zip.add(entry);
    const packed = createDeflateRaw({ level: constants.Z_BEST_SPEED, chunkSize: 131_072 });
    pipeline(Readable.from(counted(entry, content, maxEntryBytes)), packed, () => undefined); // errors are thrown below
    for await (const bytes of packed as AsyncIterable<Buffer>) {
      entry.ondata?.(null, asBytes(bytes), false);
      yield* chunks.splice(0);
    }
    entry.ondata?.(null, new Uint8Array(0), true);
    yield* chunks.splice(0);
  }
  zip.end();
  yield* chunks.splice(0);
}

/** Yields chunks as bytes, and updates the entry's length, up to a limit, and checksum. */
async function* counted(
  entry: ZipInputFile,
  content: WrittenEntry['content'],
  maxBytes: number,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of content) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    entry.size += bytes.length;
    if (entry.size > maxBytes) throw fail('file-not-saved', { detail: { code: 'big-sheet' } });
    entry.crc = crc32(bytes, entry.crc);
    yield bytes;
  }
}

const asBytes = ({ buffer, byteOffset, byteLength }: Buffer) =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
