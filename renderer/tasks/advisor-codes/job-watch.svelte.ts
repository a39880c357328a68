import type { CodeJob, CodeLine } from '../../../preload/contract/calls/advisor-codes';
import { failureOf, type Failure } from '../../../preload/contract/failure';
import type { EngineClient } from '../../bridge';

/** A list of codes to create or delete, as the engine has it: observable while it is looked at. */
export class JobWatch {
  job = $state.raw<CodeJob | null>(null);
  lines = $state.raw<readonly CodeLine[]>([]);
  /** Why it cannot be followed: it may be gone. */
  lost = $state.raw<Failure | null>(null);
  /** Why something asked of it was not done. */
  failure = $state.raw<Failure | null>(null);
  starting = $state(false);
  readonly running = $derived(this.starting || this.job?.state === 'running');

  constructor(
    private readonly engine: EngineClient,
    readonly id: string,
  ) {}

  /** Follows it until it is over, or the signal. */
  async follow(signal: AbortSignal): Promise<void> {
    const { advisorCodes } = this.engine;
    try {
      for await (const job of await advisorCodes.follow({ job: this.id }, { signal })) {
        const lines = await advisorCodes.lines({ job: this.id });
        if (signal.aborted) return;
        this.job = job;
        this.lines = lines;
      }
    } catch (error) {
      if (!signal.aborted) this.lost = failureOf(error);
    }
  }

  /**
   * Sends it, once; presses while that is asked for do nothing, and the engine joins those that come later. To delete,
   * `count` is the number that was typed.
   */
  async start(count?: number): Promise<void> {
    if (this.running || this.job?.state !== 'planned') return;
    this.starting = true;
    this.failure = null;
    try {
      await this.engine.advisorCodes.start({ job: this.id, ...(count === undefined ? {} : { count }) });
    } catch (error) {
      this.failure = failureOf(error);
    } finally {
      this.starting = false;
    }
  }

  async stop(): Promise<void> {
    await this.engine.advisorCodes
      .stop({ job: this.id })
      .catch((error: unknown) => (this.failure = failureOf(error)));
  }
}
