import type { UnconfirmedValue } from '#contract/edit';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { EngineClient } from '../../bridge';
import { showFailure } from '../../ui/toast';

/** Values sent to a list's records that the service has not shown since. */
export class UnconfirmedValues {
  list = $state.raw<readonly UnconfirmedValue[]>([]);
  #requestCount = 0;

  /** Reloads; only the latest response counts. */
  async load(engine: EngineClient, resource: ResourceName): Promise<void> {
    this.#requestCount += 1;
    const request = this.#requestCount;
    // Only some fields may be missing from responses.
    if (!Object.values(resourceNamed(resource).fields).some(({ mayBeAbsent }) => mayBeAbsent)) {
      this.list = [];
      return;
    }
    try {
      const unconfirmed = await engine.edits.unconfirmed({ resource });
      if (request === this.#requestCount) this.list = unconfirmed;
    } catch (error) {
      showFailure(error);
    }
  }
}
