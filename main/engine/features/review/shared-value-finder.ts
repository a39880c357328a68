import type { Cell } from '#contract/query';
import { CellNumbers } from '#common/cell-numbers';
import { hashOf, IntList, InternTable } from '#common/intern-table';

/** Bits per record, up to twice as many; at most about one in eight records without a match becomes a candidate. */
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
  add(n: number, scope: Cell, value: Cell, owner: Cell): void {
    this.#hashes.push(hashOf(value, scope === null ? 0 : hashOf(scope)));
    this.#rows.push(n);
    this.#owners.push(this.#cells.numberOf(owner));
  }

  /**
   * Returns the row numbers of records that share a value, ascending; with `onlyIfOwnersDiffer`, only those of values
   * whose records have different owners.
   */
  rowsSharingValues(onlyIfOwnersDiffer: boolean): number[] {
    const records = this.#possibleDuplicates();
    /** Groups of records with the same hash, as linked lists from the last record to the first. */
    const groups = new InternTable(records.length);
    /** The position of each group's last record, plus 1. */
    const last = new IntList(records.length);
    /** For each record: the position of the previous one in its group, plus 1. */
    const previous = new IntList(records.length);
    for (let index = 0; index < records.length; index += 1) {
      const group = groups.put(this.#hashes.at(records.at(index)));
      previous.push(last.at(group));
      last.put(group, index + 1);
    }
    const rows: number[] = [];
    for (let group = 0; group < groups.size; group += 1) {
      const end = last.at(group) - 1;
      let isReported = !onlyIfOwnersDiffer && previous.at(end) > 0;
      const owner = this.#owners.at(records.at(end));
      for (let index = previous.at(end); index > 0 && !isReported; index = previous.at(index - 1))
        isReported = this.#owners.at(records.at(index - 1)) !== owner;
      for (let index = end + 1; index > 0 && isReported; index = previous.at(index - 1))
        rows.push(this.#rows.at(records.at(index - 1)));
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
    for (let index = 0; index < length; index += 1) {
      const bits = this.#hashes.at(index) & mask;
      const bit = 1 << (bits & 31);
      const table = ((once[bits >>> 5] ?? 0) & bit) === 0 ? once : again;
      table[bits >>> 5] = (table[bits >>> 5] ?? 0) | bit;
    }
    const candidates = new IntList();
    for (let index = 0; index < length; index += 1) {
      const bits = this.#hashes.at(index) & mask;
      if (((again[bits >>> 5] ?? 0) & (1 << (bits & 31))) !== 0) candidates.push(index);
    }
    return candidates;
  }
}
