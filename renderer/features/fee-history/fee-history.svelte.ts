import type { FeeSubject } from '#contract/features/fee-history/schemas';
import type { FeeHistory, UnreadArchive } from '#contract/features/fee-history/calls';
import { failureOf, type Failure } from '#contract/failure';
import type { EngineClient } from '../../bridge';

/** The fee history of one record; responses to earlier requests are ignored. */
export class FeeHistoryState {
  /** Null before the first response. */
  history = $state.raw<FeeHistory | null>(null);
  /** True while saved archives that are not in the history yet are being read. */
  isReading = $state(false);
  unread = $state.raw<readonly UnreadArchive[]>([]);
  failure = $state.raw<Failure | null>(null);
  #requestCount = 0;

  /** Shows the stored history immediately, and again if saved archives add to it. */
  async load(engine: EngineClient, subject: FeeSubject): Promise<void> {
    const request = ++this.#requestCount;
    const isLatest = () => request === this.#requestCount;
    this.isReading = true;
    try {
      const stored = await engine.feeHistory.get(subject);
      if (!isLatest()) return;
      this.history = stored;
      this.failure = null;
      const { added, unread } = await engine.feeHistory.readSaved();
      if (!isLatest()) return;
      this.unread = unread;
      if (added > 0) {
        const complete = await engine.feeHistory.get(subject);
        if (isLatest()) this.history = complete;
      }
    } catch (error) {
      if (isLatest()) this.failure = failureOf(error);
    } finally {
      if (isLatest()) this.isReading = false;
    }
  }
}
