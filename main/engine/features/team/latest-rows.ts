import type { Clock } from '../../service/clock';

/** Time after which rows that are no longer read are released. */
const RELEASE_MS = 60_000;

/** Keeps the rows that a screen reads in ranges: to read and verify 100,000 rows takes seconds. */
export class LatestRows<Row> {
  readonly #clock: Clock;
  #latest: { readonly key: string; readonly rows: readonly Row[] } | null = null;
  #cancelRelease: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the rows with this key, which identifies their content; reads them unless they were the last ones read. */
  get(key: string, read: () => readonly Row[]): readonly Row[] {
    const rows = this.#latest?.key === key ? this.#latest.rows : read();
    this.#latest = { key, rows };
    this.#cancelRelease();
    this.#cancelRelease = this.#clock.after(RELEASE_MS, () => (this.#latest = null));
    return rows;
  }
}
