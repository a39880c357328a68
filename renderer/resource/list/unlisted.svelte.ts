import type { Filter } from '../../../preload/contract/query';

/** Says which values of a list no record has in a field. */
export type UnlistedSource = (field: string, values: readonly string[]) => Promise<readonly string[]>;

/** Of the pasted lists that a list is filtered by: what no record has. The latest question wins. */
export class Unlisted {
  /** By field; a field without a pasted list, or one not answered yet, has none. */
  missing = $state.raw<ReadonlyMap<string, readonly string[]>>(new Map());
  #asked = 0;

  async load(ask: UnlistedSource, filters: readonly Filter[]): Promise<void> {
    this.#asked += 1;
    const mine = this.#asked;
    const lists = filters.filter((filter) => filter.op === 'listed');
    if (lists.length === 0) {
      if (this.missing.size > 0) this.missing = new Map();
      return;
    }
    const answers = await Promise.allSettled(lists.map(({ field, values }) => ask(field, values)));
    if (mine !== this.#asked) return;
    // A list that cannot be checked is not said to be found, nor to be missing.
    this.missing = new Map(
      answers.flatMap((answer, at) => {
        const field = lists[at]?.field;
        return answer.status === 'fulfilled' && field !== undefined ? [[field, answer.value] as const] : [];
      }),
    );
  }
}
