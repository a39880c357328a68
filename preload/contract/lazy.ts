/**
 * Returns a lazy value, computed once on first use. The first Intl formatter costs 10 to 20 ms of the start.
 */
export function lazy<T>(make: () => T): () => T {
  let cached: { readonly value: T } | undefined;
  return () => (cached ??= { value: make() }).value;
}
