import type { Cell } from '../../../../preload/contract/query';
import { hashOf, Ints, Slots } from '../../../common/slots';

const FIRST_SIZE = 8_192;

/**
 * Finds, among very many records, the few that may share something: by 32 bits of it, so that no text is kept. Records
 * whose bits are the same by chance are told as well: whoever asks compares what they really share.
 */
export class Gathered {
  /** Pairs of a hash and the number of the last record that has it, plus 1; 0: none. */
  #table = new Int32Array(FIRST_SIZE);
  #used = 0;
  /** Of each record, in the order in which they came: row number, what is told of it, the one before it that shares. */
  readonly #rows = new Ints();
  readonly #ofs = new Ints();
  readonly #before = new Ints();
  readonly #known = new Slots();

  /** `n`: row number; `of`: what records that share something may differ in. */
  add(n: number, within: Cell, by: Cell, of: Cell): void {
    const hash = hashOf(by, within === null ? 0 : hashOf(within));
    const table = this.#table;
    const place = placeOf(table, hash);
    const before = table[place + 1] ?? 0;
    this.#rows.push(n);
    this.#ofs.push(this.#known.put(of));
    this.#before.push(before);
    table[place] = hash;
    table[place + 1] = this.#rows.length;
    if (before > 0) return;
    this.#used += 1;
    if (this.#used * 4 > table.length) this.#grow();
  }

  /** Row numbers of those that share something, ascending; `differing`: and are not all told the same of. */
  several(differing: boolean): number[] {
    const rows: number[] = [];
    for (let place = 1; place < this.#table.length; place += 2) {
      const last = this.#table[place] ?? 0;
      if (last === 0 || this.#before.at(last - 1) === 0 || (differing && this.#areAlike(last))) continue;
      for (let at = last; at > 0; at = this.#before.at(at - 1)) rows.push(this.#rows.at(at - 1));
    }
    return rows.sort((a, b) => a - b);
  }

  #areAlike(last: number): boolean {
    const of = this.#ofs.at(last - 1);
    for (let at = this.#before.at(last - 1); at > 0; at = this.#before.at(at - 1))
      if (this.#ofs.at(at - 1) !== of) return false;
    return true;
  }

  #grow(): void {
    const before = this.#table;
    const table = (this.#table = new Int32Array(before.length * 2));
    for (let from = 0; from < before.length; from += 2) {
      const last = before[from + 1] ?? 0;
      if (last === 0) continue;
      const hash = before[from] ?? 0;
      const place = placeOf(table, hash);
      table[place] = hash;
      table[place + 1] = last;
    }
  }
}

/** Where a hash is in a table, or is to be. */
function placeOf(table: Int32Array, hash: number): number {
  const mask = table.length - 2;
  let place = (hash << 1) & mask;
  while (table[place + 1] !== 0 && table[place] !== hash) place = (place + 2) & mask;
  return place;
}
