import type { LineState, TaxIdLine } from '#contract/features/tax-ids/schemas';
import type { TaxIdProgress } from '#contract/features/tax-ids/calls';
import { failureOf, type Failure } from '#contract/failure';
import type { EngineClient } from '../../bridge';
import { dependsOn } from '../../grid/depends-on';
import { Pages } from '../../ui/pages.svelte';

/** The calls that looking up tax IDs and creating tokens have in common. */
type TaxIdRunCalls = Pick<
  EngineClient['taxIds']['exchange'],
  'follow' | 'cancel' | 'retry' | 'lines' | 'close'
>;

/** A list of tokens or values that the engine sends to the service: its progress, and its lines when idle. */
export class TaxIdRun {
  session = $state<string | null>(null);
  progress = $state.raw<TaxIdProgress | null>(null);
  /** Why it could not start, or why its progress is not updated. */
  failure = $state.raw<Failure | null>(null);
  starting = $state(false);
  /** Name of the file that its lines come from. */
  file = $state<string | null>(null);
  stateFilter = $state<LineState | 'all'>('all');
  /** The line selected last; it stays while its new state does not match the filter. */
  selectedLine = $state.raw<TaxIdLine | null>(null);
  /** A session that starts only after a close is closed, too: it may hold plain values. */
  #closeCount = 0;
  /** Incremented when the lines have changed. */
  #linesVersion = $state(0);

  readonly running = $derived(this.starting || this.progress?.state === 'running');
  readonly lines = $derived.by(() => {
    dependsOn(this.#linesVersion);
    const { session, stateFilter } = this;
    if (session === null) return null;
    return new Pages<TaxIdLine>(
      (offset, limit) =>
        this.calls.lines({
          session,
          offset,
          limit,
          ...(stateFilter === 'all' ? {} : { only: stateFilter }),
        }),
      { keyOf: ({ index }) => String(index) },
    );
  });

  constructor(readonly calls: TaxIdRunCalls) {}

  /** True if the lines of a file are read and wait for confirmation. */
  readonly ready = $derived(this.progress?.state === 'ready');

  /** Starts over and forgets the previous list. */
  async begin(start: () => Promise<{ session: string }>, file: string | null = null): Promise<boolean> {
    this.close();
    const closeCount = this.#closeCount;
    const wasClosed = () => this.#closeCount !== closeCount;
    this.file = file;
    this.starting = true;
    try {
      const { session } = await start();
      if (wasClosed()) {
        this.#closeSession(session);
        return false;
      }
      this.session = session;
      this.stateFilter = 'all';
      void this.#follow(session);
      return true;
    } catch (error) {
      if (!wasClosed()) this.failure = failureOf(error);
      return false;
    } finally {
      if (!wasClosed()) this.starting = false;
    }
  }

  async cancel(): Promise<void> {
    await this.#withSession((session) => this.calls.cancel({ session }));
  }

  /** Sends only the lines that were not sent yet or failed. */
  async retry(): Promise<void> {
    await this.#withSession(async (session) => {
      await this.calls.retry({ session });
      void this.#follow(session);
    });
  }

  /** Reloads the lines, which may have more data after values were requested. */
  async reload(): Promise<void> {
    await this.#withSession(async (session) => {
      for await (const progress of await this.calls.follow({ session })) {
        if (this.session === session) this.progress = progress;
        break; // the first value is the current one
      }
      await this.lines?.reload();
      await this.#reloadSelectedLine(session);
    });
  }

  async #reloadSelectedLine(session: string): Promise<void> {
    const index = this.selectedLine?.index;
    if (index === undefined) return;
    // Without a filter, the offset is the index.
    const [line] = (await this.calls.lines({ session, offset: index, limit: 1 })).items;
    if (line && this.selectedLine?.index === index) this.selectedLine = line;
  }

  /** Reloads the lines after a run. */
  #invalidateLines(): void {
    this.#linesVersion += 1;
  }

  close(): void {
    const { session } = this;
    this.#closeCount += 1;
    this.session = this.progress = this.failure = null;
    this.starting = false;
    if (session !== null) this.#closeSession(session);
  }

  #closeSession(session: string): void {
    // An engine that has ended has forgotten it already.
    this.calls.close({ session }).catch(() => undefined);
  }

  async #follow(session: string): Promise<void> {
    try {
      for await (const progress of await this.calls.follow({ session })) {
        if (this.session !== session) return;
        this.progress = progress;
      }
    } catch (error) {
      if (this.session === session) this.failure = failureOf(error);
    }
    this.#invalidateLines();
  }

  async #withSession(action: (session: string) => Promise<void>): Promise<void> {
    if (this.session === null) return;
    this.failure = null;
    await action(this.session).catch((error: unknown) => (this.failure = failureOf(error)));
  }
}
