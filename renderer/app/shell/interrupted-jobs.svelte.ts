import type { EngineClient } from '../../bridge';
import { failureOf } from '#contract/failure';
import { showFailure } from '../../ui/toast';
import { interruptedNotices, type Notice } from './notices';

/** Notices about jobs that were interrupted when the app ended. */
export class InterruptedJobs {
  #allNotices = $state.raw<readonly Notice[]>([]);
  /** IDs of notices hidden until the next start; the job itself stays until it is resumed or dismissed. */
  #hiddenIds = $state.raw<ReadonlySet<string>>(new Set());
  #requestCount = 0;
  readonly notices = $derived(this.#allNotices.filter(({ id }) => !this.#hiddenIds.has(id)));

  async load(engine: EngineClient | null): Promise<void> {
    const request = ++this.#requestCount; // a late response may be about another connection
    if (!engine) {
      this.#allNotices = [];
      return;
    }
    try {
      const jobs = await engine.jobs.list();
      if (request === this.#requestCount) this.#allNotices = interruptedNotices(jobs);
    } catch (error) {
      // The connection may be closing; interrupted jobs are reported when it opens again.
      if (failureOf(error).kind !== 'no-connection') showFailure(error);
    }
  }

  /** Hides a notice about an interrupted job; returns false for any other notice. */
  dismiss({ id }: Notice): boolean {
    const isInterruption = this.#allNotices.some((notice) => notice.id === id);
    if (isInterruption) this.#hiddenIds = new Set([...this.#hiddenIds, id]);
    return isInterruption;
  }
}
