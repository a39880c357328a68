import type { Cell, Folded } from '#contract/query';

const NONE: Folded = { kind: 'these', values: [] };
const ALL: Folded = { kind: 'all-but', values: [] };
/** Maximum number of exceptions, as in the contract. */
const MAX_EXCEPTIONS = 20_000;

/** The folded groups of a list. */
export class ListGroups {
  /** The folded groups in the contract's form. */
  folded = $state.raw<Folded>(NONE);
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Unfolds all groups for another column, without an event, because the rows are reloaded anyway. */
  reset(): void {
    this.folded = NONE;
  }

  fold(value: Cell, isFolded: boolean): void {
    const { kind, values } = this.folded;
    const rest = values.filter((one) => one !== value);
    const isException = isFolded === (kind === 'these');
    if (isException && rest.length >= MAX_EXCEPTIONS) return;
    this.#set({ kind, values: isException ? [...rest, value] : rest });
  }

  foldAll(): void {
    this.#set(ALL);
  }
  unfoldAll(): void {
    this.#set(NONE);
  }

  #set(folded: Folded): void {
    this.folded = folded;
    this.#changed();
  }
}
