import type { EngineClient } from '../../bridge';
import type { Due } from './sidebar';

/** Counts of work due today, for the sidebar. A count that is not available is not shown. */
export class DueCounts {
  due = $state.raw<Due>({});
  #question = 0;

  async load(engine: EngineClient | null): Promise<void> {
    const question = ++this.#question;
    const roi = engine ? await engine.roi.due().catch(() => 0) : 0;
    if (question === this.#question) this.due = { roi };
  }
}
