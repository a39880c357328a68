import { fail } from '#contract/failure';
import type { PageResponse, PagedName, PageRequest } from '#engine/service/calls';
import { instantOf, utcText } from '#engine/wire/changed-since';

export interface ChangingAccount {
  readonly id: number;
  readonly name: string;
  readonly status: 'funded' | 'closed';
  readonly updated_at_utc: string;
}

interface FilterRequest {
  readonly status?: string;
  readonly updated_at_utc?: { readonly conditions: readonly [{ readonly value: string }] };
}

/** The service's behavior for a filter by change time. */
export type FilterBehavior =
  'works' | 'is ignored' | 'finds nothing' | 'is refused' | 'leaves some out' | 'returns partial records';

export interface ListedRequest {
  readonly list: PagedName;
  readonly since: string | undefined;
  readonly limit: number;
}

/** A service whose accounts change while they are read. The list omits closed accounts, as the real one does. */
export class ChangingFirm {
  readonly accounts = new Map<number, ChangingAccount>();
  readonly requests: ListedRequest[] = [];
  behavior: FilterBehavior = 'works';
  maxPageSize = 100_000;
  /** Lists come in the order of changes, so that a change moves records between pages. */
  isOrderedByChange = false;
  /** Responses have the service's time. */
  hasDate = true;
  /** Called before each response. */
  onRequest: () => void = () => undefined;
  readonly #now: () => number;
  #version = 0;

  /** `now`: the service's clock. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get now(): number {
    return this.#now();
  }

  /** Creates or changes an account at a time. */
  put(id: number, status: ChangingAccount['status'] = 'funded', time = this.#now()): void {
    const name = `Version ${(this.#version += 1)}`;
    const account = { id, name, status, updated_at_utc: utcText(time) };
    if (this.isOrderedByChange) this.accounts.delete(id);
    this.accounts.set(id, account);
  }

  remove(id: number): void {
    this.accounts.delete(id);
  }

  /** The accounts as JSON, by ID. */
  texts(): Map<string, string> {
    return new Map(
      [...this.accounts.values()].map((account) => [String(account.id), JSON.stringify(account)]),
    );
  }

  /** True if no list was fetched completely since the requests were cleared. */
  get hasOnlyRequestedChanges(): boolean {
    return this.requests.every(({ since, limit }) => since !== undefined || limit === 1);
  }

  readonly page = async (
    list: PagedName,
    { page, limit, body, signal }: PageRequest,
  ): Promise<PageResponse> => {
    await Promise.resolve();
    if (signal?.aborted) throw fail('canceled');
    this.onRequest();
    const { status, updated_at_utc: changed } = (body ?? {}) as FilterRequest;
    const since = changed?.conditions[0].value;
    this.requests.push({ list, since, limit });
    if (since !== undefined && this.behavior === 'is refused') throw fail('refused', { status: 400 });
    const found = [...this.accounts.values()].filter(
      (account) =>
        (account.status === 'closed') === (status === 'closed') &&
        (since === undefined || this.#isFound(account, since)),
    );
    const size = Math.min(limit, this.maxPageSize);
    const pages = Math.max(1, Math.ceil(found.length / size));
    const listed = found.slice((page - 1) * size, page * size);
    const response = {
      object: 'list',
      has_next: page < pages,
      has_previous: page > 1,
      current_page: page,
      total_pages: pages,
      page_size_limit: size,
      total_items: found.length,
      data:
        since !== undefined && this.behavior === 'returns partial records'
          ? listed.map((account) => ({ ...account, name: undefined }))
          : listed,
    };
    const bytes = new TextEncoder().encode(JSON.stringify(response)).buffer;
    return { bytes, time: this.hasDate ? Math.floor(this.#now() / 1_000) * 1_000 : null };
  };

  #isFound({ id, updated_at_utc: changed }: ChangingAccount, since: string): boolean {
    if (this.behavior === 'is ignored') return true;
    if (this.behavior === 'finds nothing') return false;
    if (this.behavior === 'leaves some out' && id % 3 === 0) return false;
    return (instantOf(changed) ?? 0) >= (instantOf(since) ?? 0);
  }
}
