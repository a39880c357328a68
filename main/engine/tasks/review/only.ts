import type { Cell } from '../../../../preload/contract/query';
import type { ScannedRow } from '../../cache/scan';
import type { Firm } from './firm';
import { LIST_GAP } from './values';

/**
 * The only records that a rule can find: of nearly all others it would say nothing, and asking it costs more than looking.
 * Empty or filled is a cell; `either` of two is filled; `several` are the items of a list; an account is in `groups`.
 */
export type Only<Field = string> =
  | { readonly empty: Field }
  | { readonly filled: Field }
  | { readonly either: readonly [Field, Field] }
  | { readonly several: Field }
  | { readonly groups: 'none' | 'some' | 'several' };

/** Which rows are to be judged: those that have any of these bits, or those that have none of them. */
export interface Wanted {
  readonly bits: number;
  readonly none: boolean;
}

const [EVERY, GROUPED, IN_SEVERAL] = [1, 2, 4];
const FIRST_FREE = 8;

/** What rules want to know of a row before they are asked, as bits that are worked out once for all of them. */
export class RowBits {
  readonly #fields: readonly string[];
  readonly #firm: Firm;
  /** Places of cells, each with its bit; those of lists, of which several items are asked for. */
  readonly #filled: { readonly at: number; readonly bit: number }[] = [];
  readonly #lists: { readonly at: number; readonly bit: number }[] = [];
  #next = FIRST_FREE;
  #areGroupsAsked = false;

  /** `fields`: those of the rows' cells. */
  constructor(fields: readonly string[], firm: Firm) {
    this.#fields = fields;
    this.#firm = firm;
  }

  wanted(only: Only | undefined): Wanted {
    if (!only) return { bits: EVERY, none: false };
    if ('empty' in only) return { bits: this.#bit(this.#filled, only.empty), none: true };
    if ('filled' in only) return { bits: this.#bit(this.#filled, only.filled), none: false };
    if ('several' in only) return { bits: this.#bit(this.#lists, only.several), none: false };
    if ('either' in only) {
      const [one, other] = only.either;
      return { bits: this.#bit(this.#filled, one) | this.#bit(this.#filled, other), none: false };
    }
    this.#areGroupsAsked = true;
    return { bits: only.groups === 'several' ? IN_SEVERAL : GROUPED, none: only.groups === 'none' };
  }

  of(row: ScannedRow): number {
    let bits = EVERY;
    for (const { at, bit } of this.#filled) if (row[at] !== null) bits |= bit;
    for (const { at, bit } of this.#lists) if (isSeveral(row[at] ?? null)) bits |= bit;
    if (this.#areGroupsAsked) {
      const groups = this.#firm.groupsOf.count(row[1]);
      if (groups > 0) bits |= groups > 1 ? GROUPED | IN_SEVERAL : GROUPED;
    }
    return bits;
  }

  #bit(known: { readonly at: number; readonly bit: number }[], field: string): number {
    const at = 2 + this.#fields.indexOf(field);
    const found = known.find((one) => one.at === at);
    if (found) return found.bit;
    const bit = this.#next;
    this.#next <<= 1;
    known.push({ at, bit });
    return bit;
  }
}

/** Only a list has the mark between two items. */
const isSeveral = (cell: Cell): boolean => typeof cell === 'string' && cell.includes(LIST_GAP);
