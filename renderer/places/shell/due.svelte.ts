import type { EngineClient } from '../../bridge';
import type { Due } from './sidebar';

/** What waits for a person today, for the sidebar. What cannot be counted just now is not shown there. */
export class DueCounts {
  due = $state.raw<Due>({});
  #question = 0;

  async load(engine: EngineClient | null): Promise<void> {
    const question = ++this.#question;
    const roi = engine ? await engine.roi.due().catch(() => 0) : 0;
    if (question === this.#question) this.due = { roi };
  }
}
