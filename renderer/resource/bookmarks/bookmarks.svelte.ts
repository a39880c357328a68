import type { Bookmark } from '../../../preload/contract/calls/bookmarks';
import type { SavedView } from '../../../preload/contract/query';
import type { ResourceName } from '../../../preload/contract/resources';
import type { EngineClient } from '../../bridge';
import { showFailure } from '../../kit/toast';

interface RecordRef {
  readonly resource: ResourceName;
  readonly key: string;
}
type Asking = Pick<EngineClient, 'bookmarks'>;

/** The records and views of the open connection that people come back to. */
export class Bookmarks {
  favorites = $state.raw<readonly Bookmark[]>([]);
  recent = $state.raw<readonly Bookmark[]>([]);
  views = $state.raw<readonly SavedView[]>([]);
  /** Id of the view that the list in sight shows, whichever way it was chosen. */
  shown = $state.raw<string | null>(null);
  #engine: Asking | null = null;
  #connection = '';
  #asked = 0;

  /** Those of another connection are other ones; with other data they may have other names. */
  use(engine: Asking | null, connection: string): void {
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
    this.#asked += 1;
    const mine = this.#asked;
    try {
      const found = await this.#engine?.bookmarks.list();
      if (!found || mine !== this.#asked) return;
      this.favorites = found.favorites;
      this.recent = found.recent;
      this.views = found.views;
    } catch {
      // A convenience: everything is reached without it, and it is asked for again with the next change.
    }
  }

  readonly isFavorite = ({ resource, key }: RecordRef): boolean =>
    this.favorites.some((each) => each.resource === resource && each.key === key);

  /** Makes a record a favorite, or none. */
  async toggle({ resource, key }: RecordRef): Promise<void> {
    try {
      const favorite = !this.isFavorite({ resource, key });
      await this.#engine?.bookmarks.favorite({ resource, key, favorite });
      await this.load();
    } catch (error) {
      showFailure(error);
    }
  }

  /** A person opened a record. */
  visited({ resource, key }: RecordRef): void {
    this.#engine?.bookmarks.visited({ resource, key }).catch(() => undefined); // as with load: a convenience
  }
}

/** Those of the open connection. */
export const bookmarks = new Bookmarks();
