import type { EngineClient } from '../bridge';

/**
 * Memoizes what `make` returns: one instance per engine client, and so per connection, shared by all
 * parts of the window.
 *
 * `make` runs outside the caller's reactive context. The first caller may be a derived value or an effect, which
 * would not track state that it creates itself.
 */
export function perEngine<T, Services extends { readonly engine: EngineClient }>(
  make: (services: Services) => T,
): (services: Services) => T {
  const instances = new WeakMap<EngineClient, { readonly instance: T }>();
  return (services) => {
    const existing = instances.get(services.engine);
    if (existing) return existing.instance;
    const created: { readonly instance: T }[] = [];
    $effect.root(() => {
      created.push({ instance: make(services) });
    });
    const [first] = created;
    if (first === undefined) throw new Error('the factory was not called');
    instances.set(services.engine, first);
    return first.instance;
  };
}
