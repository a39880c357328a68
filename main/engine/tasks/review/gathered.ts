import type { Cell } from '../../../../preload/contract/query';
import { CellNumbers } from '../../../common/cell-numbers';
import { hashOf, Ints, Slots } from '../../../common/slots';

/** Bits for each record: of those that share nothing about one in eight is looked at twice. */
const BITS = 8;

/**
 * Finds, among very many records, the few that may share something: by 32 bits of it, so that no text is kept. Records
 * whose bits are the same by chance are told as well: whoever asks compares what they really share.
 */
export class Gathered {
  // Of each record, in the order in which they came.
  readonly #hashes = new Ints();
  readonly #rows = new Ints();
  readonly #ofs = new Ints();
  readonly #cells = new CellNumbers();

  /** `n`: row number; `of`: what records that share something may differ in. */
  add(n: number, within: Cell, by: Cell, of: Cell): void {
    this.#hashes.push(hashOf(by, within === null ? 0 : hashOf(within)));
    this.#rows.push(n);
    this.#ofs.push(this.#cells.of(of));
  }

  /** Row numbers of those that share something, ascending; `differing`: and are not all told the same of. */
  several(differing: boolean): number[] {
    const records = this.#perhaps();
    const shares = new Slots(records.length);
    /** Of each share the place of its last record, and of each record of the one before it, plus 1. */
    const last = new Ints(records.length);
    const before = new Ints(records.length);
    for (let place = 0; place < records.length; place += 1) {
      const share = shares.put(this.#hashes.at(records.at(place)));
      before.push(last.at(share));
      last.put(share, place + 1);
    }
    const rows: number[] = [];
    for (let share = 0; share < shares.size; share += 1) {
      const end = last.at(share) - 1;
      let isTold = !differing && before.at(end) > 0;
      const of = this.#ofs.at(records.at(end));
      for (let at = before.at(end); at > 0 && !isTold; at = before.at(at - 1))
        isTold = this.#ofs.at(records.at(at - 1)) !== of;
      for (let at = end + 1; at > 0 && isTold; at = before.at(at - 1))
        rows.push(this.#rows.at(records.at(at - 1)));
    }
    return rows.sort((a, b) => a - b);
  }

  /** Records of which another has some bits in common. A table of all would not fit beside the processor. */
  #perhaps(): Ints {
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
    const found = new Ints();
    for (let at = 0; at < length; at += 1) {
      const bits = this.#hashes.at(at) & mask;
      if (((again[bits >>> 5] ?? 0) & (1 << (bits & 31))) !== 0) found.push(at);
    }
    return found;
  }
}
