/** Rows of a table, one bit for each row number: an eighth of a megabyte for a million rows. */
export class RowSet {
  readonly #bits: Uint8Array;

  /** `size`: one more than the highest row number. */
  constructor(size: number, rows: readonly number[]) {
    this.#bits = new Uint8Array((size >> 3) + 1);
    for (const n of rows) this.#bits[n >> 3] = (this.#bits[n >> 3] ?? 0) | (1 << (n & 7));
  }

  has(n: number): boolean {
    return ((this.#bits[n >> 3] ?? 0) & (1 << (n & 7))) !== 0;
  }
}
