/** Of the first piece, before its rows are known. */
const FIRST = 65_536;
/** Bytes that a character of a text takes at most in UTF-8, for each of its units. */
const MOST_BYTES = 3;

/**
 * Rows as UTF-8, each written as it is made. Put together as one text first, their many small texts would be copied twice,
 * which is a quarter of what a sheet takes.
 */
export class RowBytes {
  #room = FIRST;
  #bytes = Buffer.allocUnsafe(FIRST);
  #at = 0;

  add(row: string): void {
    const needed = this.#at + row.length * MOST_BYTES;
    if (needed > this.#bytes.length) this.#grow(needed);
    this.#at += this.#bytes.write(row, this.#at, 'utf8');
  }

  /** What was added since the last time; it is the caller's from now on. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#at);
    this.#bytes = Buffer.allocUnsafe(this.#room);
    this.#at = 0;
    return taken;
  }

  /** The next pieces are about as long. */
  #grow(needed: number): void {
    const { length } = this.#bytes;
    this.#room = Math.max(needed, length + length / 2) | 0;
    const larger = Buffer.allocUnsafe(this.#room);
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}
