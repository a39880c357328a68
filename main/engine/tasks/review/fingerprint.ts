import type { FindingFacts } from '../../../../preload/contract/calls/review';
import type { Cell } from '../../../../preload/contract/query';
import { FOUND } from './found';

/** What stands before a text of so many letters. */
const LENGTHS = Array.from({ length: 64 }, (_, length) => `s${length}:`);

const A = 0x811c9dc5 | 0;
const B = 0x1b873593;

/**
 * A short print of what a rule read and found, to tell whether it changed since a person looked. 64 bits of no secret: a
 * cryptographic hash for every finding would cost more than the rules do. One print is used again and again.
 */
export class Print {
  // Whole numbers of 32 bits: wider ones, and texts, take several times as long to make.
  a = A;
  b = B;

  begin(): this {
    this.a = A;
    this.b = B;
    return this;
  }

  // The kind of a cell is part of it, and no text is longer than its length says: 1 and "1", "" and null differ.
  cell(cell: Cell): void {
    if (cell === null) this.#take('n');
    else if (typeof cell === 'number') this.#take(`d${cell};`);
    else {
      this.#take(LENGTHS[cell.length] ?? `s${cell.length}:`);
      this.#take(cell);
    }
  }

  facts(facts: FindingFacts): void {
    this.#take(facts === FOUND ? '{}' : JSON.stringify(facts));
  }

  get text(): string {
    return printText(this.a, this.b);
  }

  #take(text: string): void {
    let { a, b } = this;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      a = Math.imul(a ^ code, 0x01000193);
      b = (Math.imul(b ^ code, 0x85ebca6b) + ((b << 13) | (b >>> 19))) | 0;
    }
    this.a = a;
    this.b = b;
  }
}

/** A print as it is kept beside a mark. */
export const printText = (a: number, b: number): string => hex(a) + hex(b);

const hex = (bits: number): string => (bits >>> 0).toString(16).padStart(8, '0');
