import type { Operation } from '../../../preload/contract/operations';
import { resourceNamed, type ResourceName } from '../../../preload/contract/resources';
import { SvelteMap } from 'svelte/reactivity';
import type { EngineClient } from '../../bridge';

/** What the service of an engine was seen not to offer, for every part of the window that would offer it. */
class Missing {
  readonly #known = new SvelteMap<ResourceName, readonly Operation[]>();

  constructor(private readonly engine: EngineClient) {}

  /** Asks for what is missing of a resource; quietly, and at most once a day of the service. */
  load(resource: ResourceName): void {
    this.engine.edits.missing({ resource }).then(
      (missing) => this.#known.set(resource, missing),
      () => undefined, // nothing is known: nothing is said to be missing
    );
  }
  /** Whether the service offers an operation, by the descriptor and by what was seen of it. */
  offers(resource: ResourceName, operation: Operation): boolean {
    return (
      resourceNamed(resource).service.operations.includes(operation) &&
      !this.#known.get(resource)?.includes(operation)
    );
  }
  removes(resource: ResourceName): boolean {
    return this.offers(resource, 'remove') || this.offers(resource, 'removeMany');
  }
  /** Why records cannot be deleted that usually can be, in a line; null: they can be, or never could. */
  whyKept(resource: ResourceName): string | null {
    const { service, many } = resourceNamed(resource);
    return service.operations.includes('remove') && !this.removes(resource)
      ? `This service doesn’t offer deleting ${many}.`
      : null;
  }
}

const byEngine = new WeakMap<EngineClient, Missing>();

/** The same for lists, records, forms and outcomes. */
export function missingOf(engine: EngineClient): Missing {
  const known = byEngine.get(engine) ?? new Missing(engine);
  byEngine.set(engine, known);
  return known;
}
