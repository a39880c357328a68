import type { ResourceProgress } from '../../../../preload/contract/live';
import type { ResourceName } from '../../../../preload/contract/resources';
import type { Clock } from '../../service/clock';
import type { Stored } from './writer';

/** The rate is that of the last seconds: a slow start must not darken the forecast for long. */
const WINDOW_MS = 5_000;

/** Counts what one resource's refresh does. */
export class Progress {
  readonly resource: ResourceName;
  readonly #clock: Clock;
  readonly #samples: { at: number; records: number }[] = [];
  #state: ResourceProgress;

  constructor(resource: ResourceName, clock: Clock) {
    this.resource = resource;
    this.#clock = clock;
    this.#state = {
      resource,
      state: 'waiting',
      records: 0,
      total: null,
      rate: 0,
      secondsLeft: null,
      added: 0,
      changed: 0,
      gone: 0,
      drifted: 0,
      uncertain: false,
    };
  }

  get snapshot(): ResourceProgress {
    return { ...this.#state };
  }

  set(change: Partial<ResourceProgress>): void {
    this.#state = { ...this.#state, ...change };
  }

  /** A pass begins, or begins again: the records are counted anew, what was found stays found. */
  begin(records: number): void {
    this.#samples.length = 0;
    this.#samples.push({ at: this.#clock.now(), records });
    this.set({ state: 'running', records, drifted: 0, rate: 0, secondsLeft: null });
  }

  add(count: number, stored: Stored): void {
    const now = this.#clock.now();
    const { added, changed, drifted, total } = this.#state;
    const records = this.#state.records + count;
    this.#samples.push({ at: now, records });
    while (this.#samples.length > 2 && (this.#samples[0]?.at ?? now) < now - WINDOW_MS) this.#samples.shift();
    const first = this.#samples[0] ?? { at: now, records };
    const seconds = (now - first.at) / 1000;
    const rate = seconds > 0 ? (records - first.records) / seconds : 0;
    this.set({
      records,
      added: added + stored.added,
      changed: changed + stored.changed,
      drifted: drifted + stored.drifted,
      rate,
      secondsLeft: total !== null && rate > 0 ? Math.max(0, total - records) / rate : null,
    });
  }

  end(change: Partial<ResourceProgress> & Pick<ResourceProgress, 'state'>): void {
    this.set({ secondsLeft: null, rate: 0, ...change });
  }
}
