import type { Operation } from '#contract/operations';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { SvelteMap } from 'svelte/reactivity';
import type { EngineClient } from '../../bridge';
import { perEngine } from '../../state/per-engine.svelte';

/** Operations that the engine's service was found to lack, for all parts of the window that offer them. */
class MissingOperations {
  readonly #missingOperations = new SvelteMap<ResourceName, readonly Operation[]>();

  readonly #engine: EngineClient;

  constructor(engine: EngineClient) {
    this.#engine = engine;
  }

  /** Loads what is missing for a resource, silently; the engine asks the service at most once a day. */
  load(resource: ResourceName): void {
    this.#engine.edits.missingOperations({ resource }).then(
      (missing) => this.#missingOperations.set(resource, missing),
      () => undefined, // unknown: nothing is reported as missing
    );
  }
  /** Returns true if the service offers an operation, by the descriptor and by observation. */
  offers(resource: ResourceName, operation: Operation): boolean {
    return (
      resourceNamed(resource).service.operations.includes(operation) &&
      !this.#missingOperations.get(resource)?.includes(operation)
    );
  }
  canRemove(resource: ResourceName): boolean {
    return this.offers(resource, 'remove') || this.offers(resource, 'removeMany');
  }
  /** Returns why this service can't delete records that others can; null if it can, or if none can. */
  whyNotDeletable(resource: ResourceName): string | null {
    const { service, plural } = resourceNamed(resource);
    return service.operations.includes('remove') && !this.canRemove(resource)
      ? `This service doesn’t support deleting ${plural}.`
      : null;
  }
}

/** Returns the shared instance for lists, records, forms and outcomes. */
export const missingOperationsOf = perEngine(
  ({ engine }: { engine: EngineClient }) => new MissingOperations(engine),
);
