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

interface PagesOptions<T, P> {
  /** Identifies an item: after a reload, the current row is where the same item is then. */
  keyOf?(item: T): string;
  /** True to keep the current row in its place if its item is gone, so that arrow keys continue there. */
  readonly keepsPlace?: boolean;
  /** Called when another item takes the place of the current row, so that no action meant for the first one hits it. */
  onswap?(): void;
  /** Called with each response that is not older than the last one. */
  onload?(page: P): void;
}

/** A long list, loaded page by page as the user scrolls. */
export class Pages<T, P extends LoadedPage<T> = LoadedPage<T>> {
  /** Null until the first response. */
  total = $state<number | null>(null);
  /** The current row; -1 for none. */
  current = $state(-1);
  readonly #pages = new SvelteMap<number, readonly T[]>();
  readonly #failures = new SvelteMap<number, Failure>();
  /** Pages that are loaded or loading, or failed: only `retry` and `reload` request those again. */
  #requestedPages: readonly number[] = [];
  #requestCount = 0;
  /** The latest request with a response, of all pages and of each page. */
  #answeredRequest = 0;
  readonly #answeredRequests = new Map<number, number>();
  #isOutdated = false;
  #reloading: Promise<void> | null = null;

  constructor(
    readonly fetchPage: (offset: number, limit: number) => Promise<P>,
    readonly options: PagesOptions<T, P> = {},
  ) {}

  /** Why a page could not be loaded; null if all requested pages were, or are loading. */
  get failure(): Failure | null {
    const [failure] = this.#failures.values();
    return failure ?? null;
  }

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
   * Loads the pages of rows `first` to `last` (exclusive), unless they were requested before. Loads a page even for
   * an empty range, because the total is still unknown. Never rejects: an error is in `failure`.
   */
  async load(first: number, last: number): Promise<void> {
    const neededPages: number[] = [];
    for (let page = Math.floor(first / PAGE_SIZE); page * PAGE_SIZE < Math.max(last, first + 1); page++)
      neededPages.push(page);
    await this.#fetchAll(neededPages.filter((page) => !this.#requestedPages.includes(page)));
  }

  /** Requests the pages again that could not be loaded. */
  async retry(): Promise<void> {
    await this.#fetchAll([...this.#failures.keys()]);
  }

  /**
   * Reloads all pages, or loads the first one, and replaces them together; the old ones stay visible until then.
   * During a reload, it only arranges that one more follows.
   */
  reload(): Promise<void> {
    this.#isOutdated = true;
    return (this.#reloading ??= this.#reloadWhileOutdated());
  }

  async #reloadWhileOutdated(): Promise<void> {
    while (this.#isOutdated) {
      this.#isOutdated = false;
      const pages = new Set([...this.#requestedPages, ...this.#failures.keys()]);
      const replacements = await Promise.all(
        [...(pages.size > 0 ? pages : [0])].map((page) => this.#fetch(page)),
      );
      this.#replace(() => replacements.forEach((replace) => replace()));
    }
    this.#reloading = null;
  }

  /** Replaces pages and keeps the current row on its item. */
  #replace(replacePages: () => void): void {
    const keyOf = (item: T | undefined) => item && this.options.keyOf?.(item);
    const key = keyOf(this.at(this.current));
    replacePages();
    if (key === undefined || keyOf(this.at(this.current)) === key) return;
    const index = this.findIndex((item) => keyOf(item) === key);
    const place = this.options.keepsPlace ? Math.min(this.current, (this.total ?? 0) - 1) : -1;
    this.current = index >= 0 ? index : place;
    if (index < 0 && place >= 0) this.options.onswap?.();
  }

  async #fetchAll(pages: readonly number[]): Promise<void> {
    const fetchAndShow = async (page: number) => {
      const show = await this.#fetch(page);
      // The page of the current row may have changed since it failed.
      if (page === Math.floor(this.current / PAGE_SIZE)) this.#replace(show);
      else show();
    };
    await Promise.all(pages.map(fetchAndShow));
  }

  /** Requests a page. Returns a function that shows it, or why it could not be loaded. */
  async #fetch(page: number): Promise<() => void> {
    const request = ++this.#requestCount;
    this.#requestedPages = [...this.#requestedPages.filter((other) => other !== page), page];
    this.#failures.delete(page);
    try {
      const loaded = await this.fetchPage(page * PAGE_SIZE, PAGE_SIZE);
      return () => this.#show(page, request, loaded);
    } catch (error) {
      return () => {
        if (request < (this.#answeredRequests.get(page) ?? 0)) return;
        this.#failures.set(page, failureOf(error));
      };
    }
  }

  #show(page: number, request: number, loaded: P): void {
    if (request > this.#answeredRequest) {
      this.#answeredRequest = request;
      this.total = loaded.total;
      this.options.onload?.(loaded);
    }
    if (request < (this.#answeredRequests.get(page) ?? 0) || !this.#requestedPages.includes(page)) return;
    this.#answeredRequests.set(page, request);
    this.#failures.delete(page);
    this.#pages.set(page, loaded.items);
    const nearest = [...this.#pages.keys()].sort((a, b) => Math.abs(a - page) - Math.abs(b - page));
    nearest.slice(MAX_PAGES).forEach((distantPage) => this.#drop(distantPage));
  }

  #drop(page: number): void {
    this.#pages.delete(page);
    this.#failures.delete(page);
    this.#requestedPages = this.#requestedPages.filter((other) => other !== page);
  }
}
