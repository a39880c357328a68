import { createHash } from 'node:crypto';
import fs from 'node:fs';

/** What has come of a file: its SHA-256, as hex, and its size in bytes. */
export interface Received {
  readonly sha256: string;
  readonly bytes: number;
}

/** Hashed and then written at once: small enough to lie in the processor's nearest memory still, as do the pages it is copied to. */
const AT_ONCE_BYTES = 65_536;
/** The disk begins when so much has come, not when all has: what is put on it at the end is little then. */
const AHEAD_BYTES = 67_108_864;

/** Takes the pieces of a file as they come: adds them to the hash and writes them to the open file `fd`, one after the other. */
export class Receiving {
  readonly #fd: number;
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #ahead = 0;
  #flushing: Promise<void> | undefined;
  #failed: Error | null = null;

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** Fails as the writing does, or as putting on the disk what came before: the system tells that once. */
  take(piece: Uint8Array): void {
    if (this.#failed) throw this.#failed;
    for (let at = 0; at < piece.byteLength; at += AT_ONCE_BYTES) {
      const part = piece.subarray(at, at + AT_ONCE_BYTES);
      this.#hash.update(part);
      // A write may take less than it was given.
      for (let written = 0; written < part.byteLength;)
        written += fs.writeSync(this.#fd, part, written, part.byteLength - written);
    }
    this.#bytes += piece.byteLength;
    this.#ahead += piece.byteLength;
    if (this.#ahead >= AHEAD_BYTES) this.#flush();
  }

  /** What came. All of it is written; the last of it may not be on the disk yet. */
  async end(): Promise<Received> {
    await this.#flushing;
    if (this.#failed) throw this.#failed;
    return { sha256: this.#hash.digest('hex'), bytes: this.#bytes };
  }

  #flush(): void {
    if (this.#flushing) return; // the disk has enough to do
    this.#ahead = 0;
    this.#flushing = new Promise((resolve) =>
      fs.fdatasync(this.#fd, (error) => {
        this.#failed = error;
        this.#flushing = undefined;
        resolve();
      }),
    );
  }
}
