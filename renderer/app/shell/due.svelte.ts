import type { EngineClient } from '../../bridge';
import { TASK_VIEWS } from '../feature-views';
import type { TaskCounts } from './sidebar';

/** Counts of work due today and of waiting work, by task, for the sidebar. A count that fails is not shown. */
export class DueCounts {
  due = $state.raw<TaskCounts>({});
  waiting = $state.raw<TaskCounts>({});
  #requestCount = 0;

  /** Grows when due work must be counted again. */
  get changes(): number {
    return Object.values(TASK_VIEWS).reduce((sum, { dueChanges }) => sum + (dueChanges?.() ?? 0), 0);
  }

  async load(engine: EngineClient | null): Promise<void> {
    const request = ++this.#requestCount;
    const counts = await Promise.all(
      Object.entries(TASK_VIEWS).map(
        async ([task, { due }]) => [task, engine && due ? await due(engine).catch(() => 0) : 0] as const,
      ),
    );
    if (request === this.#requestCount) this.due = Object.fromEntries(counts);
  }

  /** Counts the waiting work again whenever it changes, until the signal aborts; shows none without an engine. */
  follow(engine: EngineClient | null, signal: AbortSignal): void {
    this.waiting = {}; // counts of another connection
    if (!engine) return;
    for (const [task, { followWaiting }] of Object.entries(TASK_VIEWS))
      followWaiting?.(
        engine,
        (waitingCount) => {
          if (!signal.aborted) this.waiting = { ...this.waiting, [task]: waitingCount };
        },
        signal,
      );
  }
}
