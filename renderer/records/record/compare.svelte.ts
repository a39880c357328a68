import type { ResourceName } from '#contract/resources';
import { differingFields, type RecordContent } from './record';

/** One of two records shown side by side. */
export type Side = 'pinned' | 'open';

interface ShownSide {
  readonly resource: ResourceName;
  readonly content: RecordContent;
}

/** Two records side by side and their differences. */
class Comparison {
  #pinned = $state.raw<ShownSide | null>(null);
  #open = $state.raw<ShownSide | null>(null);
  /** True if only differing fields are shown. */
  onlyDifferences = $state(false);

  /** Names of differing fields; null if there is nothing to compare. */
  readonly differing: ReadonlySet<string> | null = $derived.by(() => {
    const [pinned, open] = [this.#pinned, this.#open];
    return pinned && open && pinned.resource === open.resource
      ? differingFields(pinned.content, open.content)
      : null;
  });

  /** Sets what a side shows; null if it does not show a record. */
  setSide(side: Side, shown: ShownSide | null): void {
    if (side === 'pinned') this.#pinned = shown;
    else this.#open = shown;
  }
}
export const recordComparison = new Comparison();
