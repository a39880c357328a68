import type { Bookmark } from '#contract/calls/bookmarks';
import type { SavedView } from '#contract/query';
import type { ResourceName } from '#contract/resources';
import type { EngineClient } from '../../bridge';
import { showFailure } from '../../ui/toast';

interface RecordRef {
  readonly resource: ResourceName;
  readonly key: string;
}
type BookmarksEngine = Pick<EngineClient, 'bookmarks'>;

/** Favorite and recent records and views of the open connection. */
export class Bookmarks {
  favorites = $state.raw<readonly Bookmark[]>([]);
  recent = $state.raw<readonly Bookmark[]>([]);
  views = $state.raw<readonly SavedView[]>([]);
  /** ID of the view that the visible list shows. */
  openedView = $state.raw<string | null>(null);
  #engine: BookmarksEngine | null = null;
  #connection = '';
  #requestCount = 0;

  /** Loads the bookmarks of a connection; called again when its data changes, because names may change with it. */
  use(engine: BookmarksEngine | null, connection: string): void {
    if (connection !== this.#connection) {
      this.favorites = [];
      this.recent = [];
      this.views = [];
    }
    this.#engine = engine;
    this.#connection = connection;
    void this.load();
  }

  async load(): Promise<void> {
    this.#requestCount += 1;
    const request = this.#requestCount;
    try {
      const lists = await this.#engine?.bookmarks.list();
      if (!lists || request !== this.#requestCount) return;
      this.favorites = lists.favorites;
      this.recent = lists.recent;
      this.views = lists.views;
    } catch {
      // Optional: everything works without bookmarks, and the next change loads them again.
    }
  }

  readonly isFavorite = ({ resource, key }: RecordRef): boolean =>
    this.favorites.some((each) => each.resource === resource && each.key === key);

  /** Adds a record to the favorites, or removes it. */
  async toggle({ resource, key }: RecordRef): Promise<void> {
    try {
      const isFavorite = !this.isFavorite({ resource, key });
      await this.#engine?.bookmarks.setFavorite({ resource, key, isFavorite });
      await this.load();
    } catch (error) {
      showFailure(error);
    }
  }

  /** Records that the user opened a record. */
  recordVisit({ resource, key }: RecordRef): void {
    this.#engine?.bookmarks.recordVisit({ resource, key }).catch(() => undefined); // optional, like load
  }
}

/** The bookmarks of the open connection. */
export const bookmarks = new Bookmarks();
