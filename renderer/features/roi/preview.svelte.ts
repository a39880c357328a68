import { failureOf, type Failure } from '#contract/failure';
import type { RoiRequestView } from '#contract/features/roi/calls';
import type { EngineClient } from '../../bridge';
import type { DraftForm } from './draft-form.svelte';

type LoadedPreview = Awaited<ReturnType<EngineClient['roi']['preview']>>;

/** The preview of a draft as it is on disk, and its single send. */
export class RoiPreview {
  displayed = $state.raw<LoadedPreview | null>(null);
  failure = $state.raw<Failure | null>(null);
  /**
   * True if the user has seen why this may be sent twice (earlier requests, a backup, unread requests of colleagues) and
   * wants to send it anyway.
   */
  isConfirmed = $state(false);
  readonly #engine: EngineClient;
  readonly #form: DraftForm;

  constructor(engine: EngineClient, form: DraftForm) {
    this.#engine = engine;
    this.#form = form;
  }

  get body(): RoiRequestView['body'] | null {
    return this.displayed && (JSON.parse(this.displayed.json) as RoiRequestView['body']);
  }

  get sending(): boolean {
    return this.#form.isLocked;
  }

  /** True if colleagues' latest requests could not be read. */
  get isOutdated(): boolean {
    return this.displayed?.colleagues?.isCurrent === false;
  }

  get canSend(): boolean {
    const { displayed } = this;
    const needsConsent =
      displayed !== null && (displayed.earlier.length > 0 || Boolean(displayed.restored) || this.isOutdated);
    return displayed !== null && !this.sending && (!needsConsent || this.isConfirmed);
  }

  /** Discards an earlier preview, because the draft may have changed, and loads a new one. */
  reload(): Promise<void> {
    this.displayed = null;
    this.failure = null;
    return this.load();
  }

  async load(): Promise<void> {
    try {
      await this.#form.flush();
      if (this.#form.id === null || !this.#form.isSaved) return; // the form reports why it could not be saved
      this.displayed = await this.#engine.roi.preview({ id: this.#form.id });
      this.isConfirmed = false;
      this.failure = null;
    } catch (error) {
      this.failure = failureOf(error);
    }
  }

  /** Sends the displayed draft; ignores calls while it is running. Returns the request, if there is one. */
  async send(): Promise<RoiRequestView | null> {
    const { displayed } = this;
    const draft = this.#form.id;
    if (!this.canSend || !displayed || draft === null) return null;
    this.#form.isLocked = true;
    this.failure = null;
    try {
      const shownEarlier = displayed.earlier.map(({ id }) => id);
      const { json, restored } = displayed;
      const confirmed = { restored, ...(this.isOutdated && { acceptsOlder: true }) };
      const request = await this.#engine.roi.send({ draft, json, shownEarlier, ...confirmed });
      this.#form.stopSaving();
      return request;
    } catch (error) {
      const failure = failureOf(error);
      // The data it was checked against has changed: the user must review and confirm again.
      if (failure.kind === 'changed-since') await this.load();
      this.failure = failure;
      return null;
    } finally {
      this.#form.isLocked = false;
    }
  }
}
