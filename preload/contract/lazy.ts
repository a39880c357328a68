/**
 * Returns a lazy value, computed once on first use. The first Intl formatter costs 10 to 20 ms of the start.
 * Large schemas that a start does not need are lazy, too: with `z.lazy` where others refer to them.
 */
export function lazy<T>(make: () => T): () => T {
  let cached: { readonly value: T } | undefined;
  return () => (cached ??= { value: make() }).value;
}
