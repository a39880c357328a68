/** Rows of a table, one bit for each row number: an eighth of a megabyte for a million rows. */
export class RowSet {
  readonly #bits: Uint8Array;

  /** `size`: one more than the highest row number; `lists`: whose rows are in it. */
  constructor(size: number, ...lists: readonly ArrayLike<number>[]) {
    this.#bits = new Uint8Array((size >> 3) + 1);
    for (const rows of lists)
      for (let at = 0; at < rows.length; at += 1) {
        const n = rows[at] ?? 0;
        this.#bits[n >> 3] = (this.#bits[n >> 3] ?? 0) | (1 << (n & 7));
      }
  }

  has(n: number): boolean {
    return ((this.#bits[n >> 3] ?? 0) & (1 << (n & 7))) !== 0;
  }

  /** Its rows, by their numbers; `most`: so many there are at most. */
  rows(most: number): Uint32Array {
    const found = new Uint32Array(most);
    let count = 0;
    for (let byte = 0; byte < this.#bits.length; byte += 1)
      for (let bits = this.#bits[byte] ?? 0; bits !== 0; bits &= bits - 1) {
        found[count] = (byte << 3) + 31 - Math.clz32(bits & -bits);
        count += 1;
      }
    return found.slice(0, count);
  }
}
