/** Makes a value when it is first asked for, once. The first formatter of a program takes 10 to 20 ms of its start. */
export function later<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
