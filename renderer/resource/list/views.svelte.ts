import type { ColumnLayout, SavedView } from '../../../preload/contract/query';
import { byLetters } from '../../../preload/contract/domain/letter-order';
import type { ResourceName } from '../../../preload/contract/resources';
import type { EngineClient } from '../../bridge';
import { earlyAnswers } from '../../state/early-answers';
import type { AppRequest } from './query.svelte';

/** The saved views of one list. */
export class SavedViews {
  /** Empty until they are loaded. */
  list = $state.raw<readonly SavedView[]>([]);
  isLoaded = $state(false);
  #loading: Promise<void> | undefined;
  #engine: EngineClient;
  #resource: ResourceName;

  constructor(engine: EngineClient, resource: ResourceName) {
    this.#engine = engine;
    this.#resource = resource;
  }

  useEngine(engine: EngineClient): void {
    this.#engine = engine;
  }

  /** Reads all of them, once; again where that failed. */
  load(): Promise<void> {
    if (this.isLoaded) return Promise.resolve();
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  /**
   * One view, of an ID, or else the one that the list opens with; null where there is none. It is asked for alone, as
   * reading thousands of others would keep the rows waiting.
   */
  async one(id?: string): Promise<SavedView | null> {
    const resource = this.#resource;
    const ask = () => this.#engine.views.one({ resource, id });
    return (id === undefined ? earlyAnswers.take('view', resource, ask) : ask()).catch(() => null);
  }

  /** The same among those that are loaded; undefined while they are not. */
  known(id?: string): SavedView | null | undefined {
    if (!this.isLoaded) return undefined;
    return this.list.find((view) => (id === undefined ? view.isDefault : view.id === id)) ?? null;
  }

  /** Keeps a request and its columns under a name; with `id`, in the place of that view (which also renames it). */
  async save(
    name: string,
    { query, columns }: { readonly query: AppRequest; readonly columns: ColumnLayout | null },
    id?: string,
  ): Promise<SavedView> {
    const saved = await this.#engine.views.save({
      resource: this.#resource,
      name,
      query,
      columns,
      ...(id === undefined ? {} : { id }),
    });
    this.#take(saved);
    return saved;
  }

  /** Makes a view a favorite or the default of its list, or takes that away. */
  async mark(
    id: string,
    marks: { readonly favorite?: boolean; readonly isDefault?: boolean },
  ): Promise<void> {
    const marked = await this.#engine.views.mark({ id, ...marks });
    if (marked.isDefault) this.list = this.list.map((view) => ({ ...view, isDefault: false }));
    this.#take(marked);
  }

  async #load(): Promise<void> {
    this.list = await this.#engine.views.list({ resource: this.#resource });
    this.isLoaded = true;
  }

  #take(saved: SavedView): void {
    earlyAnswers.forget();
    this.list = [...this.list.filter((view) => view.id !== saved.id), saved].sort((a, b) =>
      byLetters(a.name, b.name),
    );
  }

  async remove(id: string): Promise<void> {
    await this.#engine.views.remove({ id });
    earlyAnswers.forget();
    this.list = this.list.filter((view) => view.id !== id);
  }

  /** A view of that name, however it is capitalised: names tell views apart. */
  named(name: string): SavedView | undefined {
    const wanted = name.trim().toLowerCase();
    return this.list.find((view) => view.name.toLowerCase() === wanted);
  }
}
