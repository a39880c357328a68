import type { EngineClient } from '../../bridge';
import { failureOf } from '../../../preload/contract/failure';
import { showFailure } from '../../kit/toast';
import { interruptedNotices, type Notice } from './notices';

/** Jobs that the last end of the program interrupted, as notices. */
export class Interrupted {
  #found = $state.raw<readonly Notice[]>([]);
  /** Put away for this run of the program; the job itself stays until it is resumed or dismissed. */
  #away = $state.raw<ReadonlySet<string>>(new Set());
  readonly notices = $derived(this.#found.filter(({ id }) => !this.#away.has(id)));

  async load(engine: EngineClient | null): Promise<void> {
    if (!engine) {
      this.#found = [];
      return;
    }
    try {
      this.#found = interruptedNotices(await engine.jobs.list());
    } catch (error) {
      // The connection may just be closing; what was interrupted is told when it is open.
      if (failureOf(error).kind !== 'no-connection') showFailure(error);
    }
  }

  /** Whether it was one of these. */
  dismiss({ id }: Notice): boolean {
    const own = this.#found.some((notice) => notice.id === id);
    if (own) this.#away = new Set([...this.#away, id]);
    return own;
  }
}
