import type { FindingFacts } from '#contract/features/review/calls';
import type { Cell } from '#contract/query';
import { FOUND } from './finding-facts';

/** Prefix of a text by its length. */
const LENGTHS = Array.from({ length: 64 }, (_, length) => `s${length}:`);

const [ZERO, SEMICOLON, LETTER_D] = [48, 59, 100];
const UNITS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/** Returns the number of digits of a non-negative integer of up to nine digits, else 0. */
function lengthOf(number: number): number {
  if ((number | 0) !== number || number < 0) return 0;
  let length = 1;
  while (length < UNITS.length && number >= (UNITS[length] ?? 0)) length += 1;
  return length === UNITS.length && number >= 1_000_000_000 ? 0 : length;
}

// Two hashes of 32 bits: `a` is FNV-1a; `b` is similar, with a rotation and constants of MurmurHash3.
const A = 0x811c9dc5 | 0;
const B = 0x1b873593;

/**
 * A short fingerprint of what a rule read and found, to detect changes since the user's review. 64 bits, not
 * cryptographic: no secret is involved, and a cryptographic hash per finding would cost more than the rules.
 * One instance is reused for all findings.
 */
export class FindingFingerprint {
  // 32-bit integers: wider ones, and texts, are several times slower.
  a = A;
  b = B;

  /** Starts empty, or from another fingerprint. */
  begin(a = A, b = B): this {
    this.a = a;
    this.b = b;
    return this;
  }

  // The cell's type and length are included, so that 1 and "1", "" and null differ.
  cell(cell: Cell): void {
    if (cell === null) this.#addText('n');
    else if (typeof cell === 'number') {
      this.#step(LETTER_D);
      if (!this.#digits(cell)) this.#addText(String(cell));
      this.#step(SEMICOLON);
    } else {
      this.#addText(LENGTHS[cell.length] ?? `s${cell.length}:`);
      this.#addText(cell);
    }
  }

  facts(facts: FindingFacts): void {
    this.#addText(facts === FOUND ? '{}' : JSON.stringify(facts));
  }

  /** Adds an ID like the cell of its text. */
  id(id: number | string): void {
    const length = typeof id === 'string' ? 0 : lengthOf(id);
    if (typeof id === 'string' || length === 0) this.cell(String(id));
    else {
      this.#addText(LENGTHS[length] ?? `s${length}:`);
      this.#digits(id);
    }
  }

  /** The text stored with a mark. */
  get text(): string {
    return hex(this.a) + hex(this.b);
  }

  /** Adds the digits of a short number without creating a text; returns false for other numbers. */
  #digits(number: number): boolean {
    const length = lengthOf(number);
    if (length === 0) return false;
    for (let unit = UNITS[length - 1] ?? 1, remainder = number | 0; unit >= 1; unit = (unit / 10) | 0) {
      const digit = (remainder / unit) | 0;
      remainder -= digit * unit;
      this.#step(ZERO + digit);
    }
    return true;
  }

  #step(code: number): void {
    const { b } = this;
    this.a = Math.imul(this.a ^ code, 0x01000193);
    this.b = (Math.imul(b ^ code, 0x85ebca6b) + ((b << 13) | (b >>> 19))) | 0;
  }

  #addText(text: string): void {
    let { a, b } = this;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
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
