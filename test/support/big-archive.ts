import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';

const BLOCK = randomBytes(1_048_576);
// Signatures of a zip archive's records (APPNOTE 4.3).
const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_CENTRAL_DIRECTORY = 0x06054b50;

/**
 * A zip archive of one stored file with the given number of megabytes, generated while it is sent: it is never
 * completely in memory.
 */
export class BigArchive {
  readonly #blocks: number;
  readonly #local: Buffer;
  readonly #tail: Buffer;

  constructor(megabytes: number) {
    this.#blocks = megabytes;
    let crc = 0;
    for (let block = 0; block < megabytes; block += 1) crc = crc32(BLOCK, crc);
    const size = megabytes * BLOCK.length;
    const name = Buffer.from('SWB_big.csv');
    const common = (buffer: Buffer, offset: number) => {
      buffer.writeUInt16LE(20, offset); // version needed to extract
      buffer.writeUInt32LE(crc, offset + 10);
      buffer.writeUInt32LE(size, offset + 14);
      buffer.writeUInt32LE(size, offset + 18);
      buffer.writeUInt16LE(name.length, offset + 22);
    };
    const local = Buffer.alloc(30);
    local.writeUInt32LE(LOCAL_HEADER, 0);
    common(local, 4);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(CENTRAL_HEADER, 0);
    common(central, 6);
    const endRecord = Buffer.alloc(22);
    endRecord.writeUInt32LE(END_OF_CENTRAL_DIRECTORY, 0);
    endRecord.writeUInt16LE(1, 8); // entries on this disk
    endRecord.writeUInt16LE(1, 10); // entries in all
    endRecord.writeUInt32LE(central.length + name.length, 12); // size of the central directory
    endRecord.writeUInt32LE(local.length + name.length + size, 16); // its offset
    this.#local = Buffer.concat([local, name]);
    this.#tail = Buffer.concat([central, name, endRecord]);
  }

  get length(): number {
    return this.#local.length + this.#blocks * BLOCK.length + this.#tail.length;
  }

  /** Answers a request with the archive. */
  readonly send = (response: ServerResponse): Promise<void> => this.#send(response);

  /** Answers with its first half, and with the rest when `resume` resolves. */
  readonly sendHalf =
    (resume: Promise<void>) =>
    (response: ServerResponse): Promise<void> =>
      this.#send(response, resume);

  /** Announces ten bytes more than it has, and closes the connection after its last byte. */
  readonly sendShort = (response: ServerResponse): Promise<void> => this.#send(response, undefined, 10);

  async #send(response: ServerResponse, resume?: Promise<void>, missing = 0): Promise<void> {
    response.writeHead(200, { 'content-type': 'application/zip', 'content-length': this.length + missing });
    response.write(this.#local);
    for (let block = 0; block < this.#blocks && !response.destroyed; block += 1) {
      if (block === this.#blocks >> 1) await resume;
      if (!response.write(BLOCK)) await drained(response);
    }
    if (missing > 0) response.write(this.#tail, () => response.destroy());
    else response.end(this.#tail);
  }
}

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const onDrain = () => {
      response.off('drain', onDrain).off('close', onDrain);
      resolve();
    };
    response.on('drain', onDrain).on('close', onDrain);
  });
