/** A set of row numbers as a bitmap: an eighth of a megabyte for a million rows. */
export class RowSet {
  #bits: Uint32Array;

  /** `size`: the highest row number plus one; `lists`: the rows to include. */
  constructor(size: number, ...lists: readonly ArrayLike<number>[]) {
    this.#bits = new Uint32Array((size >> 5) + 1);
    for (const rows of lists)
      for (let index = 0; index < rows.length; index += 1) {
        const n = rows[index] ?? 0;
        this.#bits[n >> 5] = (this.#bits[n >> 5] ?? 0) | (1 << (n & 31));
      }
  }

  has(n: number): boolean {
    return ((this.#bits[n >> 5] ?? 0) & (1 << (n & 31))) !== 0;
  }

  /** Returns the intersection with all other sets. */
  intersection(others: readonly RowSet[]): RowSet {
    const result = new RowSet(0);
    result.#bits = this.#bits.slice();
    const bits = result.#bits;
    for (const other of others) {
      const words = other.#bits;
      for (let index = 0; index < bits.length; index += 1)
        bits[index] = (bits[index] ?? 0) & (words[index] ?? 0);
    }
    return result;
  }

  /** Returns the number of rows. */
  count(): number {
    let count = 0;
    for (let index = 0; index < this.#bits.length; index += 1) {
      let bits = this.#bits[index] ?? 0;
      // Population count: adds up the bits of each pair, then of each half-byte, then of all bytes.
      bits -= (bits >>> 1) & 0x55555555;
      bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
      count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
    }
    return count;
  }

  /** Returns the row numbers in ascending order; `limit` is the maximum count. */
  rows(limit: number): Uint32Array {
    const found = new Uint32Array(limit);
    let count = 0;
    // `bits & -bits` is the lowest bit that is set; `bits & (bits - 1)` clears it.
    for (let word = 0; word < this.#bits.length; word += 1)
      for (let bits = this.#bits[word] ?? 0; bits !== 0; bits &= bits - 1) {
        found[count] = (word << 5) + 31 - Math.clz32(bits & -bits);
        count += 1;
      }
    return found.slice(0, count);
  }
}
