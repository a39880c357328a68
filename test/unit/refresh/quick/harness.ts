import type { ResourceProgress, ResourceState } from '#contract/calls/live';
import type { RefreshWriter } from '#engine/cache/worker/writer';
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
  readonly writer: RefreshWriter;
  readonly #memory: MemoryWriter | undefined;
  #refresher: CacheRefresher;

  /** `writer`: in memory by default. */
  constructor(writer?: RefreshWriter) {
    this.#memory = writer ? undefined : new MemoryWriter();
    this.writer = writer ?? this.#memory ?? new MemoryWriter();
    this.#refresher = this.#createRefresher();
  }

  /** Creates the refresher again, as a new connection does, with the same cache. */
  reconnect(): void {
    this.#refresher = this.#createRefresher();
  }

  #createRefresher(): CacheRefresher {
    return new CacheRefresher({
      service: this.firm,
      writer: this.writer,
      clock: this.clock,
      report: () => undefined,
      ...(this.#memory ? { states: () => [this.#state] } : {}),
    });
  }

  /** The cached accounts as JSON, by ID. */
  texts(): Map<string, string> {
    return new Map([...(this.#memory?.rows.get('accounts') ?? [])].map(([key, { raw }]) => [key, raw]));
  }

  /** Refreshes the accounts once. */
  async refresh(options: StartOptions = {}): Promise<ResourceProgress> {
    this.firm.requests.length = 0;
    await this.#refresher.start(['accounts'], options);
    await this.#refresher.settled();
    const [progress] = this.#refresher.current()?.resources ?? [];
    if (!progress) throw new Error('There was no refresh.');
    return progress;
  }

  get #state(): ResourceState {
    const asOf = this.#memory?.passes.findLast(({ resource }) => resource === 'accounts')?.asOf ?? null;
    return { resource: 'accounts', count: this.texts().size, asOf, uncertain: false, drifted: 0 };
  }
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
