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
import { fail, FailureError, type EntryObstacle } from '../../../../preload/contract/failure';
import { codeOf } from '../../../common/error-code';
import { stretches } from '../stretches';

/** A file in an archive. Folders are not listed. */
export interface ZipEntry {
  /** Place in the archive's directory, from 0. */
  readonly at: number;
  readonly name: string;
  /** Bytes, unpacked and packed. */
  readonly bytes: number;
  readonly packed: number;
  /** Why it is not opened; null when it can be. */
  readonly problem: EntryObstacle | null;
  readonly raw: Entry;
}

/** Text is packed to a twentieth, a file of one repeated byte to a thousandth: beyond this it is made to harm. */
const MOST_RATIO = 250;
const BOMB_FROM_BYTES = 50_000_000;
/** More than this many times its size, and an archive is not unpacked at all. */
const MOST_TIMES = 250;
const ALWAYS_BYTES = 2_000_000_000;
const STORED = 0;
const UNIX = 3;
const LINK = 0o120000;
const FOLDER = 0o040000;
const KIND = 0o170000;

/**
 * A zip archive on disk, read without unpacking it to disk (spec 4.6). Its directory is gone through lazily, so that a
 * million entries cost no memory. Whatever its names say, nothing is ever written.
 */
export class Archive {
  readonly #handle: fs.FileHandle;
  /** Opens entries, whichever are asked for; another reader goes through the directory. */
  readonly #opener: ZipFile;
  /** Size of the archive in bytes. */
  readonly size: number;
  /** What its directory says; folders included. */
  readonly listed: number;

  private constructor(handle: fs.FileHandle, size: number, opener: ZipFile) {
    this.#handle = handle;
    this.#opener = opener;
    this.size = size;
    this.listed = opener.entryCount;
  }

  /** Fails as `archive-damaged` when it has no whole directory, as `file-unreadable` when it cannot be read at all. */
  static async open(file: string): Promise<Archive> {
    let handle: fs.FileHandle | undefined;
    try {
      handle = await fs.open(file, 'r');
      const { size } = await handle.stat();
      return new Archive(handle, size, await directory(handle, size));
    } catch (error) {
      await handle?.close();
      throw damaged(error);
    }
  }

  /** Bytes that all its files may have together; more is made to harm. */
  get most(): number {
    return Math.max(ALWAYS_BYTES, this.size * MOST_TIMES);
  }

  /** Goes through the directory. */
  async *entries(): AsyncGenerator<ZipEntry, void, void> {
    let at = 0;
    try {
      for await (const raw of (await directory(this.#handle, this.size)).eachEntry()) {
        const name = nameOf(raw);
        if (!isFolder(raw, name))
          yield {
            at,
            name,
            bytes: raw.uncompressedSize,
            packed: raw.compressedSize,
            problem: problemOf(raw, name),
            raw,
          };
        at += 1;
      }
    } catch (error) {
      throw damaged(error);
    }
  }

  /**
   * The bytes of one entry. Fails as `archive-damaged` when their number or their CRC is another than recorded. Given
   * some `room`, a piece may lie in there, and then holds only until the next one is asked for.
   */
  async *read(entry: ZipEntry, room?: Buffer): AsyncGenerator<Uint8Array, void, void> {
    if (entry.problem !== null)
      throw fail('file-unreadable', { where: entry.name, detail: { code: entry.problem } });
    try {
      const { fileDataStart } = await this.#opener.readLocalFileHeaderPromise(entry.raw, { minimal: true });
      const end = fileDataStart + entry.packed;
      const pieces =
        entry.raw.compressionMethod !== STORED
          ? unpacked(stretches(this.#handle, fileDataStart, end))
          : stretches(this.#handle, fileDataStart, end, room);
      let bytes = 0;
      let crc = 0;
      for await (const piece of pieces) {
        bytes += piece.byteLength;
        if (bytes > entry.bytes) break;
        crc = zlib.crc32(piece, crc);
        yield piece;
      }
      if (bytes !== entry.bytes || crc !== entry.raw.crc32)
        throw fail('archive-damaged', { where: entry.name, cause: 'another length or CRC than recorded' });
    } catch (error) {
      throw damaged(error, entry.name);
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** All readers of an archive share the one open file, so that it cannot be exchanged meanwhile; none closes it. */
class OpenFile extends RandomAccessReader {
  readonly #handle: fs.FileHandle;

  constructor(handle: fs.FileHandle) {
    super();
    this.#handle = handle;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(stretches(this.#handle, start, end), { objectMode: false });
  }
}

/** Bytes unpacked at a time: each time is a hop between threads, and zlib's own measure is 16 kB. */
const UNPACKED_BYTES = 262_144;

async function* unpacked(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  const source = Readable.from(packed, { objectMode: false });
  const over = new Promise((resolve) => source.once('close', resolve));
  const inflate = zlib.createInflateRaw({ chunkSize: UNPACKED_BYTES });
  pipeline(source, inflate, () => undefined); // what goes wrong is thrown below
  try {
    yield* inflate as AsyncIterable<Buffer>;
  } finally {
    source.destroy();
    await over; // the file may be closed next
  }
}

/** Each going-through needs a reader of its own. */
const directory = (handle: fs.FileHandle, size: number): Promise<ZipFile> =>
  fromRandomAccessReaderPromise(new OpenFile(handle), size, {
    autoClose: false,
    decodeStrings: false,
    validateEntrySizes: true,
  });

const UTF8_NAME = 0x800;
// Without strings decoded, names are buffers whatever the types say, and nothing is refused for its name alone.
const nameOf = (raw: Entry): string =>
  Buffer.from(raw.fileName as unknown as Buffer)
    .toString((raw.generalPurposeBitFlag & UTF8_NAME) === 0 ? 'latin1' : 'utf8')
    .slice(0, 1_000);

const unixKind = (raw: Entry): number =>
  raw.versionMadeBy >> 8 === UNIX ? (raw.externalFileAttributes >>> 16) & KIND : 0;
const isFolder = (raw: Entry, name: string): boolean => name.endsWith('/') || unixKind(raw) === FOLDER;

function problemOf(raw: Entry, name: string): EntryObstacle | null {
  if (unixKind(raw) === LINK) return 'link';
  if (raw.isEncrypted()) return 'locked';
  if (!raw.canDecodeFileData()) return 'packing';
  if (validateFileName(name.replaceAll('\\', '/')) !== null) return 'outside';
  if (raw.uncompressedSize > BOMB_FROM_BYTES && raw.uncompressedSize > raw.compressedSize * MOST_RATIO)
    return 'bomb';
  return null;
}

function damaged(error: unknown, where?: string): FailureError {
  if (error instanceof FailureError) return error;
  const code = codeOf(error);
  // Errors of the system have codes such as EIO or EACCES; everything else is about the archive's contents.
  if (/^E[A-Z]+$/.test(code)) return fail('file-unreadable', { cause: code }, error);
  const cause = error instanceof Error ? error.message.slice(0, 200) : code;
  return fail('archive-damaged', { cause, ...(where === undefined ? {} : { where }) }, error);
}
