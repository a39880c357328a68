import type { ResourceName } from '../../../preload/contract/resources';
import { differing, type RecordView } from './record';

/** Which of the two records that stand side by side. */
export type Side = 'pinned' | 'open';

interface Stood {
  readonly resource: ResourceName;
  readonly view: RecordView;
}

/** The two records that stand side by side, and what differs between them. */
class Comparison {
  #pinned = $state.raw<Stood | null>(null);
  #open = $state.raw<Stood | null>(null);
  /** Only the fields that differ are shown. */
  onlyDifferences = $state(false);

  /** Names of the fields that differ; null: there is nothing to compare. */
  readonly differing: ReadonlySet<string> | null = $derived.by(() => {
    const [one, other] = [this.#pinned, this.#open];
    return one && other && one.resource === other.resource ? differing(one.view, other.view) : null;
  });

  stand(side: Side, stood: Stood | null): void {
    if (side === 'pinned') this.#pinned = stood;
    else this.#open = stood;
  }
}
export const comparison = new Comparison();
