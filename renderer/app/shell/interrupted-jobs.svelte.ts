import type { EngineClient } from '../../bridge';
import { failureOf } from '#contract/failure';
import { showFailure } from '../../ui/toast';
import { interruptedNotices, type Notice } from './notices';

/** Notices about jobs that were interrupted when the app ended. */
export class InterruptedJobs {
  #found = $state.raw<readonly Notice[]>([]);
  /** Hidden until the next start; the job itself stays until it is resumed or dismissed. */
  #hidden = $state.raw<ReadonlySet<string>>(new Set());
  readonly notices = $derived(this.#found.filter(({ id }) => !this.#hidden.has(id)));

  async load(engine: EngineClient | null): Promise<void> {
    if (!engine) {
      this.#found = [];
      return;
    }
    try {
      this.#found = interruptedNotices(await engine.jobs.list());
    } catch (error) {
      // The connection may be closing; interrupted jobs are reported when it opens again.
      if (failureOf(error).kind !== 'no-connection') showFailure(error);
    }
  }

  /** Returns true if the notice was one of these. */
  dismiss({ id }: Notice): boolean {
    const isInterruption = this.#found.some((notice) => notice.id === id);
    if (isInterruption) this.#hidden = new Set([...this.#hidden, id]);
    return isInterruption;
  }
}
