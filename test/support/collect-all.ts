/** Returns everything that an iterable yields, in order. */
export async function collectAll<T>(all: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of all) found.push(one);
  return found;
}
