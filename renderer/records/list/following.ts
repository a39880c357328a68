import { later } from '../../state/later';
/** Delay before the panel follows the cursor, so that a held arrow key does not load every record. */
const DEBOUNCE_MS = 60;

/** A cursor position: a row of a query's answer. */
interface CursorPosition {
  readonly row: number;
  readonly asked: unknown;
}

interface Follows {
  readonly standing: () => CursorPosition;
  /** True if the panel is open. */
  readonly isOpen: () => boolean;
  readonly open: (key: string) => void;
}

/** Keeps the panel next to a list on the record under the cursor. */
export class Following {
  readonly #follows: Follows;
  #cancel: () => void = () => undefined;
  #followed: string | undefined;
  /** Cursor position when the panel last showed its record. */
  #at: CursorPosition | undefined;

  constructor(follows: Follows) {
    this.#follows = follows;
  }

  /** Called when a record is opened in the panel. */
  opened(key: string): void {
    this.#followed = key;
    this.#at = this.#follows.standing();
  }

  /** Called when the cursor moves to a record. */
  follow(key: string | undefined): void {
    // Cancels a pending update, which is for a row that the cursor has left.
    this.stop();
    if (key === undefined || !this.#follows.isOpen()) return;
    const here = this.#follows.standing();
    if (key === this.#followed) {
      this.#at = here;
      return;
    }
    // Records were added or removed under an unmoved cursor: the open record stays, or the next edit would
    // hit another one.
    if (this.#at?.row === here.row && this.#at.asked === here.asked) return;
    this.#cancel = later(DEBOUNCE_MS, () => {
      if (this.#follows.isOpen()) this.#follows.open(key);
    });
  }

  stop(): void {
    this.#cancel();
  }
}
