import type { Failure } from '#contract/failure';
import type { RoiRequestView } from '#contract/features/roi/calls';
import type { EngineClient } from '../../bridge';
import { trackFailure } from '../../state/page-work.svelte';
import { follow } from '../../state/follow';
import { showFailure } from '../../ui/toast';

/** Incremented when the user changes a request, so that the counts in the sidebar are updated. */
export const requestChanges = $state({ count: 0 });

/** Incremented when colleagues changed requests, contacts, turnarounds or plans. */
export const colleagueChanges = $state({ count: 0 });

/** Counts changes of colleagues until the signal aborts. */
export function followColleagues({ roi }: EngineClient, signal: AbortSignal): void {
  let isFirst = true;
  void follow({
    open: (stop) => roi.follow(undefined, { signal: stop }),
    onValue: () => {
      // The first value is the current number, not a change.
      if (!isFirst) colleagueChanges.count += 1;
      isFirst = false;
    },
    signal,
  });
}

/** A call that changes a request and returns it. */
type Change = (calls: EngineClient['roi']['request'], id: string) => Promise<RoiRequestView>;

/** One request on screen; while it is being sent from here, waits for the outcome. */
export class DisplayedRoiRequest {
  /** Null if the ID does not exist; undefined while loading. */
  request = $state.raw<RoiRequestView | null | undefined>(undefined);
  failure = $state.raw<Failure | null>(null);
  readonly #engine: EngineClient;
  readonly #id: string;
  #latestChange: Promise<unknown> = Promise.resolve();
  #isActing = false;
  #changeCount = 0;

  constructor(engine: EngineClient, id: string) {
    this.#engine = engine;
    this.#id = id;
  }

  load(): Promise<void> {
    return trackFailure(this, async () => {
      const changes = this.#changeCount;
      const request = await this.#engine.roi.request.get({ id: this.#id });
      if (changes === this.#changeCount) this.request = request; // else it may be older than what the change returned
      this.failure = null; // waiting for the outcome can take long
      if (this.request?.state === 'sending' && this.request.sentBy === null)
        this.request = await this.#engine.roi.request.settled({ id: this.#id });
    });
  }

  /** Applies a change after the previous one, and shows the changed request. Returns whether it succeeded. */
  change(call: Change): Promise<boolean> {
    const changed = this.#latestChange.then(() => this.#apply(call));
    this.#latestChange = changed;
    return changed;
  }

  /** Applies a change that the log counts, such as a follow-up; does nothing while another one runs, for a double click. */
  async act(call: Change): Promise<boolean> {
    if (this.#isActing) return false;
    this.#isActing = true;
    try {
      return await this.change(call);
    } finally {
      this.#isActing = false;
    }
  }

  async #apply(call: Change): Promise<boolean> {
    try {
      this.request = await call(this.#engine.roi.request, this.#id);
      this.#changeCount += 1;
      requestChanges.count += 1;
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    }
  }
}
