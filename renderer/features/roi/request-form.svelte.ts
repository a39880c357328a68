import { ROI_STEPS } from '#contract/features/roi/schemas';
import type { RoiRequestView } from '#contract/features/roi/calls';
import type { EngineClient } from '../../bridge';
import { CustodianFacts } from './custodian-facts.svelte';
import { DraftForm } from './draft-form.svelte';
import { RoiPreview } from './preview.svelte';
import { needsOfStep } from './steps';

/** One request, alone or in a batch: its draft, its custodian, its preview and its outcome. */
export class RoiRequestForm {
  readonly form: DraftForm;
  readonly facts = new CustodianFacts();
  readonly preview: RoiPreview;
  /** Set once it was sent, or an attempt was made. */
  request = $state.raw<RoiRequestView | null>(null);
  readonly #engine: EngineClient;

  /** `onCreated` is called with the ID after a new draft was first saved. */
  constructor(engine: EngineClient, onCreated?: (id: string) => void) {
    this.#engine = engine;
    this.form = new DraftForm(engine, onCreated);
    this.preview = new RoiPreview(engine, this.form);
  }

  /** Opens a saved draft, or the request that was sent from it; leaves both empty if there is neither. */
  async open(id: string): Promise<void> {
    const { draft, request } = await this.#engine.roi.draft.get({ id });
    this.request = request;
    if (draft) this.form.open(draft);
  }

  /** What the user must still enter or correct in all steps, one sentence each. */
  get needs(): string[] {
    return ROI_STEPS.flatMap((step) => needsOfStep(this.form.content, step));
  }
}
