import { callAfterDelay } from '../../state/call-after-delay';
/** Delay before the panel follows the cursor, so that a held arrow key does not load every record. */
const DEBOUNCE_MS = 60;

/** A cursor position: a row of a query's result. */
interface CursorPosition {
  readonly row: number;
  readonly query: unknown;
}

interface CursorFollowerDeps {
  readonly cursorPosition: () => CursorPosition;
  /** True if the panel is open. */
  readonly isOpen: () => boolean;
  readonly open: (key: string) => void;
}

/** Keeps the panel next to a list on the record under the cursor. */
export class CursorFollower {
  readonly #deps: CursorFollowerDeps;
  #cancel: () => void = () => undefined;
  #shownKey: string | undefined;
  /** Cursor position when the panel last showed its record. */
  #positionWhenShown: CursorPosition | undefined;

  constructor(deps: CursorFollowerDeps) {
    this.#deps = deps;
  }

  /** Called when a record is opened in the panel. */
  opened(key: string): void {
    this.#shownKey = key;
    this.#positionWhenShown = this.#deps.cursorPosition();
  }

  /** Called when the cursor moves to a record. */
  follow(key: string | undefined): void {
    // Cancels a pending update, which is for a row that the cursor has left.
    this.stop();
    if (key === undefined || !this.#deps.isOpen()) return;
    const position = this.#deps.cursorPosition();
    if (key === this.#shownKey) {
      this.#positionWhenShown = position;
      return;
    }
    // Records were added or removed under an unmoved cursor: the open record stays, or the next edit would
    // hit another one.
    if (this.#positionWhenShown?.row === position.row && this.#positionWhenShown.query === position.query)
      return;
    this.#cancel = callAfterDelay(DEBOUNCE_MS, () => {
      if (this.#deps.isOpen()) this.#deps.open(key);
    });
  }

  stop(): void {
    this.#cancel();
  }
}
