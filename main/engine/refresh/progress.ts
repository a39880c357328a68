import type { ResourceProgress } from '#contract/calls/live';
import type { ResourceName } from '#contract/resources';
import type { Clock } from '../service/clock';
import { Meter } from '../jobs/meter';
import type { StoredPageCounts } from '../cache/worker/writer';

/** Progress counters of one resource in a refresh. */
export class Progress {
  readonly resource: ResourceName;
  readonly #meter: Meter;
  #state: ResourceProgress;

  constructor(resource: ResourceName, clock: Clock) {
    this.resource = resource;
    this.#meter = new Meter(clock);
    this.#state = {
      resource,
      state: 'waiting',
      records: 0,
      total: null,
      rate: 0,
      secondsLeft: null,
      added: 0,
      changed: 0,
      removed: 0,
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

  /** Starts or restarts a pass: records and drifted ones are counted again; changes found before still count. */
  begin(records: number): void {
    this.#meter.begin(records);
    this.set({ state: 'running', records, total: null, drifted: 0, rate: 0, secondsLeft: null });
  }

  add(count: number, stored: StoredPageCounts): void {
    const { added, changed, drifted, total } = this.#state;
    const records = this.#state.records + count;
    this.set({
      records,
      added: added + stored.added,
      changed: changed + stored.changed,
      drifted: drifted + stored.drifted,
      ...this.#meter.record(records, total),
    });
  }

  end(change: Partial<ResourceProgress> & Pick<ResourceProgress, 'state'>): void {
    this.set({ secondsLeft: null, rate: 0, ...change });
  }
}
