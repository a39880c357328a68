import { failureOf, type Failure } from '#contract/failure';
import type { RoiDraft, RoiRequestView } from '#contract/features/roi/calls';
import type { EngineClient } from '../../bridge';

/** Drafts and requests; only the latest load counts. */
export class RoiOverview {
  drafts = $state.raw<readonly RoiDraft[] | null>(null);
  requests = $state.raw<readonly RoiRequestView[] | null>(null);
  failure = $state.raw<Failure | null>(null);
  #question = 0;

  async load(engine: EngineClient): Promise<void> {
    const question = ++this.#question;
    try {
      const { drafts, requests } = await engine.roi.overview();
      if (question !== this.#question) return;
      this.drafts = drafts;
      this.requests = requests;
      this.failure = null;
      const sending = requests.find(({ state }) => state === 'sending');
      if (sending) {
        await engine.roi.request.settled({ id: sending.id });
        if (question === this.#question) await this.load(engine);
      }
    } catch (error) {
      if (question === this.#question) this.failure = failureOf(error);
    }
  }

  async remove(engine: EngineClient, id: string): Promise<void> {
    await engine.roi.draft.remove({ id });
    await this.load(engine);
  }
}
