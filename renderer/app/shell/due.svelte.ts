import type { EngineClient } from '../../bridge';
import { TASK_VIEWS } from '../feature-views';
import type { Due } from './sidebar';

/** Counts of work due today, for the sidebar. A count that is not available is not shown. */
export class DueCounts {
  due = $state.raw<Due>({});
  #question = 0;

  async load(engine: EngineClient | null): Promise<void> {
    const question = ++this.#question;
    const counts = await Promise.all(
      Object.entries(TASK_VIEWS).map(
        async ([task, { due }]) => [task, engine && due ? await due(engine).catch(() => 0) : 0] as const,
      ),
    );
    if (question === this.#question) this.due = Object.fromEntries(counts);
  }
}
