import { createHash } from 'node:crypto';
import fs from 'node:fs';

/** The received file: its SHA-256 as hex, and its size in bytes. */
export interface ReceivedFile {
  readonly sha256: string;
  readonly bytes: number;
}

/** Bytes hashed and written per step: small enough to stay in the processor's cache. */
const STEP_BYTES = 65_536;
/** Syncing starts after this many bytes, so that little is left at the end. */
const SYNC_BYTES = 67_108_864;

/** Hashes chunks and writes them to the open file `fd`, in order. */
export class HashingWriter {
  readonly #fd: number;
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #unsyncedBytes = 0;
  #flushing: Promise<void> | undefined;
  #error: Error | null = null;

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** Hashes and writes a chunk. Throws a write error, or an earlier sync error, which the system reports only once. */
  write(chunk: Uint8Array): void {
    if (this.#error) throw this.#error;
    for (let start = 0; start < chunk.byteLength; start += STEP_BYTES) {
      const part = chunk.subarray(start, start + STEP_BYTES);
      this.#hash.update(part);
      // A write may be partial.
      for (let written = 0; written < part.byteLength;)
        written += fs.writeSync(this.#fd, part, written, part.byteLength - written);
    }
    this.#bytes += chunk.byteLength;
    this.#unsyncedBytes += chunk.byteLength;
    if (this.#unsyncedBytes >= SYNC_BYTES) this.#flush();
  }

  /** Returns the result. Everything is written; the last part may not be synced yet. */
  async end(): Promise<ReceivedFile> {
    await this.#flushing;
    if (this.#error) throw this.#error;
    return { sha256: this.#hash.digest('hex'), bytes: this.#bytes };
  }

  #flush(): void {
    if (this.#flushing) return; // a sync is active
    this.#unsyncedBytes = 0;
    this.#flushing = new Promise((resolve) =>
      fs.fdatasync(this.#fd, (error) => {
        this.#error = error;
        this.#flushing = undefined;
        resolve();
      }),
    );
  }
}
