import { draw, TRAIT, type Seed } from './random';

/** What a token stands for (spec 2.2). */
export interface TaxValue {
  readonly original_value: string;
  readonly type: 'ssn' | 'tax_id';
}

/**
 * Tax ids and their tokens, without a list of either: the nine digits, their kind and their dashes are 32 bits, which
 * a Feistel network under the seed turns into other 32 bits and back. Eight further hex digits prove that a token is
 * one of this firm's.
 */
export class Tokens {
  private readonly seed: Seed;

  constructor(seed: Seed) {
    this.seed = seed;
  }

  /** Token of nine digits as the demo's own records carry it (written with dashes). */
  ofDigits(digits: number, type: TaxValue['type']): string {
    return this.seal(digits * 4 + (type === 'tax_id' ? 2 : 0) + 1);
  }

  /** Token of a tax id as a person writes it: 123-45-6789, 123456789 or 12-3456789; undefined for anything else. */
  tokenize(value: string): string | undefined {
    const shape = /^(\d{3}-\d{2}-\d{4})$|^(\d{9})$|^(\d{2}-\d{7})$/.exec(value.trim());
    if (!shape) return undefined;
    const digits = Number(value.replaceAll('-', ''));
    return this.seal(digits * 4 + (shape[3] ? 2 : 0) + (shape[2] ? 0 : 1));
  }

  /** The plain value of a token; undefined for a token this firm never gave out. */
  resolve(token: string): TaxValue | undefined {
    const parts = /^tok_([0-9a-f]{8})([0-9a-f]{8})$/.exec(token);
    if (!parts) return undefined;
    const sealed = parseInt(parts[1] ?? '', 16);
    if (this.proof(sealed) !== parts[2]) return undefined;
    const packed = this.rounds(sealed, [3, 2, 1, 0]);
    const digits = String(Math.floor(packed / 4)).padStart(9, '0');
    const dashed = packed % 2 === 1;
    if (Math.floor(packed / 2) % 2 === 1) {
      return { original_value: `${digits.slice(0, 2)}-${digits.slice(2)}`, type: 'tax_id' };
    }
    const plain = dashed ? `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}` : digits;
    return { original_value: plain, type: 'ssn' };
  }

  private seal(packed: number): string {
    const sealed = this.rounds(packed, [0, 1, 2, 3]);
    return `tok_${hex(sealed)}${this.proof(sealed)}`;
  }

  private proof(sealed: number): string {
    return hex(draw(this.seed, sealed, TRAIT.token + 9));
  }

  /** A Feistel network: taking the rounds backwards, with the halves swapped around, undoes it. */
  private rounds(value: number, order: readonly number[]): number {
    let left = value >>> 16;
    let right = value & 0xffff;
    for (const round of order) {
      const next = left ^ (draw(this.seed, right, TRAIT.token + round) & 0xffff);
      left = right;
      right = next;
    }
    return ((right << 16) | left) >>> 0;
  }
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');
