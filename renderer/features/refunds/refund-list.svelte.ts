import type {
  AdvanceBilling,
  RefundCase,
  RefundDecision,
  RefundFilter,
  RefundState,
} from '#contract/features/refunds/calls';
import type { UnreadArchive } from '#contract/features/fee-history/calls';
import { failureOf, type Failure } from '#contract/failure';
import type { EngineClient } from '../../bridge';
import { dependsOn } from '../../grid/depends-on';
import { Pages } from '../../ui/pages.svelte';

type RefundPage = Awaited<ReturnType<EngineClient['refunds']['list']>>;

/** The cases on screen: filter, counts, and what the user records about them. */
export class RefundList {
  text = $state('');
  state = $state<RefundState | 'all'>('open');
  /** Counts and dates of the last response; null before the first one. */
  facts = $state.raw<Omit<RefundPage, 'items' | 'total'> | null>(null);
  /** True while saved archives that are not in the fee history yet are being read. */
  isReading = $state(false);
  /** Saved archives that are not in the history until the user has checked them. */
  unread = $state.raw<readonly UnreadArchive[]>([]);
  /** Why saved archives could not be read. */
  readFailure = $state.raw<Failure | null>(null);
  /** Incremented by every write, to read the list again. */
  #writeCount = $state(0);

  readonly filter: RefundFilter = $derived({
    ...(this.text.trim() ? { text: this.text.trim() } : {}),
    ...(this.state === 'all' ? {} : { state: this.state }),
  });
  readonly isFiltered = $derived(Object.keys(this.filter).length > 0);
  readonly pages = $derived.by(() => {
    dependsOn(this.version(), this.#writeCount);
    const { filter } = this;
    const pages = new Pages<RefundCase>(async (offset, limit) => {
      const { items, total, ...facts } = await this.engine.refunds.list({ filter, offset, limit });
      if (pages === this.pages) this.facts = facts; // a late response to an earlier request is dropped
      return { items, total };
    });
    return pages;
  });

  constructor(
    readonly engine: EngineClient,
    /** Version of the lists. */
    readonly version: () => number,
  ) {}

  clear(): void {
    this.text = '';
    this.state = 'all';
  }

  /** Adds to the fee history the saved archives that it lacks, if their columns are certain. */
  async readSaved(): Promise<void> {
    this.isReading = true;
    try {
      const { added, unread } = await this.engine.feeHistory.readSaved();
      this.unread = unread;
      if (added > 0) this.#writeCount += 1;
    } catch (error) {
      this.readFailure = failureOf(error);
    } finally {
      this.isReading = false;
    }
  }

  async setAdvance(advance: AdvanceBilling): Promise<void> {
    await this.engine.refunds.setAdvance({ advance });
    this.#writeCount += 1;
  }

  async decide({ account, endDate, kind }: RefundCase, decision: RefundDecision): Promise<void> {
    await this.engine.refunds.decide({ key: { account, endDate, kind }, decision });
    this.#writeCount += 1;
  }

  async reopen({ account, endDate, kind }: RefundCase): Promise<void> {
    await this.engine.refunds.reopen({ key: { account, endDate, kind } });
    this.#writeCount += 1;
  }
}
