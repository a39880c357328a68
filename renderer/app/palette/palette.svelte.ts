import ListIcon from '@lucide/svelte/icons/list';
import type { Bookmark } from '#contract/calls/bookmarks';
import type { ListHits } from '#contract/calls/engine-core';
import { spelledOut } from '#contract/text';
import { failureOf, type Failure } from '#contract/failure';
import { resourceTitle } from '#contract/screens';
import { resourceNamed } from '#contract/resources';
import type { EngineClient } from '../../bridge';
import { countOf, formatSubtitle } from '../../ui/format';
import type { Bookmarks } from '../../records/bookmarks/bookmarks.svelte';
import type { Go } from '../../routes';
import { LIST_ICONS } from '../resource-views';
import type { PaletteEntry } from './entries';
import { entriesInOrder, rankedGroups, scoreOfHits, type PaletteGroup } from './ranking';

/** Maximum number of records shown per list; with more results, a last entry opens the list. */
const MAX_RECORDS_PER_LIST = 5;
/** The heading of favorite records and views. */
const FAVORITES = 'Favorites';
/** Maximum number of favorite records offered before typing; the sidebar shows the first few. */
const MAX_FAVORITE_RECORDS = 50;
/** Maximum number of recent records offered before typing. */
const MAX_RECENT_RECORDS = 5;

interface PaletteResultGroup {
  readonly label: string;
  readonly entries: readonly { readonly entry: PaletteEntry; readonly index: number }[];
}

interface Deps {
  readonly engine: EngineClient | null;
  readonly entries: readonly PaletteEntry[];
  readonly bookmarks: Pick<Bookmarks, 'favorites' | 'recent' | 'views' | 'isFavorite'>;
  readonly go: Go;
}

/** The palette's results and its selected line. */
export class Palette {
  text = $state('');
  /** The ID of the entry that the user moved to; null while the first entry is selected. */
  #selectedId = $state<string | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** True while results for an earlier text are displayed. */
  searching = $state(false);
  #hits = $state.raw<readonly ListHits[]>([]);
  /** The text that the results match. */
  #matchedText = $state('');
  #requestCount = 0;
  /** Settles when the results for the typed text are displayed. */
  #search: Promise<void> = Promise.resolve();
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly entries: readonly PaletteEntry[] = $derived.by(() => {
    const { entries } = this.#deps;
    const views = this.#viewEntries();
    if (this.text.trim() === '') return [...views, ...this.#offeredEntries(), ...entries];
    const otherGroups = rankedGroups([...entries, ...views], this.text);
    return entriesInOrder([...this.#hits.map((hits) => this.#hitGroup(hits)), ...otherGroups]);
  });

  /** The results below their headings, each with its position among all. */
  readonly groups: readonly PaletteResultGroup[] = $derived.by(() => {
    const groups: { label: string; entries: { entry: PaletteEntry; index: number }[] }[] = [];
    for (const [index, entry] of this.entries.entries()) {
      if (groups.at(-1)?.label !== entry.group) groups.push({ label: entry.group, entries: [] });
      groups.at(-1)?.entries.push({ entry, index });
    }
    return groups;
  });

  /** The position of the selected entry, which keeps its selection when results arrive above it. */
  readonly selectedIndex: number = $derived(
    Math.max(
      0,
      this.entries.findIndex(({ id }) => id === this.#selectedId),
    ),
  );

  /** Handles typed text; records follow when the engine responds, and only the latest request counts. */
  type(text: string): Promise<void> {
    this.text = text;
    this.#selectedId = null;
    return this.search();
  }

  /** Searches the typed text, also again when a connection has opened or the engine was restarted. */
  search(): Promise<void> {
    this.#search = this.#find();
    return this.#search;
  }

  async #find(): Promise<void> {
    const { engine } = this.#deps;
    const searchText = this.text.trim().slice(0, 200); // the contract's maximum
    const request = ++this.#requestCount;
    if (!engine || searchText === '') {
      this.#hits = [];
      this.failure = null;
      this.searching = false;
      return;
    }
    this.searching = true;
    try {
      const hits = await engine.records.find({ text: searchText, limit: MAX_RECORDS_PER_LIST });
      if (request !== this.#requestCount) return;
      this.#matchedText = searchText;
      this.#hits = hits;
      this.failure = null;
    } catch (error) {
      if (request !== this.#requestCount) return;
      this.#hits = [];
      this.failure = failureOf(error);
    }
    this.searching = false;
  }

  /** Moves the selection, wrapping around. */
  move(by: number): void {
    const { length } = this.entries;
    if (length > 0) this.select((this.selectedIndex + by + length) % length);
  }

  /** Selects the entry at a position. */
  select(index: number): void {
    this.#selectedId = this.entries[index]?.id ?? null;
  }

  get selectedEntry(): PaletteEntry | undefined {
    return this.entries[this.selectedIndex];
  }

  /**
   * Returns the entry that Enter runs: the one the user moved to, or else the first result for the typed text,
   * after waiting for a running search. Returns undefined if there is none, or if the text changes first.
   */
  async entryToRun(): Promise<PaletteEntry | undefined> {
    const { text } = this;
    if (this.#selectedId === null) await this.#search;
    return this.text === text ? this.selectedEntry : undefined;
  }

  #hitGroup({ resource, total, best, items }: ListHits): PaletteGroup {
    const group = resourceTitle(resource);
    const { singular, plural } = resourceNamed(resource);
    const records = items.map((item) => this.#recordEntry({ resource, ...item }, group, item.subtitle));
    const search = this.#matchedText;
    const seeAll: PaletteEntry = {
      id: `all ${resource}`,
      group,
      title: `See all ${countOf(total, singular, plural)}`,
      icon: ListIcon,
      run: () => this.#deps.go({ screen: 'resource', resource, search }),
    };
    return { score: scoreOfHits(best), entries: total > records.length ? [...records, seeAll] : records };
  }

  #recordEntry({ resource, key, title }: Bookmark, group: string, subtitle: string): PaletteEntry {
    const { bookmarks, go } = this.#deps;
    return {
      id: `record ${group} ${resource} ${key}`,
      group,
      title: spelledOut(title),
      subtitle: formatSubtitle(subtitle),
      icon: LIST_ICONS[resource].icon,
      favorite: bookmarks.isFavorite({ resource, key }),
      run: () => go({ screen: 'resource', resource, record: key }),
    };
  }

  #viewEntries(): PaletteEntry[] {
    const { bookmarks, go } = this.#deps;
    return bookmarks.views.map(({ id, resource, name }) => ({
      id: `view ${id}`,
      group: FAVORITES,
      isBelowFavorites: true,
      title: name,
      subtitle: resourceTitle(resource),
      keywords: 'view',
      icon: LIST_ICONS[resource].icon,
      favorite: true,
      run: () => go({ screen: 'resource', resource, view: id }),
    }));
  }

  /** Favorite and recent records. */
  #offeredEntries(): PaletteEntry[] {
    const { favorites, recent, isFavorite } = this.#deps.bookmarks;
    const subtitleOf = (bookmark: Bookmark) =>
      [resourceTitle(bookmark.resource), bookmark.subtitle].filter(Boolean).join(' · ');
    return [
      ...favorites.slice(0, MAX_FAVORITE_RECORDS).map((record) => ({
        ...this.#recordEntry(record, FAVORITES, subtitleOf(record)),
        isBelowFavorites: true,
      })),
      ...recent
        .filter((record) => !isFavorite(record))
        .slice(0, MAX_RECENT_RECORDS)
        .map((record) => this.#recordEntry(record, 'Recent', subtitleOf(record))),
    ];
  }
}
