import { SvelteMap } from 'svelte/reactivity';
import { failureOf, type Failure } from '#contract/failure';

const PAGE_SIZE = 100;
/** Maximum number of pages in memory: the visible ones and their neighbors. */
const MAX_PAGES = 12;

/** A page of a long list, with the total number of items. */
export interface LoadedPage<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** A long list, loaded page by page as the user scrolls. */
export class Pages<T> {
  /** Null until the first response. */
  total = $state<number | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly #pages = new SvelteMap<number, readonly T[]>();
  /** Pages that are loaded or loading. */
  #requestedPages: readonly number[] = [];

  constructor(readonly fetchPage: (offset: number, limit: number) => Promise<LoadedPage<T>>) {}

  at(index: number): T | undefined {
    return this.#pages.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE];
  }

  /** Returns the index of the first loaded item that passes the test; -1 if there is none. */
  findIndex(test: (item: T) => boolean): number {
    for (const [page, items] of [...this.#pages].sort(([a], [b]) => a - b)) {
      const index = items.findIndex(test);
      if (index >= 0) return page * PAGE_SIZE + index;
    }
    return -1;
  }

  /**
   * Loads the pages of rows `first` to `last` (exclusive), unless they are loaded or loading. Loads a page even for
   * an empty range, because the total is still unknown. Never rejects: an error is in `failure`.
   */
  async load(first: number, last: number): Promise<void> {
    const neededPages: number[] = [];
    for (let page = Math.floor(first / PAGE_SIZE); page * PAGE_SIZE < Math.max(last, first + 1); page++)
      neededPages.push(page);
    await Promise.all(
      neededPages.filter((page) => !this.#requestedPages.includes(page)).map((page) => this.#fetch(page)),
    );
  }

  /** Reloads all pages; the old ones stay visible until then. */
  async reload(): Promise<void> {
    await Promise.all([...this.#pages.keys()].map((page) => this.#fetch(page)));
  }

  async #fetch(page: number): Promise<void> {
    this.#requestedPages = [...this.#requestedPages.filter((other) => other !== page), page];
    try {
      const { items, total } = await this.fetchPage(page * PAGE_SIZE, PAGE_SIZE);
      this.total = total;
      this.failure = null;
      this.#pages.set(page, items);
      const nearest = [...this.#pages.keys()].sort((a, b) => Math.abs(a - page) - Math.abs(b - page));
      nearest.slice(MAX_PAGES).forEach((distantPage) => this.#drop(distantPage));
    } catch (error) {
      this.#drop(page);
      this.failure = failureOf(error);
    }
  }

  #drop(page: number): void {
    this.#pages.delete(page);
    this.#requestedPages = this.#requestedPages.filter((other) => other !== page);
  }
}
