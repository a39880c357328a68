import type { ConflictChoice, Draft } from '#contract/edit';
import { failureOf, type Failure } from '#contract/failure';
import type { Job } from '#contract/job';
import type { EngineClient } from '../../bridge';
import { follow } from '../../state/follow';
import { PageWork } from '../../state/page-work.svelte';

/** All drafts in the engine, observable while followed. */
export class AllDrafts {
  /** Null until loaded. */
  list = $state.raw<readonly Draft[] | null>(null);
  failure = $state.raw<Failure | null>(null);

  readonly #engine: EngineClient;

  constructor(engine: EngineClient) {
    this.#engine = engine;
  }

  follow(signal: AbortSignal): Promise<void> {
    return follow({
      signal,
      open: (streamSignal) => this.#engine.edits.follow(undefined, { signal: streamSignal }),
      onValue: (drafts) => {
        this.list = drafts;
        this.failure = null;
      },
      onFailure: (failure) => (this.failure = failure),
    });
  }
}

/** One draft with its actions; repeated presses have no effect. */
export class DraftActions {
  draft = $state.raw<Draft | null>(null);
  /** Why it cannot be shown: it may have been sent or discarded. */
  loadFailure = $state.raw<Failure | null>(null);
  readonly #work = new PageWork<'check' | 'resolve' | 'fix' | 'send' | 'discard'>();
  #isSent = false;
  /** True while nothing can be done with it, for example because a colleague has it. */
  readonly busy = $derived(
    this.action !== null || this.draft?.isChecking === true || this.draft?.isHandedOver === true,
  );

  readonly #engine: EngineClient;

  constructor(
    engine: EngineClient,
    readonly id: string,
  ) {
    this.#engine = engine;
  }

  /** The running action. */
  get action() {
    return this.#work.busy;
  }

  /** Why an action failed. */
  get failure(): Failure | null {
    return this.#work.failure;
  }

  async load(): Promise<void> {
    try {
      this.draft = await this.#engine.edits.get({ draft: this.id });
    } catch (error) {
      this.loadFailure = failureOf(error);
    }
  }

  /**
   * Handles a new list of drafts. A draft that is not in it is reloaded: it may have been sent from its form. It stays
   * as it was while this page sends or discards it. One that could not be loaded, such as one that a colleague had, is
   * shown once the list has it.
   */
  setList(drafts: readonly Draft[]): void {
    const listed = drafts.find(({ id }) => id === this.id);
    if (listed) {
      this.draft = listed;
      this.loadFailure = null;
    } else if (this.draft && this.action === null && !this.#isSent) void this.load();
  }

  /** Reads its records from the service. Sends nothing. */
  check(): Promise<Draft | null> {
    return this.#run('check', () => this.#engine.edits.check({ draft: this.id }));
  }

  /** Resolves conflicts with either value: in one field, one row or all. */
  resolve(choice: ConflictChoice, index?: number, field?: string): Promise<Draft | null> {
    return this.#run('resolve', () =>
      this.#engine.edits.resolve({
        draft: this.id,
        choice,
        ...(index === undefined ? {} : { index }),
        ...(field === undefined ? {} : { field }),
      }),
    );
  }

  /** Replaces a wrong value of one row, which is checked again. */
  fix(index: number, field: string, json: string): Promise<Draft | null> {
    return this.#run('fix', () => this.#engine.edits.fix({ draft: this.id, index, field, json }));
  }

  /** Sends the ready rows, once. Returns null if the call failed or the draft was or is being sent. */
  async send(count: number): Promise<Job | null> {
    if (this.#isSent) return null;
    const job = await this.#work.run('send', () => this.#engine.edits.send({ draft: this.id, count }));
    this.#isSent = job !== null;
    return job;
  }

  /** Discards the draft. Returns false if that failed. */
  async discard(): Promise<boolean> {
    return (
      (await this.#work.run('discard', async () => {
        await this.#engine.edits.discard({ draft: this.id });
        return true;
      })) ?? false
    );
  }

  async #run(action: 'check' | 'resolve' | 'fix', call: () => Promise<Draft>): Promise<Draft | null> {
    const draft = await this.#work.run(action, call);
    if (draft) this.draft = draft;
    return draft;
  }
}
