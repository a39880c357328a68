import { expect, it } from 'vitest';
import { LOOKBACK_MS } from '#engine/wire/changed-since';
import { QuickRefreshHarness, HOUR, MINUTE } from './harness';

/** `npm run faults` tries ten thousand refreshes, `npm test` a tenth of them. */
const SEEDS = process.env['FAULTS_OUT'] ? 2_500 : 250;
const REFRESHES = 4;
const IDS = 9;

/** Returns a seeded random number generator (mulberry32), so that a failure names the seed that shows it again. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** One firm and its changes. */
class Interleaving {
  readonly #random: (below: number) => number;
  readonly #harness = new QuickRefreshHarness();
  readonly #touched = new Set<string>();
  /** True if records change while they are read. */
  readonly #isBusy: boolean;
  quick = 0;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
    const { firm } = this.#harness;
    firm.maxPageSize = 2 + this.#random(5);
    firm.isOrderedByChange = this.#random(2) === 0;
    this.#isBusy = this.#random(3) > 0;
    for (let id = 1; id <= IDS; id += 1)
      if (this.#random(5) > 0) firm.put(id, this.#status(), firm.now - this.#random(90) * HOUR);
  }

  async run(): Promise<void> {
    await this.#fetchAll();
    for (let turn = 0; turn < REFRESHES; turn += 1) {
      this.#advanceTime();
      if (!(await this.#refreshDuringWrites())) await this.#fetchAll();
    }
    await this.#harness.refresh();
    this.#expectCacheMatchesService();
  }

  /** Compares without a matcher, which would take most of the time. */
  #expectCacheMatchesService(): void {
    const [cached, listed] = [this.#harness.texts(), this.#harness.firm.texts()];
    if (cached.size !== listed.size || [...listed].some(([id, text]) => cached.get(id) !== text))
      expect(cached).toEqual(listed);
  }

  /** Fetches everything while nothing changes. */
  async #fetchAll(): Promise<void> {
    await this.#harness.refresh({ complete: true });
    this.#expectCacheMatchesService();
  }

  /** Advances the clock, changes records, and sometimes sets a clock. */
  #advanceTime(): void {
    const { clock } = this.#harness;
    clock.advance(this.#random(3 * HOUR));
    for (let count = this.#random(4); count > 0; count -= 1) {
      this.#change();
      clock.advance(this.#random(20 * MINUTE));
    }
    const sign = this.#random(2) === 0 ? 1 : -1;
    if (this.#random(12) === 0) this.#harness.serviceAheadMs += sign * (6 * MINUTE + this.#random(2 * HOUR));
  }

  /** Returns whether the refresh was quick: then it has the service's records as they were when it began. */
  async #refreshDuringWrites(): Promise<boolean> {
    const { firm, clock } = this.#harness;
    const start = firm.texts();
    this.#touched.clear();
    firm.onRequest = () => {
      clock.advance(this.#random(20_000));
      if (this.#isBusy && this.#random(6) === 0) this.#change();
    };
    const { quick } = await this.#harness.refresh();
    firm.onRequest = () => undefined;
    if (!quick) return false;
    this.quick += 1;
    const cached = this.#harness.texts();
    for (const id of new Set([...start.keys(), ...cached.keys()]))
      if (!this.#touched.has(id) && cached.get(id) !== start.get(id))
        expect([id, cached.get(id)]).toEqual([id, start.get(id)]);
    return true;
  }

  #change(): void {
    const { firm } = this.#harness;
    const id = 1 + this.#random(IDS + 4);
    this.#touched.add(String(id));
    const action = this.#random(8);
    if (action <= 1) firm.remove(id);
    if (action === 0) return;
    // A change becomes visible after its time, up to the margin.
    const late = [0, LOOKBACK_MS, this.#random(LOOKBACK_MS)][this.#random(3)] ?? 0;
    firm.put(id, this.#status(), firm.now - late);
  }

  #status(): 'closed' | 'funded' {
    return this.#random(4) === 0 ? 'closed' : 'funded';
  }
}

it(`misses nothing in ${SEEDS} interleavings of changes and requests`, async () => {
  let quick = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const interleaving = new Interleaving(seed);
    try {
      await interleaving.run();
    } catch (error) {
      throw new Error(`Interleaving ${seed}`, { cause: error });
    }
    quick += interleaving.quick;
  }
  expect(quick).toBeGreaterThan((SEEDS * REFRESHES) / 5); // or this would test something else
}, 600_000);
