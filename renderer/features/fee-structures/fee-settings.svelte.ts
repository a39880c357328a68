import type { FeeChangeThresholds, FeeSettings } from '#contract/features/fee-structures/calls';
import type { EngineClient } from '../../bridge';
import { showFailure } from '../../ui/toast';

/**
 * The settings, and the engine that returned them. At module level, because an effect does not track state that it
 * creates itself.
 */
let loadedSettings = $state.raw<{ readonly from: EngineClient; readonly settings: FeeSettings } | null>(null);

/** Retired fee structures and the firm's limits, shared by all parts of the window. */
export class FeeSettingsState {
  #hasStarted = false;

  constructor(private readonly engine: EngineClient) {}

  /** Null until loaded. */
  get value(): FeeSettings | null {
    return loadedSettings?.from === this.engine ? loadedSettings.settings : null;
  }
  /** Loads the settings with the first call; later calls do nothing. */
  load(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    void this.#requestSettings(() => this.engine.feeStructures.settings());
  }
  retirementOf(key: string): FeeSettings['retired'][number] | undefined {
    return this.value?.retired.find((retirement) => retirement.key === key);
  }
  setRetired(key: string, isRetired: boolean): Promise<boolean> {
    return this.#requestSettings(() => this.engine.feeStructures.retire({ key, isRetired }));
  }
  setCeiling(ceiling: string | null): Promise<boolean> {
    return this.#requestSettings(() => this.engine.feeStructures.setCeiling({ ceiling }));
  }

  setFeeChange(thresholds: FeeChangeThresholds): Promise<boolean> {
    return this.#requestSettings(() => this.engine.feeStructures.setFeeChange(thresholds));
  }

  async #requestSettings(request: () => Promise<FeeSettings>): Promise<boolean> {
    try {
      loadedSettings = { from: this.engine, settings: await request() };
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    }
  }
}

const byEngine = new WeakMap<EngineClient, FeeSettingsState>();

/** Returns the fee settings of an engine: the same instance for the list and for a record's panel. */
export function feeSettingsOf(engine: EngineClient): FeeSettingsState {
  const feeSettings = byEngine.get(engine) ?? new FeeSettingsState(engine);
  byEngine.set(engine, feeSettings);
  return feeSettings;
}
