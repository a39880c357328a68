import type { Cell } from '#contract/query';
import { CellNumbers } from '../../../common/cell-numbers';
import { hashOf, IntList, InternTable } from '../../../common/intern-table';

/** Bits per record; about one in eight records without a match is checked twice. */
const BITS = 8;

/**
 * Finds the few records among many that may share a value, using 32-bit hashes instead of texts. Hash
 * collisions are reported too, so the caller compares the values.
 */
export class SharedValueFinder {
  // One entry per record, in insertion order.
  readonly #hashes = new IntList();
  readonly #rows = new IntList();
  readonly #owners = new IntList();
  readonly #cells = new CellNumbers();

  /** Adds a record. `n` is its row number. Records with the same value can have different owners. */
  add(n: number, within: Cell, by: Cell, owner: Cell): void {
    this.#hashes.push(hashOf(by, within === null ? 0 : hashOf(within)));
    this.#rows.push(n);
    this.#owners.push(this.#cells.numberOf(owner));
  }

  /**
   * Returns the row numbers of records that share a value, ascending; with `differing`, only if their owners
   * differ.
   */
  several(differing: boolean): number[] {
    const records = this.#possibleDuplicates();
    const shares = new InternTable(records.length);
    /** The position of each share's last record, and for each record the one before it, plus 1. */
    const last = new IntList(records.length);
    const before = new IntList(records.length);
    for (let place = 0; place < records.length; place += 1) {
      const share = shares.put(this.#hashes.at(records.at(place)));
      before.push(last.at(share));
      last.put(share, place + 1);
    }
    const rows: number[] = [];
    for (let share = 0; share < shares.size; share += 1) {
      const end = last.at(share) - 1;
      let isReported = !differing && before.at(end) > 0;
      const owner = this.#owners.at(records.at(end));
      for (let at = before.at(end); at > 0 && !isReported; at = before.at(at - 1))
        isReported = this.#owners.at(records.at(at - 1)) !== owner;
      for (let at = end + 1; at > 0 && isReported; at = before.at(at - 1))
        rows.push(this.#rows.at(records.at(at - 1)));
    }
    return rows.sort((a, b) => a - b);
  }

  /**
   * Returns records that share some bits with another; a table of all hashes would not fit into the
   * processor's cache.
   */
  #possibleDuplicates(): IntList {
    const { length } = this.#hashes;
    const mask = 2 ** Math.ceil(Math.log2(BITS * length + 32)) - 1;
    const once = new Uint32Array((mask + 1) / 32);
    const again = new Uint32Array((mask + 1) / 32);
    for (let at = 0; at < length; at += 1) {
      const bits = this.#hashes.at(at) & mask;
      const bit = 1 << (bits & 31);
      const to = ((once[bits >>> 5] ?? 0) & bit) === 0 ? once : again;
      to[bits >>> 5] = (to[bits >>> 5] ?? 0) | bit;
    }
    const found = new IntList();
    for (let at = 0; at < length; at += 1) {
      const bits = this.#hashes.at(at) & mask;
      if (((again[bits >>> 5] ?? 0) & (1 << (bits & 31))) !== 0) found.push(at);
    }
    return found;
  }
}
