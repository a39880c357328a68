import type { ResourceProgress, ResourceState } from '#contract/calls/live';
import { CacheRefresher, type StartOptions } from '#engine/refresh/refresh';
import { FakeClock } from '#test/support/fake-clock';
import { MemoryWriter } from '../memory-writer';
import { ChangingFirm } from './changing-firm';

/** A firm's service and a cache that refreshes from it, each with its own clock. */
export class QuickRefreshHarness {
  readonly clock = new FakeClock();
  /** Milliseconds by which the service's clock is ahead of this computer's. */
  serviceAheadMs = 0;
  readonly firm = new ChangingFirm(() => this.clock.now() + this.serviceAheadMs);
  readonly #writer = new MemoryWriter();
  #refresher: CacheRefresher;

  constructor() {
    this.#refresher = this.#createRefresher();
  }

  /** Creates the refresher again, as a new connection does, with the same cache. */
  reconnect(): void {
    this.#refresher = this.#createRefresher();
  }

  #createRefresher(): CacheRefresher {
    return new CacheRefresher({
      service: this.firm,
      writer: this.#writer,
      clock: this.clock,
      report: () => undefined,
      states: () => [this.#state],
    });
  }

  /** The cached accounts as JSON, by ID. */
  texts(): Map<string, string> {
    return new Map([...(this.#writer.rows.get('accounts') ?? [])].map(([key, { raw }]) => [key, raw]));
  }

  /** Refreshes the accounts once; the firm then has only the requests of this refresh. */
  async refresh(options: StartOptions = {}): Promise<ResourceProgress> {
    this.firm.requests.length = 0;
    await this.#refresher.start(['accounts'], options);
    await this.#refresher.settled();
    const [progress] = this.#refresher.current()?.resources ?? [];
    if (!progress) throw new Error('There was no refresh.');
    return progress;
  }

  get #state(): ResourceState {
    const asOf = this.#writer.passes.findLast(({ resource }) => resource === 'accounts')?.asOf ?? null;
    return { resource: 'accounts', count: this.texts().size, asOf, uncertain: false, drifted: 0 };
  }
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
