import { SvelteMap } from 'svelte/reactivity';
import {
  add,
  middleOf,
  moveTop,
  remove,
  setRate,
  split,
  straightened,
  type Changed,
  type Ladder,
  type LadderFault,
} from '../../../preload/contract/domain/fees/ladder';
import { readTiers, type Tier, type Tiers } from '../../../preload/contract/domain/fees/tiers';
import { reopened, tiersText } from '../../../preload/contract/domain/fees/tiers-text';
import { pastedTiers } from './pasted-tiers';
import { typedAmount, typedRate } from './typed';

export type TierColumn = 'to' | 'rate';
interface Typed {
  readonly at: number;
  readonly column: TierColumn;
  readonly text: string;
  /** Why it cannot stand; null: it stands in the ladder already. */
  readonly fault: LadderFault | null;
}
/** A cell with what cannot stand. */
export interface Wrong {
  readonly at: number;
  readonly column: TierColumn;
  readonly fault: LadderFault;
}

/**
 * Tiers while they are edited. What is typed stands in the ladder as soon as it can, so that everything beside moves with
 * it; what cannot stays in its cell with the reason, and the ladder stays as it was.
 */
export class TierForm {
  /** As they came with the record. */
  readonly came: Tiers;
  /** Null: they came with faults, and nobody has straightened them. */
  ladder: Ladder | null = $state.raw(null);
  /** The tiers that those of the ladder were. */
  readonly #sources: readonly Tier[];
  readonly #typed = new SvelteMap<string, Typed>();
  readonly #onchange: () => void;

  /**
   * @param came text of the field in the record, before any edit
   * @param now its text with the edits so far
   * @param onchange after every change, of the tiers or of what is wrong
   */
  constructor(came: string | undefined, now: string | undefined, onchange: () => void) {
    this.came = readTiers(came);
    this.#onchange = onchange;
    const { ladder, sources } = now === came ? asCame(this.came) : reopened(readTiers(now), this.came);
    this.ladder = ladder;
    this.#sources = sources;
  }

  /** What is to be written: the text that came, where nothing was changed. */
  get json(): string {
    return this.ladder === null ? (this.came.text ?? '[]') : tiersText(this.ladder, this.came, this.#sources);
  }
  get isChanged(): boolean {
    return this.json !== (this.came.text ?? '[]');
  }
  /** What stands in cells and cannot stay, from the first tier on. */
  get wrong(): readonly Wrong[] {
    return [...this.#typed.values()]
      .flatMap(({ at, column, fault }) => (fault ? [{ at, column, fault }] : []))
      .toSorted((one, other) => one.at - other.at);
  }
  /** What stands in a cell while it is typed; undefined: the number of the ladder. */
  typed(at: number, column: TierColumn): Typed | undefined {
    return this.#typed.get(cell(at, column));
  }

  type(at: number, column: TierColumn, text: string): void {
    // An amount in the open tier adds one, and that not before the amount is whole.
    if (column === 'to' && this.ladder?.[at]?.to === null)
      this.#typed.set(cell(at, column), { at, column, text, fault: null });
    else {
      this.#try(at, column, text);
      // Another boundary has moved: what could not stand may stand now.
      for (const other of this.#typed.values())
        if (other.fault) this.#try(other.at, other.column, other.text);
    }
    this.#onchange();
  }
  #try(at: number, column: TierColumn, text: string): void {
    if (!this.ladder) return;
    const changed =
      column === 'to'
        ? moveTop(this.ladder, at, typedAmount(text))
        : setRate(this.ladder, at, typedRate(text));
    this.#typed.set(cell(at, column), { at, column, text, fault: 'fault' in changed ? changed.fault : null });
    if ('ladder' in changed) this.ladder = changed.ladder;
  }
  /** Puts a pasted table in the place of all tiers. False where it cannot: it stands in its cell, with the reason. */
  paste(at: number, column: TierColumn, text: string): boolean {
    const ladder = pastedTiers(text, this.ladder ?? []);
    if (ladder) return this.#shape({ ladder });
    const line = text.trim().replace(/\s+/g, ' ');
    this.#typed.set(cell(at, column), { at, column, text: line, fault: { code: 'no-ladder' } });
    this.#onchange();
    return false;
  }
  /** Gives a cell back the number of the ladder. False where nothing was typed. */
  untype(at: number, column: TierColumn): boolean {
    const had = this.#typed.delete(cell(at, column));
    if (had) this.#onchange();
    return had;
  }

  /** The person leaves a cell. True when that added a tier. */
  leave(at: number, column: TierColumn): boolean {
    const { ladder } = this;
    const typed = this.typed(at, column);
    if (!ladder || !typed) return false;
    const isOpenTop = column === 'to' && ladder[at]?.to === null;
    if (!isOpenTop || typed.text.trim() === '') {
      if (typed.fault === null) this.#typed.delete(cell(at, column));
      return false;
    }
    const added = add(ladder, typedAmount(typed.text), ladder[at]?.rate ?? '0');
    if ('fault' in added) this.#typed.set(cell(at, column), { ...typed, fault: added.fault });
    else {
      this.#typed.delete(cell(at, column));
      this.ladder = added.ladder;
    }
    this.#onchange();
    return 'ladder' in added;
  }

  /** Adds a tier below this line of the table: this one is divided, the open one at twice where it begins. */
  addBelow(at: number): boolean {
    const { ladder } = this;
    if (!ladder) return false;
    return this.#shape(ladder.length === 0 ? add(ladder, '', '1') : split(ladder, at, middleOf(ladder, at)));
  }
  remove(at: number): boolean {
    return this.ladder !== null && this.#shape(remove(this.ladder, at));
  }
  /** Closes gaps and overlaps of tiers that came with some. */
  straighten(): void {
    const ladder = straightened(this.came);
    if (ladder) this.#shape({ ladder });
  }
  get canStraighten(): boolean {
    return straightened(this.came) !== null;
  }
  /** Begins with one tier, where what came cannot be edited. */
  startOver(): void {
    this.#shape(add([], '', '1'));
  }
  /** As they came. */
  restore(): void {
    this.#typed.clear();
    this.ladder = this.came.ladder;
    this.#onchange();
  }

  /** A change of the lines themselves: what was typed and cannot stand would be in another line. */
  #shape(changed: Changed): boolean {
    if ('fault' in changed) return false;
    this.#typed.clear();
    this.ladder = changed.ladder;
    this.#onchange();
    return true;
  }
}

const cell = (at: number, column: TierColumn): string => `${at} ${column}`;

const asCame = ({ ladder, tiers }: Tiers) => ({ ladder, sources: tiers });
