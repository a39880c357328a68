import type { FindingFacts } from '../../../../preload/contract/calls/review';
import type { Cell } from '../../../../preload/contract/query';
import { FOUND } from './found';

/** What stands before a text of so many letters. */
const LENGTHS = Array.from({ length: 64 }, (_, length) => `s${length}:`);

const [ZERO, SEMICOLON, LETTER_D] = [48, 59, 100];
const UNITS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/** How many digits a whole number has that is neither negative nor of more than nine; 0: it is none. */
function lengthOf(number: number): number {
  if ((number | 0) !== number || number < 0) return 0;
  let length = 1;
  while (length < UNITS.length && number >= (UNITS[length] ?? 0)) length += 1;
  return length === UNITS.length && number >= 1_000_000_000 ? 0 : length;
}

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

  /** Starts empty, or from where another one stood. */
  begin(a = A, b = B): this {
    this.a = a;
    this.b = b;
    return this;
  }

  // The kind of a cell is part of it, and no text is longer than its length says: 1 and "1", "" and null differ.
  cell(cell: Cell): void {
    if (cell === null) this.#take('n');
    else if (typeof cell === 'number') {
      this.#step(LETTER_D);
      if (!this.#digits(cell)) this.#take(String(cell));
      this.#step(SEMICOLON);
    } else {
      this.#take(LENGTHS[cell.length] ?? `s${cell.length}:`);
      this.#take(cell);
    }
  }

  facts(facts: FindingFacts): void {
    this.#take(facts === FOUND ? '{}' : JSON.stringify(facts));
  }

  /** An ID, as the cell of its text. */
  id(id: number | string): void {
    const length = typeof id === 'string' ? 0 : lengthOf(id);
    if (typeof id === 'string' || length === 0) this.cell(String(id));
    else {
      this.#take(LENGTHS[length] ?? `s${length}:`);
      this.#digits(id);
    }
  }

  /** As it is kept beside a mark. */
  get text(): string {
    return hex(this.a) + hex(this.b);
  }

  /** The digits of a number that is not long, without making a text of it; false: it has others. */
  #digits(number: number): boolean {
    const length = lengthOf(number);
    if (length === 0) return false;
    for (let unit = UNITS[length - 1] ?? 1, rest = number | 0; unit >= 1; unit = (unit / 10) | 0) {
      const digit = (rest / unit) | 0;
      rest -= digit * unit;
      this.#step(ZERO + digit);
    }
    return true;
  }

  #step(code: number): void {
    const { b } = this;
    this.a = Math.imul(this.a ^ code, 0x01000193);
    this.b = (Math.imul(b ^ code, 0x85ebca6b) + ((b << 13) | (b >>> 19))) | 0;
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

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const byte = (bits: number, from: number): string => BYTES[(bits >>> from) & 255] ?? '';
const hex = (bits: number): string => byte(bits, 24) + byte(bits, 16) + byte(bits, 8) + byte(bits, 0);
