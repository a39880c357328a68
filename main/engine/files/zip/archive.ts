import fs from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import zlib from 'node:zlib';
import {
  fromRandomAccessReaderPromise,
  RandomAccessReader,
  validateFileName,
  type Entry,
  type ZipFile,
} from 'yauzl';
import { fail, FailureError, type EntryObstacle } from '#contract/failure';
import { errorCodeOf } from '#common/error-code';
import { readChunks } from '../read-chunks';

/** A file in an archive, excluding folders. */
export interface ZipEntry {
  /** Position in the archive's directory, from 0. */
  readonly index: number;
  readonly name: string;
  /** Uncompressed and compressed size in bytes. */
  readonly bytes: number;
  readonly packed: number;
  /** The reason why it cannot be opened; null if it can. */
  readonly problem: EntryObstacle | null;
  readonly raw: Entry;
}

/**
 * Maximum ratio of an entry's uncompressed size to its compressed size. Text compresses to a twentieth; a file of one
 * repeated byte, to a thousandth, is treated as an attack.
 */
const MAX_ENTRY_RATIO = 250;
/** A smaller entry is accepted at any ratio. */
const BOMB_FROM_BYTES = 50_000_000;
/** Maximum ratio of the total uncompressed size to the archive's; above it, readers refuse the archive. */
const MAX_TOTAL_RATIO = 250;
/** Total uncompressed size that is accepted regardless of the ratio. */
const ALLOWED_BYTES = 2_000_000_000;
const STORED = 0;
/** System code of archives made on Unix; below, the file types of Unix and their mask. */
const UNIX = 3;
const LINK = 0o120000;
const FOLDER = 0o040000;
const TYPE_MASK = 0o170000;

/**
 * A zip archive on disk, read without extracting it (spec 4.6). The directory is read lazily, so that a
 * million entries need no memory. Names in it never cause a write.
 */
export class Archive {
  readonly #handle: fs.FileHandle;
  /** Opens entries in any order; a separate reader iterates over the directory. */
  readonly #opener: ZipFile;
  /** Size of the archive in bytes. */
  readonly size: number;
  /** Number of entries in its directory, including folders. */
  readonly entryCount: number;

  private constructor(handle: fs.FileHandle, size: number, opener: ZipFile) {
    this.#handle = handle;
    this.#opener = opener;
    this.size = size;
    this.entryCount = opener.entryCount;
  }

  /**
   * Fails with `archive-damaged` without a complete directory, and with `file-unreadable` if the file cannot
   * be read.
   */
  static async open(file: string): Promise<Archive> {
    let handle: fs.FileHandle | undefined;
    try {
      handle = await fs.open(file, 'r');
      const { size } = await handle.stat();
      return new Archive(handle, size, await openDirectory(handle, size));
    } catch (error) {
      await handle?.close();
      throw damaged(error);
    }
  }

  /** Maximum total size of its files in bytes; larger archives are treated as an attack. */
  get maxUnpackedBytes(): number {
    return Math.max(ALLOWED_BYTES, this.size * MAX_TOTAL_RATIO);
  }

  /** Yields the entries of the directory. */
  async *entries(): AsyncGenerator<ZipEntry, void, void> {
    let index = 0;
    try {
      for await (const raw of (await openDirectory(this.#handle, this.size)).eachEntry()) {
        const name = nameOf(raw);
        if (!isFolder(raw, name))
          yield {
            index,
            name,
            bytes: raw.uncompressedSize,
            packed: raw.compressedSize,
            problem: problemOf(raw, name),
            raw,
          };
        index += 1;
      }
    } catch (error) {
      throw damaged(error);
    }
  }

  /**
   * Yields the bytes of one entry. Fails with `archive-damaged` if length or CRC differ from the directory.
   * With a `buffer`, a chunk may be stored in it, and is valid only until the next one is requested.
   */
  async *read(entry: ZipEntry, buffer?: Buffer): AsyncGenerator<Uint8Array, void, void> {
    if (entry.problem !== null)
      throw fail('file-unreadable', { where: entry.name, detail: { code: entry.problem } });
    try {
      const { fileDataStart } = await this.#opener.readLocalFileHeaderPromise(entry.raw, { minimal: true });
      const end = fileDataStart + entry.packed;
      const chunks =
        entry.raw.compressionMethod !== STORED
          ? unpacked(readChunks(this.#handle, fileDataStart, end))
          : readChunks(this.#handle, fileDataStart, end, buffer);
      let bytes = 0;
      let crc = 0;
      for await (const chunk of chunks) {
        bytes += chunk.byteLength;
        if (bytes > entry.bytes) break;
        crc = zlib.crc32(chunk, crc);
        yield chunk;
      }
      if (bytes !== entry.bytes || crc !== entry.raw.crc32)
        throw fail('archive-damaged', {
          where: entry.name,
          cause: 'length or CRC differ from the directory',
        });
    } catch (error) {
      throw damaged(error, entry.name);
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** All readers share the open file, so that it cannot be replaced during a read; none closes it. */
class OpenFile extends RandomAccessReader {
  readonly #handle: fs.FileHandle;

  constructor(handle: fs.FileHandle) {
    super();
    this.#handle = handle;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(readChunks(this.#handle, start, end), { objectMode: false });
  }
}

/** Bytes decompressed per step: each step switches threads, and zlib's default is 16 kB. */
const UNPACKED_BYTES = 262_144;

async function* unpacked(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  const source = Readable.from(packed, { objectMode: false });
  const closed = new Promise((resolve) => source.once('close', resolve));
  const inflate = zlib.createInflateRaw({ chunkSize: UNPACKED_BYTES });
  pipeline(source, inflate, () => undefined); // errors are thrown below
  try {
    yield* inflate as AsyncIterable<Buffer>;
  } finally {
    source.destroy();
    await closed; // the file may be closed next
  }
}

/** Each iteration needs its own reader. */
const openDirectory = (handle: fs.FileHandle, size: number): Promise<ZipFile> =>
  fromRandomAccessReaderPromise(new OpenFile(handle), size, {
    autoClose: false,
    decodeStrings: false,
    validateEntrySizes: true,
  });

const UTF8_NAME = 0x800;
// With `decodeStrings` off, names are buffers despite their type, and no entry is refused for its name.
const nameOf = (raw: Entry): string =>
  Buffer.from(raw.fileName as unknown as Buffer)
    .toString((raw.generalPurposeBitFlag & UTF8_NAME) === 0 ? 'latin1' : 'utf8')
    .slice(0, 1_000);

const unixKind = (raw: Entry): number =>
  raw.versionMadeBy >> 8 === UNIX ? (raw.externalFileAttributes >>> 16) & TYPE_MASK : 0;
const isFolder = (raw: Entry, name: string): boolean => name.endsWith('/') || unixKind(raw) === FOLDER;

function problemOf(raw: Entry, name: string): EntryObstacle | null {
  if (unixKind(raw) === LINK) return 'link';
  if (raw.isEncrypted()) return 'locked';
  if (!raw.canDecodeFileData()) return 'packing';
  if (validateFileName(name.replaceAll('\\', '/')) !== null) return 'outside';
  if (raw.uncompressedSize > BOMB_FROM_BYTES && raw.uncompressedSize > raw.compressedSize * MAX_ENTRY_RATIO)
    return 'bomb';
  return null;
}

function damaged(error: unknown, where?: string): FailureError {
  if (error instanceof FailureError) return error;
  const code = errorCodeOf(error);
  // System errors have codes such as EIO or EACCES; all others concern the archive's contents.
  if (/^E[A-Z]+$/.test(code)) return fail('file-unreadable', { cause: code }, error);
  const cause = error instanceof Error ? error.message.slice(0, 200) : code;
  return fail('archive-damaged', { cause, ...(where === undefined ? {} : { where }) }, error);
}
