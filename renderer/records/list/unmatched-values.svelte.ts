import type { Filter } from '#contract/query';

/** Returns the values of a list that no record has in a field. */
export type UnmatchedSource = (field: string, values: readonly string[]) => Promise<readonly string[]>;

/** Values of pasted filter lists that no record has. Only the latest request counts. */
export class UnmatchedValues {
  /** By field; a field without a pasted list, or without a response yet, has none. */
  missing = $state.raw<ReadonlyMap<string, readonly string[]>>(new Map());
  #requestCount = 0;

  async load(findUnmatched: UnmatchedSource, filters: readonly Filter[]): Promise<void> {
    this.#requestCount += 1;
    const request = this.#requestCount;
    const lists = filters.filter((filter) => filter.op === 'listed');
    if (lists.length === 0) {
      if (this.missing.size > 0) this.missing = new Map();
      return;
    }
    const responses = await Promise.allSettled(
      lists.map(({ field, values }) => findUnmatched(field, values)),
    );
    if (request !== this.#requestCount) return;
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
