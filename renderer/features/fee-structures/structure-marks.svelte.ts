import type { FeeChangeThresholds, StructureMarks } from '#contract/features/fee-structures/calls';
import type { EngineClient } from '../../bridge';
import { showFailure } from '../../ui/toast';

/**
 * Marks of the last engine. At module level, because an effect does not track state that it creates itself.
 */
let loaded = $state.raw<{ readonly from: EngineClient; readonly marks: StructureMarks } | null>(null);

/** The user's marks on fee structures, shared by all parts of the window. */
export class StructureMarksStore {
  #isLoaded = false;

  constructor(private readonly engine: EngineClient) {}

  /** Null until loaded. */
  get value(): StructureMarks | null {
    return loaded?.from === this.engine ? loaded.marks : null;
  }
  /** Loads the marks once. */
  load(): void {
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    void this.#load(() => this.engine.feeStructures.marks());
  }
  retired(key: string): StructureMarks['retired'][number] | undefined {
    return this.value?.retired.find((mark) => mark.key === key);
  }
  retire(key: string, retired: boolean): Promise<boolean> {
    return this.#load(() => this.engine.feeStructures.retire({ key, retired }));
  }
  setCeiling(ceiling: string | null): Promise<boolean> {
    return this.#load(() => this.engine.feeStructures.setCeiling({ ceiling }));
  }

  setFeeChange(thresholds: FeeChangeThresholds): Promise<boolean> {
    return this.#load(() => this.engine.feeStructures.setFeeChange(thresholds));
  }

  async #load(request: () => Promise<StructureMarks>): Promise<boolean> {
    try {
      loaded = { from: this.engine, marks: await request() };
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    }
  }
}

const byEngine = new WeakMap<EngineClient, StructureMarksStore>();

/** Returns the marks of an engine: the same instance for the list and for a record's panel. */
export function marksOf(engine: EngineClient): StructureMarksStore {
  const marks = byEngine.get(engine) ?? new StructureMarksStore(engine);
  byEngine.set(engine, marks);
  return marks;
}
