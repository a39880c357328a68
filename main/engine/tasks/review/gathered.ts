import type { Cell } from '../../../../preload/contract/query';
import { Ints, Slots } from '../../../common/slots';

/** A record among those that share something with it. */
export interface Member<T> {
  readonly key: string;
  readonly of: T;
}

/** Records by what they share. Nearly all share nothing, so nothing is made for each of them. */
export class Gathered<T> {
  readonly #withins = new Slots();
  readonly #shared = new Slots();
  /** Of each thing that is shared: the first record and the last. */
  readonly #first = new Ints();
  readonly #last = new Ints();
  /** Of each record, in the order in which they came. */
  readonly #keys: string[] = [];
  readonly #ofs: T[] = [];
  /** The next record that shares the same; 0: there is none. */
  readonly #next = new Ints();

  add(within: Cell, by: Cell, key: string, of: T): void {
    const at = this.#keys.length;
    const slot = this.#shared.put(by, within === null ? 0 : this.#withins.put(within) + 1);
    this.#keys.push(key);
    this.#ofs.push(of);
    this.#next.push(0);
    if (slot === this.#first.length) {
      this.#first.push(at);
      this.#last.push(at);
      return;
    }
    this.#next.set(this.#last.at(slot), at);
    this.#last.set(slot, at);
  }

  /** Those that are more than one; `differing`: and not all of the same. */
  *several(differing = false): Generator<Member<T>[]> {
    for (let slot = 0; slot < this.#first.length; slot += 1) {
      const first = this.#first.at(slot);
      if (this.#last.at(slot) === first || (differing && this.#areAlike(first))) continue;
      const members: Member<T>[] = [];
      let at = first;
      do {
        members.push({ key: this.#keys[at] ?? '', of: this.#ofs[at] as T });
        at = this.#next.at(at);
      } while (at !== 0);
      yield members;
    }
  }

  #areAlike(first: number): boolean {
    const of = this.#ofs[first];
    for (let at = this.#next.at(first); at !== 0; at = this.#next.at(at))
      if (this.#ofs[at] !== of) return false;
    return true;
  }
}
