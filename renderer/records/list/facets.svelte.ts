import { failureOf, type Failure } from '#contract/failure';
import type { Query } from '#contract/query';
import type { FacetValue } from './facet-values';

/** Returns the values of a field with counts. */
export type FacetSource = (
  query: Query,
  field: string,
  searchText: string,
  limit: number,
) => Promise<{ values: readonly FacetValue[]; distinct: number }>;

/** Maximum number of values listed; others are found by searching. */
export const FACET_LIMIT = 200;

/** The values of a field with counts within the rest of the query. Only the latest request counts. */
export class Facets {
  values = $state.raw<readonly FacetValue[] | null>(null);
  /** Number of distinct values, including those not listed. */
  distinct = $state(0);
  failure = $state.raw<Failure | null>(null);
  #requestCount = 0;

  async load(loadFacets: FacetSource, query: Query, field: string, searchText: string): Promise<void> {
    this.#requestCount += 1;
    const request = this.#requestCount;
    try {
      const response = await loadFacets(query, field, searchText.slice(0, 100), FACET_LIMIT);
      if (request !== this.#requestCount) return;
      this.values = response.values;
      this.distinct = response.distinct;
      this.failure = null;
    } catch (error) {
      if (request === this.#requestCount) this.failure = failureOf(error);
    }
  }
}
