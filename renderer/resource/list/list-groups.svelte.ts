import type { Cell, Folded } from '../../../preload/contract/query';

const NONE: Folded = { kind: 'these', values: [] };
const ALL: Folded = { kind: 'all-but', values: [] };
/** More exceptions than these are not told apart; the engine takes no more. */
const MOST = 20_000;

/** Which groups of a list are folded. */
export class ListGroups {
  /** As the engine takes it. */
  folded = $state.raw<Folded>(NONE);
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Another column, other groups: all of them open. Tells nobody, since other rows are asked for anyway. */
  reset(): void {
    this.folded = NONE;
  }

  fold(value: Cell, isFolded: boolean): void {
    const { kind, values } = this.folded;
    const rest = values.filter((one) => one !== value);
    const isException = isFolded === (kind === 'these');
    if (isException && rest.length >= MOST) return;
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
