import { fail } from '#contract/failure';
import type { PageResponse, PageRequest, PagedName } from '#engine/service/calls';

export interface ListRequest {
  readonly list: string;
  readonly page: number;
  readonly limit: number;
}

/** Returns what the service sends instead of its response to a request, as JSON or text; can throw. */
export type ResponseOverride = (request: ListRequest, response: Record<string, unknown>) => unknown;

export interface Item {
  readonly id: number;
  readonly [field: string]: unknown;
}

/** Returns `count` records with IDs from `first` on. */
export const fakeItems = (count: number, first = 1): Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: first + index, name: `Item ${first + index}` }));

/** The service's lists in memory; `accounts.filter` returns the closed accounts. */
export class FakeLists {
  readonly lists: Partial<Record<string, readonly Item[]>>;
  /** The requests for pages, without those for a total. */
  readonly requests: ListRequest[] = [];
  inFlight = 0;
  maxInFlight = 0;
  /** Changes responses, except to requests for a total, or delays them until the test releases them. */
  overrideResponse: ResponseOverride = (_, response) => response;
  /** The service's maximum page size, whatever is requested. */
  maxPageSize = 100_000;

  constructor(lists: Partial<Record<string, readonly Item[]>>) {
    this.lists = lists;
  }

  /** The requests for one list. */
  requestsFor(list: string): ListRequest[] {
    return this.requests.filter((request) => request.list === list);
  }

  readonly page = async (list: PagedName, { page, limit, signal }: PageRequest): Promise<PageResponse> => {
    const request = { list, page, limit };
    const isProbe = limit === 1; // the request for a total
    if (!isProbe) this.requests.push(request);
    this.inFlight++;
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
    try {
      await new Promise((resolve) => setImmediate(resolve));
      if (signal?.aborted) throw fail('canceled');
      const all = this.lists[list] ?? [];
      const size = Math.min(limit, this.maxPageSize);
      const pages = Math.max(1, Math.ceil(all.length / size));
      const response = {
        object: 'list',
        has_next: page < pages,
        has_previous: page > 1,
        current_page: page,
        total_pages: pages,
        page_size_limit: size,
        total_items: all.length,
        data: all.slice((page - 1) * size, page * size),
      };
      const altered = isProbe ? response : await this.overrideResponse(request, response);
      const text = typeof altered === 'string' ? altered : JSON.stringify(altered);
      // Without the service's time, every refresh is complete.
      return { bytes: new TextEncoder().encode(text).buffer, time: null };
    } finally {
      this.inFlight--;
    }
  };
}
