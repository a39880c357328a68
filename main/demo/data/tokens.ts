import { draw, TRAIT, type Seed } from './random';

/** The value behind a token (spec 2.2). */
export interface TaxValue {
  readonly original_value: string;
  readonly type: 'ssn' | 'tax_id';
}

/** Added to the trait for the draw of the tag; the rounds add 0 to 3. */
const TAG_DRAW = 9;

/**
 * Maps tax IDs to tokens and back without storing either: nine digits, type and dashes fit in 32 bits, which
 * a Feistel network keyed by the seed encrypts. Eight more hex digits are a tag that proves that a token
 * belongs to this firm.
 */
export class DemoTokens {
  readonly #seed: Seed;

  constructor(seed: Seed) {
    this.#seed = seed;
  }

  /** Returns the token of nine digits, as the demo's records use it (written with dashes). */
  ofDigits(digits: number, type: TaxValue['type']): string {
    return this.#seal(digits * 4 + (type === 'tax_id' ? 2 : 0) + 1);
  }

  /**
   * Returns the token of a typed tax ID: 123-45-6789, 123456789 or 12-3456789; undefined for anything else.
   */
  tokenize(value: string): string | undefined {
    const shape = /^(\d{3}-\d{2}-\d{4})$|^(\d{9})$|^(\d{2}-\d{7})$/.exec(value.trim());
    if (!shape) return undefined;
    const digits = Number(value.replaceAll('-', ''));
    return this.#seal(digits * 4 + (shape[3] ? 2 : 0) + (shape[2] ? 0 : 1));
  }

  /** Returns the plain value of a token; undefined for an unknown token. */
  resolve(token: string): TaxValue | undefined {
    const parts = /^tok_([0-9a-f]{8})([0-9a-f]{8})$/.exec(token);
    if (!parts) return undefined;
    const sealed = parseInt(parts[1] ?? '', 16);
    if (this.#tag(sealed) !== parts[2]) return undefined;
    const packed = this.#rounds(sealed, [3, 2, 1, 0]);
    const digits = String(Math.floor(packed / 4)).padStart(9, '0');
    const dashed = packed % 2 === 1;
    if (Math.floor(packed / 2) % 2 === 1) {
      return { original_value: `${digits.slice(0, 2)}-${digits.slice(2)}`, type: 'tax_id' };
    }
    const plain = dashed ? `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}` : digits;
    return { original_value: plain, type: 'ssn' };
  }

  #seal(packed: number): string {
    const sealed = this.#rounds(packed, [0, 1, 2, 3]);
    return `tok_${hex(sealed)}${this.#tag(sealed)}`;
  }

  #tag(sealed: number): string {
    return hex(draw(this.#seed, sealed, TRAIT.token + TAG_DRAW));
  }

  /** A Feistel network: running the rounds backwards with swapped halves reverses it. */
  #rounds(value: number, order: readonly number[]): number {
    let left = value >>> 16;
    let right = value & 0xffff;
    for (const round of order) {
      const next = left ^ (draw(this.#seed, right, TRAIT.token + round) & 0xffff);
      left = right;
      right = next;
    }
    return ((right << 16) | left) >>> 0;
  }
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');
