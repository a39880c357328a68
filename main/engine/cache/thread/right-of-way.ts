/** So long whoever asked has the processors: until the answer is on the screen, as a rule. */
const HOLD_MS = 80;

/** Milliseconds that all threads of the process count alike, whatever happens to the system's clock. */
const uptime = (): number => Number(process.hrtime.bigint() / 1_000_000n);
/** Counts of uptime are kept in 32 bits: what matters is how far they are apart. */
const apart = (later: number, earlier: number): number => (later - earlier) | 0;

/** What a claim needs of the outside; for tests. */
interface Means {
  readonly now: () => number;
  /** Stands still for so long, or until the cell has another value and that was told. */
  readonly wait: (cells: Int32Array, value: number, ms: number) => void;
}
const MEANS: Means = { now: uptime, wait: (cells, value, ms) => void Atomics.wait(cells, 0, value, ms) };

/**
 * The right of way of people before the writer's thread, in four bytes that both threads see: until when the writer is to
 * stand still, 0 for not at all. A list that is asked for while a refresh stores pages is read, sent and painted by four
 * threads, and on two processors each of them waits for one that the writer keeps busy.
 */
export class RightOfWay {
  readonly shared = new SharedArrayBuffer(4);
  readonly #cells = new Int32Array(this.shared);
  readonly #now: () => number;

  constructor({ now }: Pick<Means, 'now'> = MEANS) {
    this.#now = now;
  }

  /** Somebody waits for an answer. */
  claim(): void {
    Atomics.store(this.#cells, 0, (this.#now() + HOLD_MS) | 0 || 1);
  }

  /** The writer itself is waited for. */
  release(): void {
    Atomics.store(this.#cells, 0, 0);
    Atomics.notify(this.#cells, 0);
  }
}

/**
 * What the writer does between two records: it stands still while somebody has the right of way, and then works for as long
 * as it stood, whatever is asked for, so that a refresh under the hands of somebody who scrolls takes twice as long at most.
 */
export function givingWay(shared: SharedArrayBuffer, { now, wait }: Means = MEANS): () => void {
  const cells = new Int32Array(shared);
  let since = 0;
  let owed = 0;
  return () => {
    const until = Atomics.load(cells, 0);
    if (until === 0) return;
    const at = now();
    if (at - since < owed) return;
    const left = apart(until, at);
    if (left <= 0) {
      Atomics.compareExchange(cells, 0, until, 0);
      return;
    }
    wait(cells, until, Math.min(left, HOLD_MS));
    since = now();
    owed = since - at;
  };
}
