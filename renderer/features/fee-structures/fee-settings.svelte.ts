import type { FeeChangeThresholds } from '#contract/features/fee-structures/schemas';
import type { FeeSettings } from '#contract/features/fee-structures/calls';
import type { EngineClient } from '../../bridge';
import { perEngine } from '../../state/per-engine.svelte';
import { watch } from '../../state/watch.svelte';
import { showFailure } from '../../ui/toast';

/** Retired fee structures and the firm's limits, shared by all parts of the window. */
export class FeeSettingsState {
  readonly #engine: EngineClient;
  #hasStarted = false;
  #settings = $state.raw<FeeSettings | null>(null);

  constructor(engine: EngineClient) {
    this.#engine = engine;
  }

  /** Null until loaded. */
  get value(): FeeSettings | null {
    return this.#settings;
  }
  /** Loads the settings with the first call, and again after a failed one; other calls do nothing. */
  async load(): Promise<void> {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    this.#hasStarted = await this.reload();
  }
  /** Reads the settings again, because a colleague of the team may have changed them. Returns false if that fails. */
  reload(): Promise<boolean> {
    return this.#requestSettings(() => this.#engine.feeStructures.settings());
  }
  retirementOf(key: string): FeeSettings['retired'][number] | undefined {
    return this.value?.retired.find((retirement) => retirement.key === key);
  }
  setRetired(key: string, isRetired: boolean): Promise<boolean> {
    return this.#requestSettings(() => this.#engine.feeStructures.retire({ key, isRetired }));
  }
  setCeiling(ceiling: string | null): Promise<boolean> {
    return this.#requestSettings(() => this.#engine.feeStructures.setCeiling({ ceiling }));
  }

  setFeeChange(thresholds: FeeChangeThresholds): Promise<boolean> {
    return this.#requestSettings(() => this.#engine.feeStructures.setFeeChange(thresholds));
  }

  async #requestSettings(request: () => Promise<FeeSettings>): Promise<boolean> {
    try {
      this.#settings = await request();
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    }
  }
}

/** Returns the fee settings of an engine: the same instance for the list and for a record's panel. */
export const feeSettingsOf = perEngine(
  ({ engine }: { engine: EngineClient }) => new FeeSettingsState(engine),
);

/** The fee settings for a dialog: read when it opens, and again if the engine is replaced. */
export class DialogFeeSettings {
  #value = $state.raw<FeeSettings | null>(null);

  constructor(context: () => { readonly engine: EngineClient }) {
    watch(
      () => feeSettingsOf(context()),
      (settings) =>
        void settings.reload().then((isRead) => {
          if (isRead) this.#value = settings.value;
        }),
    );
  }

  /** Null until read; those of the previous engine until the new one has read them, so that typed text stays. */
  get value(): FeeSettings | null {
    return this.#value;
  }
}
