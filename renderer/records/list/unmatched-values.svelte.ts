import type { Filter } from '#contract/query';

/** Returns the values of a list that no record has in a field. */
export type UnmatchedSource = (field: string, values: readonly string[]) => Promise<readonly string[]>;

/** Values of pasted filter lists that no record has. Only the latest request counts. */
export class UnmatchedValues {
  /** By field; a field without a pasted list, or without a response yet, has none. */
  missing = $state.raw<ReadonlyMap<string, readonly string[]>>(new Map());
  /** The lists that the results are of, by field. */
  #checkedLists: ReadonlyMap<string, readonly string[]> = new Map();
  #requestCount = 0;

  async load(findUnmatched: UnmatchedSource, filters: readonly Filter[]): Promise<void> {
    this.#requestCount += 1;
    const request = this.#requestCount;
    const lists = filters.filter((filter) => filter.op === 'listed');
    // The user has changed a list: its earlier result says nothing about it.
    const known = [...this.missing].filter(([field]) =>
      lists.some((list) => list.field === field && list.values === this.#checkedLists.get(field)),
    );
    if (known.length < this.missing.size) this.missing = new Map(known);
    if (lists.length === 0) return;
    const responses = await Promise.allSettled(
      lists.map(({ field, values }) => findUnmatched(field, values)),
    );
    if (request !== this.#requestCount) return;
    this.#checkedLists = new Map(lists.map(({ field, values }) => [field, values]));
    // A list that cannot be checked is reported neither as found nor as missing.
    this.missing = new Map(
      responses.flatMap((response, index) => {
        const field = lists[index]?.field;
        return response.status === 'fulfilled' && field !== undefined
          ? [[field, response.value] as const]
          : [];
      }),
    );
  }
}
