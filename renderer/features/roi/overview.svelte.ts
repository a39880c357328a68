import { failureOf, type Failure } from '#contract/failure';
import type { RoiDraft } from '#contract/features/roi/schemas';
import type { RoiRequestView } from '#contract/features/roi/calls';
import type { EngineClient } from '../../bridge';

/** Drafts and requests; only the latest load counts. */
export class RoiOverview {
  drafts = $state.raw<readonly RoiDraft[] | null>(null);
  requests = $state.raw<readonly RoiRequestView[] | null>(null);
  failure = $state.raw<Failure | null>(null);
  #latestLoad = 0;

  async load(engine: EngineClient): Promise<void> {
    const load = ++this.#latestLoad;
    try {
      const { drafts, requests } = await engine.roi.overview();
      if (load !== this.#latestLoad) return;
      this.drafts = drafts;
      this.requests = requests;
      this.failure = null;
      // Loads again when a request that is being sent from here has ended.
      const sending = requests.find(({ state, sentBy }) => state === 'sending' && sentBy === null);
      if (sending) {
        await engine.roi.request.settled({ id: sending.id });
        if (load === this.#latestLoad) await this.load(engine);
      }
    } catch (error) {
      if (load === this.#latestLoad) this.failure = failureOf(error);
    }
  }

  async removeDraft(engine: EngineClient, id: string): Promise<void> {
    await engine.roi.draft.remove({ id });
    await this.load(engine);
  }
}
