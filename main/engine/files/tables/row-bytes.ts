/** Size of the first buffer. */
const FIRST_BUFFER_BYTES = 65_536;
/** Maximum UTF-8 bytes per UTF-16 unit. */
const MAX_UNIT_BYTES = 3;

/**
 * Encodes rows as UTF-8 one by one. Joining them first would copy many small texts twice, which takes a quarter of the
 * time to write a sheet.
 */
export class RowBytes {
  #capacity = FIRST_BUFFER_BYTES;
  #bytes = Buffer.allocUnsafe(FIRST_BUFFER_BYTES);
  #length = 0;

  add(row: string): void {
    const needed = this.#length + row.length * MAX_UNIT_BYTES;
    if (needed > this.#bytes.length) this.#grow(needed);
    this.#length += this.#bytes.write(row, this.#length, 'utf8');
  }

  /** Returns the bytes added since the last call; the caller owns them. */
  takeBytes(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafe(this.#capacity);
    this.#length = 0;
    return taken;
  }

  /** Grows the buffer, and the size of later ones: the next chunks are likely to be about as long. */
  #grow(needed: number): void {
    const { length } = this.#bytes;
    this.#capacity = Math.max(needed, length + length / 2) | 0;
    const larger = Buffer.allocUnsafe(this.#capacity);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
