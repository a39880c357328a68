/** Maximum number of pages, so that an endless list cannot be followed indefinitely. */
const MAX_PAGES = 1_000;

/**
 * Returns all values of a small list, page by page. The service may limit its page size, so only a page
 * without new values is the end.
 */
export async function allValues<T extends { readonly id: string | number }>(
  pageOf: (page: number) => Promise<readonly T[]>,
): Promise<T[]> {
  const valuesById = new Map<string, T>();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const countBefore = valuesById.size;
    for (const value of await pageOf(page)) valuesById.set(String(value.id), value);
    if (valuesById.size === countBefore) break;
  }
  return [...valuesById.values()];
}
