import type { RefundDecision } from '#contract/features/refunds/schemas';
import type { AdvanceBilling, RefundCase, RefundState } from '#contract/features/refunds/cases';
import type { RefundFilter } from '#contract/features/refunds/calls';
import type { UnreadArchive } from '#contract/features/fee-history/calls';
import { failureOf, type Failure } from '#contract/failure';
import type { EngineClient } from '../../bridge';
import { Pages } from '../../ui/pages.svelte';
import { estimateIn } from './refund-messages';

type RefundPage = Awaited<ReturnType<EngineClient['refunds']['list']>>;

/** Identifies a case among all cases. */
export const refundRowKey = ({ account, endDate, kind }: RefundCase) => `${account} ${endDate} ${kind}`;

/** The cases on screen: filter, counts, and what the user records about them. */
export class RefundList {
  text = $state('');
  state = $state<RefundState | 'all'>('open');
  /** Counts and dates of the last response; null before the first one. */
  facts = $state.raw<Omit<RefundPage, 'items' | 'total'> | null>(null);
  /** True while saved archives that are not in the fee history yet are being read. */
  isReading = $state(false);
  /** Saved archives that are not in the history. */
  unread = $state.raw<readonly UnreadArchive[]>([]);
  /** Those that wait for a complete refresh. */
  readonly waiting = $derived(this.unread.filter(({ why }) => why.code === 'no-data').length);
  /** Why saved archives could not be read. */
  readFailure = $state.raw<Failure | null>(null);
  /** Number of writes, after each of which the list is read again. */
  #writeCount = $state(0);

  readonly filter: RefundFilter = $derived({
    ...(this.text.trim() ? { text: this.text.trim() } : {}),
    ...(this.state === 'all' ? {} : { state: this.state }),
  });
  readonly isFiltered = $derived(Object.keys(this.filter).length > 0);
  readonly pages = $derived.by(() => {
    const { filter } = this;
    const pages = new Pages<RefundCase, RefundPage>(
      (offset, limit) => this.engine.refunds.list({ filter, offset, limit }),
      {
        keyOf: refundRowKey,
        keepsPlace: true,
        onswap: this.onswap,
        onload: (page) => {
          if (pages === this.pages) this.facts = page; // a late response to an earlier filter is dropped
        },
      },
    );
    return pages;
  });
  /** Its value differs when the pages are to be read again. */
  readonly contentVersion = $derived.by(() => this.version() + this.#writeCount);

  constructor(
    readonly engine: EngineClient,
    /** Version of the lists. */
    readonly version: () => number,
    /** Called when another case takes the place of the current one. */
    readonly onswap: () => void,
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
      this.readFailure = null;
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

  async decide(shown: RefundCase, decision: RefundDecision): Promise<void> {
    const { account, endDate, kind } = shown;
    const estimate = estimateIn(shown)?.part ?? null;
    await this.engine.refunds.decide({ key: { account, endDate, kind }, estimate, decision });
    this.#writeCount += 1;
  }

  async reopen({ account, endDate, kind }: RefundCase): Promise<void> {
    await this.engine.refunds.reopen({ key: { account, endDate, kind } });
    this.#writeCount += 1;
  }
}
