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

/** One request on screen; while it is being sent from here, waits for the outcome. */
export class DisplayedRoiRequest {
  /** Null if the ID does not exist; undefined while loading. */
  request = $state.raw<RoiRequestView | null | undefined>(undefined);
  failure = $state.raw<Failure | null>(null);
  readonly #engine: EngineClient;
  readonly #id: string;

  constructor(engine: EngineClient, id: string) {
    this.#engine = engine;
    this.#id = id;
  }

  load(): Promise<void> {
    return trackFailure(this, async () => {
      this.request = await this.#engine.roi.request.get({ id: this.#id });
      this.failure = null; // waiting for the outcome can take long
      if (this.request?.state === 'sending' && this.request.sentBy === null)
        this.request = await this.#engine.roi.request.settled({ id: this.#id });
    });
  }

  /** Applies a change and shows the changed request. Returns whether it succeeded. */
  async change(
    call: (calls: EngineClient['roi']['request'], id: string) => Promise<RoiRequestView>,
  ): Promise<boolean> {
    try {
      this.request = await call(this.#engine.roi.request, this.#id);
      requestChanges.count += 1;
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    }
  }
}
