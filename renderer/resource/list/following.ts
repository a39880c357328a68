/** The panel follows the cursor after this pause, so that a held arrow key does not read every record on its way. */
const FOLLOW_MS = 60;

/** Where the cursor stands: a row of the answer to a question. */
interface Standing {
  readonly row: number;
  readonly asked: unknown;
}

interface Follows {
  readonly standing: () => Standing;
  /** Something stands beside the list. */
  readonly isOpen: () => boolean;
  readonly open: (key: string) => void;
}

/** While a record stands beside a list, it is the one under the cursor. */
export class Following {
  readonly #follows: Follows;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #followed: string | undefined;
  /** Where the cursor stood when the panel last showed the record under it. */
  #at: Standing | undefined;

  constructor(follows: Follows) {
    this.#follows = follows;
  }

  /** This record is beside the list now. */
  opened(key: string): void {
    this.#followed = key;
    this.#at = this.#follows.standing();
  }

  /** This record is under the cursor now. */
  follow(key: string | undefined): void {
    // What waits is of a row that the cursor has left, also where it went back to the one that is shown.
    this.stop();
    if (key === undefined || !this.#follows.isOpen()) return;
    const here = this.#follows.standing();
    if (key === this.#followed) {
      this.#at = here;
      return;
    }
    // Records came or went under a cursor that stands still: what is open stays, or the next edit would be of another one.
    if (this.#at?.row === here.row && this.#at.asked === here.asked) return;
    this.#timer = setTimeout(() => {
      if (this.#follows.isOpen()) this.#follows.open(key);
    }, FOLLOW_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
