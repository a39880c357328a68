import type { DayCount } from '#contract/features/expected-fees/schemas';
import type { AumOutcome, ComparedLine, LineResult } from '#contract/features/expected-fees/calls';
import { failureOf, type Failure } from '#contract/failure';
import type { EngineClient } from '../../bridge';
import { trackFailure } from '../../state/page-work.svelte';
import { Pages } from '../../ui/pages.svelte';

type FeePeriods = Awaited<ReturnType<EngineClient['expectedFees']['periods']>>;
type Comparison = Awaited<ReturnType<EngineClient['expectedFees']['compare']>>;

/** The debits of one period next to their expected fees, and the request for balances. */
export class PeriodComparison {
  periods = $state.raw<FeePeriods | null>(null);
  /** The period end; empty before the periods are known. */
  endDate = $state('');
  result = $state<LineResult | 'all'>('all');
  /** The last response, and the period end that it is about. */
  #response = $state.raw<{ readonly endDate: string; readonly facts: Comparison } | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** The period end that balances were last requested for. */
  fetchedEndDate = $state('');
  /** Progress of the request for balances; null if none is running. */
  fetching = $state.raw<{ readonly done: number; readonly total: number } | null>(null);
  fetchFailure = $state.raw<Failure | null>(null);
  /** True if the service has no balances by date, which are optional. */
  areBalancesUnavailable = $state(false);
  /** The outcome for each date. */
  fetchOutcomes = $state.raw<readonly AumOutcome[]>([]);
  /** Number of decisions and requests for balances, after each of which the lines are compared again. */
  #changes = $state(0);
  #stop: AbortController | null = null;

  readonly period = $derived(this.periods?.find(({ endDate }) => endDate === this.endDate) ?? null);
  readonly pages = $derived.by(() => {
    const { endDate, result } = this;
    if (endDate === '') return null;
    const filter = result === 'all' ? {} : { result };
    const pages = new Pages<ComparedLine, Comparison>(
      (offset, limit) => this.engine.expectedFees.compare({ endDate, ...filter, offset, limit }),
      {
        keyOf: ({ account }) => account,
        onload: (page) => {
          // The user may have chosen another period or result since.
          if (pages === this.pages) this.#response = { endDate, facts: page };
        },
      },
    );
    return pages;
  });
  /** Facts of the last response about the chosen period; null before it. */
  readonly facts = $derived(this.#response?.endDate === this.endDate ? this.#response.facts : null);
  /** Its value differs when the lines are to be compared again. */
  readonly contentVersion = $derived.by(() => this.version() + this.#changes);

  constructor(
    readonly engine: EngineClient,
    /** Version of the lists. */
    readonly version: () => number,
  ) {}

  load(): Promise<void> {
    return trackFailure(this, async () => {
      this.periods = await this.engine.expectedFees.periods();
      const ends = this.periods.map(({ endDate }) => endDate);
      if (!ends.includes(this.endDate)) this.endDate = ends[0] ?? '';
    });
  }

  decide(dayCount: DayCount): Promise<void> {
    return trackFailure(this, async () => {
      await this.engine.expectedFees.decideDayCount({ dayCount });
      this.#changes += 1;
    });
  }

  /** Requests the balances of the period's accounts from the service. */
  async fetchBalances(): Promise<void> {
    if (this.fetching) return;
    const { endDate } = this;
    const stop = new AbortController();
    this.#stop = stop;
    this.fetchedEndDate = endDate;
    this.fetching = { done: 0, total: 0 };
    this.fetchFailure = null;
    this.areBalancesUnavailable = false;
    this.fetchOutcomes = [];
    try {
      const { signal } = stop;
      for await (const step of await this.engine.expectedFees.fetchBalances({ endDate }, { signal })) {
        this.fetching = step;
        if (step.outcome) this.fetchOutcomes = [...this.fetchOutcomes, step.outcome];
      }
    } catch (error) {
      const failure = failureOf(error);
      this.areBalancesUnavailable = failure.kind === 'not-found';
      if (!stop.signal.aborted && !this.areBalancesUnavailable) this.fetchFailure = failure;
    } finally {
      this.fetching = null;
      this.#stop = null;
      this.#changes += 1;
      await this.load();
    }
  }

  /** Stops the request; what arrived stays. */
  stop(): void {
    this.#stop?.abort();
  }
}
