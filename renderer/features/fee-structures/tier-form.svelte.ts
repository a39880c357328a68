import { SvelteMap } from 'svelte/reactivity';
import {
  addTier,
  suggestedSplitOf,
  setUpperBound,
  removeTier,
  setRate,
  splitTier,
  type LadderChange,
  type Ladder,
  type LadderFault,
} from '#contract/fees/ladder';
import { closeGaps, readTiers, type Tier, type Tiers } from '#contract/fees/tiers';
import { reopenLadder, tiersText } from '#contract/fees/tiers-text';
import { parsePastedTiers } from './pasted-tiers';
import { typedAmount, typedRate } from './typed-rate';

export type TierColumn = 'to' | 'rate';
interface TypedCell {
  readonly index: number;
  readonly column: TierColumn;
  readonly text: string;
  /** Why the value is invalid; null if the ladder has it already. */
  readonly fault: LadderFault | null;
}
/** A cell with an invalid value. */
export interface InvalidCell {
  readonly index: number;
  readonly column: TierColumn;
  readonly fault: LadderFault;
}

/**
 * Tiers during editing. A typed value enters the ladder as soon as it is valid, so that the fees update; an
 * invalid one stays in its cell with the reason, and the ladder does not change.
 */
export class TierForm {
  /** The tiers of the record, unedited. */
  readonly original: Tiers;
  /** Null if the tiers arrived with errors and the user has not corrected them. */
  ladder: Ladder | null = $state.raw(null);
  /** The record's tiers that the ladder's tiers came from. */
  readonly #sources: readonly Tier[];
  readonly #typed = new SvelteMap<string, TypedCell>();
  readonly #onchange: () => void;

  /**
   * `original` is the text of the field in the record, before any edit; `current` is its text with the edits so far.
   * Calls `onchange` after every change of the tiers or of their errors.
   */
  constructor(original: string | undefined, current: string | undefined, onchange: () => void) {
    this.original = readTiers(original);
    this.#onchange = onchange;
    const { ladder, sources } =
      current === original ? unchangedTiers(this.original) : reopenLadder(readTiers(current), this.original);
    this.ladder = ladder;
    this.#sources = sources;
  }

  /** The text to write; the original text if nothing was changed. */
  get json(): string {
    return this.ladder === null
      ? (this.original.text ?? '[]')
      : tiersText(this.ladder, this.original, this.#sources);
  }
  get isChanged(): boolean {
    return this.json !== (this.original.text ?? '[]');
  }
  /** Cells with invalid values, from the first tier on. */
  get invalidCells(): readonly InvalidCell[] {
    return [...this.#typed.values()]
      .flatMap(({ index, column, fault }) => (fault ? [{ index, column, fault }] : []))
      .toSorted((a, b) => a.index - b.index);
  }
  /** Returns the typed value of a cell; undefined if it shows the ladder's number. */
  typedCell(index: number, column: TierColumn): TypedCell | undefined {
    return this.#typed.get(cell(index, column));
  }

  type(index: number, column: TierColumn, text: string): void {
    // An amount in the open tier adds a tier, but only once it is complete.
    if (this.#isOpenEnd(index, column))
      this.#typed.set(cell(index, column), { index, column, text, fault: null });
    else {
      this.#applyTyped(index, column, text);
      // Another boundary has moved, so an invalid value may be valid now; a pasted table can't be.
      for (const { index: otherIndex, column: otherColumn, text: otherText, fault } of [
        ...this.#typed.values(),
      ]) {
        if (fault === null || fault.code === 'no-ladder') continue;
        if (this.#isOpenEnd(otherIndex, otherColumn)) this.#addTierAbove(otherIndex, otherText);
        else this.#applyTyped(otherIndex, otherColumn, otherText);
      }
    }
    this.#onchange();
  }
  /** Returns true for the end of the last tier, which has no upper bound. */
  #isOpenEnd(index: number, column: TierColumn): boolean {
    return column === 'to' && this.ladder?.[index]?.to === null;
  }
  /** Ends the open tier at a typed amount and adds a tier above it; an invalid amount stays in its cell. */
  #addTierAbove(index: number, text: string): boolean {
    if (!this.ladder) return false;
    const change = addTier(this.ladder, typedAmount(text), this.ladder[index]?.rate ?? '0');
    if ('fault' in change)
      this.#typed.set(cell(index, 'to'), { index, column: 'to', text, fault: change.fault });
    else {
      this.#typed.delete(cell(index, 'to'));
      this.ladder = change.ladder;
    }
    return 'ladder' in change;
  }
  #applyTyped(index: number, column: TierColumn, text: string): void {
    if (!this.ladder) return;
    const change =
      column === 'to'
        ? setUpperBound(this.ladder, index, typedAmount(text))
        : setRate(this.ladder, index, typedRate(text));
    this.#typed.set(cell(index, column), {
      index,
      column,
      text,
      fault: 'fault' in change ? change.fault : null,
    });
    if ('ladder' in change) this.ladder = change.ladder;
  }
  /**
   * Replaces all tiers with a pasted table. Returns false if it is invalid: it stays in its cell, with the
   * reason.
   */
  paste(index: number, column: TierColumn, text: string): boolean {
    const ladder = parsePastedTiers(text, this.ladder ?? []);
    if (ladder) return this.#applyLineChange({ ladder });
    const line = text.trim().replace(/\s+/g, ' ');
    this.#typed.set(cell(index, column), { index, column, text: line, fault: { code: 'no-ladder' } });
    this.#onchange();
    return false;
  }
  /** Discards the typed value of a cell. Returns false if there was none. */
  discardTyped(index: number, column: TierColumn): boolean {
    const isDeleted = this.#typed.delete(cell(index, column));
    if (isDeleted) this.#onchange();
    return isDeleted;
  }

  /** Handles leaving a cell. Returns true if that added a tier. */
  leave(index: number, column: TierColumn): boolean {
    const typed = this.typedCell(index, column);
    if (!this.ladder || !typed || typed.fault?.code === 'no-ladder') return false;
    if (!this.#isOpenEnd(index, column) || typed.text.trim() === '') {
      if (typed.fault === null) this.#typed.delete(cell(index, column));
      return false;
    }
    const isAdded = this.#addTierAbove(index, typed.text);
    this.#onchange();
    return isAdded;
  }

  /**
   * Adds a tier below this line by splitting its tier in the middle, or the open tier at twice its start. The first
   * tier of an empty table gets 1%.
   */
  addBelow(index: number): boolean {
    const { ladder } = this;
    if (!ladder) return false;
    return this.#applyLineChange(
      ladder.length === 0
        ? addTier(ladder, '', '1')
        : splitTier(ladder, index, suggestedSplitOf(ladder, index)),
    );
  }
  remove(index: number): boolean {
    return this.ladder !== null && this.#applyLineChange(removeTier(this.ladder, index));
  }
  /** Closes gaps and overlaps in the tiers of the record. */
  closeGapsAndOverlaps(): void {
    const ladder = closeGaps(this.original);
    if (ladder) this.#applyLineChange({ ladder });
  }
  get canCloseGaps(): boolean {
    return closeGaps(this.original) !== null;
  }
  /** Replaces tiers that cannot be edited with a single one, at 1%. */
  startOver(): void {
    this.#applyLineChange(addTier([], '', '1'));
  }
  /** Restores the tiers of the record. */
  restore(): void {
    this.#typed.clear();
    this.ladder = this.original.ladder;
    this.#onchange();
  }

  /** Adds or removes lines. Clears invalid typed values, which would move to other lines. */
  #applyLineChange(change: LadderChange): boolean {
    if ('fault' in change) return false;
    this.#typed.clear();
    this.ladder = change.ladder;
    this.#onchange();
    return true;
  }
}

const cell = (index: number, column: TierColumn): string => `${index} ${column}`;

const unchangedTiers = ({ ladder, tiers }: Tiers) => ({ ladder, sources: tiers });
