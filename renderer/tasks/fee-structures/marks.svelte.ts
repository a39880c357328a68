import type { StructureMarks } from '../../../preload/contract/calls/fee-structures';
import type { EngineClient } from '../../bridge';
import { showFailure } from '../../kit/toast';

/** Of the engine that was heard last. Made here: an effect that made it could not follow it. */
let heard = $state.raw<{ readonly from: EngineClient; readonly marks: StructureMarks } | null>(null);

/** What people said about fee structures, for every part of the window that shows it. */
export class Marks {
  #asked = false;

  constructor(private readonly engine: EngineClient) {}

  /** Null until it is known. */
  get value(): StructureMarks | null {
    return heard?.from === this.engine ? heard.marks : null;
  }
  /** Reads them once. */
  load(): void {
    if (this.#asked) return;
    this.#asked = true;
    void this.#take(() => this.engine.feeStructures.marks());
  }
  retired(key: string): StructureMarks['retired'][number] | undefined {
    return this.value?.retired.find((mark) => mark.key === key);
  }
  retire(key: string, retired: boolean): Promise<boolean> {
    return this.#take(() => this.engine.feeStructures.retire({ key, retired }));
  }
  setCeiling(ceiling: string | null): Promise<boolean> {
    return this.#take(() => this.engine.feeStructures.setCeiling({ ceiling }));
  }

  async #take(ask: () => Promise<StructureMarks>): Promise<boolean> {
    try {
      heard = { from: this.engine, marks: await ask() };
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    }
  }
}

const byEngine = new WeakMap<EngineClient, Marks>();

/** The marks of an engine: the same for the list and for the panel of a record. */
export function marksOf(engine: EngineClient): Marks {
  const marks = byEngine.get(engine) ?? new Marks(engine);
  byEngine.set(engine, marks);
  return marks;
}
