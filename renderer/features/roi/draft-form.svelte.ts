import { failureOf, type Failure } from '#contract/failure';
import type { RoiDraft, RoiDraftContent } from '#contract/features/roi/schemas';
import type { EngineClient } from '../../bridge';
import { callAfterDelay, Debounce, type CallAfterDelay } from '../../ui/debounce';
import { uniqueAddresses } from './addresses';
import { DraftEditor } from './draft-editor.svelte';

/** Milliseconds without a change before a draft is saved. */
const SAVE_DEBOUNCE_MS = 300;

/** A draft during editing: every change is saved automatically, one after the other. */
export class DraftForm extends DraftEditor {
  id = $state.raw<string | null>(null);
  /** The earlier request that it will replace. */
  replaces = $state.raw<string | null>(null);
  /** True if the draft on disk is the one on screen. */
  isSaved = $state(true);
  failure = $state.raw<Failure | null>(null);
  /** True while it is being sent: it cannot be changed. */
  isLocked = $state(false);
  readonly #engine: EngineClient;
  readonly #saveLater: Debounce;
  readonly #onCreated: (id: string) => void;
  #saving: Promise<void> = Promise.resolve();
  #hasEnded = false;

  /** `onCreated` is called with the ID after a new draft was first saved. */
  constructor(
    engine: EngineClient,
    onCreated: (id: string) => void = () => undefined,
    callLater: CallAfterDelay = callAfterDelay,
  ) {
    super();
    this.#engine = engine;
    this.#onCreated = onCreated;
    this.#saveLater = new Debounce(SAVE_DEBOUNCE_MS, callLater);
  }

  open({ id, replaces, ...draft }: RoiDraft): void {
    const cc = uniqueAddresses(draft.cc);
    const replyTo = uniqueAddresses(draft.replyTo);
    this.id = id;
    this.replaces = replaces;
    this.content = { ...draft, cc, replyTo };
    this.isSaved = cc.length === draft.cc.length && replyTo.length === draft.replyTo.length;
  }

  override change(change: Partial<RoiDraftContent>): void {
    if (this.isLocked) return;
    super.change(change);
    this.isSaved = false;
    this.#saveLater.call(() => void this.flush());
  }

  /** Saves unsaved changes; resolves when they are saved or saving has failed. */
  flush(): Promise<void> {
    this.#saveLater.cancel();
    this.#saving = this.#saving.then(() => this.#save());
    return this.#saving;
  }

  /** Stops saving for good, because the draft was sent or discarded. */
  stopSaving(): void {
    this.#hasEnded = true;
    this.#saveLater.cancel();
  }

  async #save(): Promise<void> {
    if (this.isSaved || this.#hasEnded) return;
    const { content, id } = this;
    try {
      const saved = await this.#engine.roi.draft.save(id === null ? { content } : { id, content });
      this.failure = null;
      if (this.content === content) this.isSaved = true;
      if (id === null) {
        this.id = saved.id;
        this.#onCreated(saved.id);
      }
    } catch (error) {
      this.failure = failureOf(error);
    }
  }
}
