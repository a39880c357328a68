import type { Cell } from '#contract/query';
import { FIRST_FIELD_CELL, type ScannedRow } from '../../cache/query/scan';
import type { FirmContext } from './firm-facts';
import { LIST_SEPARATOR } from './cell-values';

/**
 * The only records in which a rule can find something; checking this is cheaper than running the rule.
 * Conditions: a cell is empty or filled, `either` of two is filled, a list has `several` items, an account is
 * in `groups`.
 */
export type RowCondition<Field = string> =
  | { readonly empty: Field }
  | { readonly filled: Field }
  | { readonly either: readonly [Field, Field] }
  | { readonly several: Field }
  | { readonly groups: 'none' | 'some' | 'several' };

/** The rows to check: those with any of these bits, or with none of them. */
export interface RowMask {
  readonly bits: number;
  readonly isInverted: boolean;
}

const [EVERY, GROUPED, IN_SEVERAL] = [1, 2, 4];
const FIRST_FREE = 8;

/** Preconditions of all rules for a row, computed once as bits. */
export class RowPrefilter {
  readonly #fields: readonly string[];
  readonly #firm: FirmContext;
  /** Positions of cells with their bits, and of lists that are checked for several items. */
  readonly #filled: { readonly cellIndex: number; readonly bit: number }[] = [];
  readonly #lists: { readonly cellIndex: number; readonly bit: number }[] = [];
  #next = FIRST_FREE;
  #needsGroupCount = false;

  /** `fields` are those of the rows' cells. */
  constructor(fields: readonly string[], firm: FirmContext) {
    this.#fields = fields;
    this.#firm = firm;
  }

  maskFor(condition: RowCondition | undefined): RowMask {
    if (!condition) return { bits: EVERY, isInverted: false };
    if ('empty' in condition) return { bits: this.#bit(this.#filled, condition.empty), isInverted: true };
    if ('filled' in condition) return { bits: this.#bit(this.#filled, condition.filled), isInverted: false };
    if ('several' in condition) return { bits: this.#bit(this.#lists, condition.several), isInverted: false };
    if ('either' in condition) {
      const [first, second] = condition.either;
      return { bits: this.#bit(this.#filled, first) | this.#bit(this.#filled, second), isInverted: false };
    }
    this.#needsGroupCount = true;
    return {
      bits: condition.groups === 'several' ? IN_SEVERAL : GROUPED,
      isInverted: condition.groups === 'none',
    };
  }

  bitsOf(row: ScannedRow): number {
    let bits = EVERY;
    for (const { cellIndex, bit } of this.#filled) if (row[cellIndex] !== null) bits |= bit;
    for (const { cellIndex, bit } of this.#lists) if (isSeveral(row[cellIndex] ?? null)) bits |= bit;
    if (this.#needsGroupCount) {
      const groups = this.#firm.groupsOf.count(row[1]);
      if (groups > 0) bits |= groups > 1 ? GROUPED | IN_SEVERAL : GROUPED;
    }
    return bits;
  }

  #bit(known: { readonly cellIndex: number; readonly bit: number }[], field: string): number {
    const cellIndex = FIRST_FIELD_CELL + this.#fields.indexOf(field);
    const existing = known.find((entry) => entry.cellIndex === cellIndex);
    if (existing) return existing.bit;
    const bit = this.#next;
    this.#next <<= 1;
    known.push({ cellIndex, bit });
    return bit;
  }
}

/** Only a list with several items contains the separator. */
const isSeveral = (cell: Cell): boolean => typeof cell === 'string' && cell.includes(LIST_SEPARATOR);
