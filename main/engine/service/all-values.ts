/** A list of small values that never ends is not followed for ever. */
const MOST_PAGES = 1_000;

/**
 * All values of a small list, page by page. A page may be shorter than was asked for because the service gives no more
 * at a time, so only a page that brings nothing new ends it.
 */
export async function allValues<T extends { readonly id: string | number }>(
  pageOf: (page: number) => Promise<readonly T[]>,
): Promise<T[]> {
  const found = new Map<string, T>();
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const before = found.size;
    for (const value of await pageOf(page)) found.set(String(value.id), value);
    if (found.size === before) break;
  }
  return [...found.values()];
}
