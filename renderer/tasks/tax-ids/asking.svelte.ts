import type { LineState, TaxIdLine, TaxIdProgress } from '../../../preload/contract/calls/tax-ids';
import { failureOf, type Failure } from '../../../preload/contract/failure';
import type { EngineClient } from '../../bridge';
import { dependsOn } from '../../grid/depends';
import { Pages } from '../../kit/pages.svelte';

/** What both directions can do. */
type Direction = Pick<EngineClient['taxIds']['exchange'], 'follow' | 'cancel' | 'retry' | 'lines' | 'close'>;

/** A list of tokens or values that the engine asks the service for: its progress, and its lines once it stands still. */
export class Asking {
  session = $state<string | null>(null);
  progress = $state.raw<TaxIdProgress | null>(null);
  /** Why it could not begin, or why its progress is not heard of any more. */
  failure = $state.raw<Failure | null>(null);
  starting = $state(false);
  /** Name of the file that its lines are read from. */
  file = $state<string | null>(null);
  only = $state<LineState | 'all'>('all');
  /** Counts up when the lines are others than before. */
  #settled = $state(0);

  readonly running = $derived(this.starting || this.progress?.state === 'running');
  readonly lines = $derived.by(() => {
    dependsOn(this.#settled);
    const { session, only } = this;
    if (session === null) return null;
    return new Pages<TaxIdLine>((offset, limit) =>
      this.direction.lines({ session, offset, limit, ...(only === 'all' ? {} : { only }) }),
    );
  });

  constructor(readonly direction: Direction) {}

  /** Lines of a file are read, and wait for a yes. */
  readonly ready = $derived(this.progress?.state === 'ready');

  /** Begins again; what was there before is forgotten. */
  async begin(start: () => Promise<{ session: string }>, file: string | null = null): Promise<boolean> {
    this.close();
    this.file = file;
    this.starting = true;
    try {
      const { session } = await start();
      this.session = session;
      this.only = 'all';
      void this.#follow(session);
      return true;
    } catch (error) {
      this.failure = failureOf(error);
      return false;
    } finally {
      this.starting = false;
    }
  }

  async cancel(): Promise<void> {
    await this.#with((session) => this.direction.cancel({ session }));
  }

  /** Asks for what was not asked yet, or failed, and for nothing else. */
  async retry(): Promise<void> {
    await this.#with(async (session) => {
      await this.direction.retry({ session });
      void this.#follow(session);
    });
  }

  /** What is known of the lines may be more than before: values were asked for. */
  async look(): Promise<void> {
    await this.#with(async (session) => {
      for await (const progress of await this.direction.follow({ session })) {
        if (this.session === session) this.progress = progress;
        break;
      }
      await this.lines?.renew();
    });
  }

  /** The lines may be others: a value was forgotten, or is not known any more. */
  again(): void {
    this.#settled += 1;
  }

  close(): void {
    const { session } = this;
    this.session = this.progress = this.failure = null;
    // An engine that is gone has forgotten it already.
    if (session !== null) this.direction.close({ session }).catch(() => undefined);
  }

  async #follow(session: string): Promise<void> {
    try {
      for await (const progress of await this.direction.follow({ session })) {
        if (this.session !== session) return;
        this.progress = progress;
      }
    } catch (error) {
      if (this.session === session) this.failure = failureOf(error);
    }
    this.again();
  }

  async #with(work: (session: string) => Promise<void>): Promise<void> {
    if (this.session === null) return;
    this.failure = null;
    await work(this.session).catch((error: unknown) => (this.failure = failureOf(error)));
  }
}
