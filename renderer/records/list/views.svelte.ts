import type { ColumnLayout, SavedView } from '#contract/query';
import { compareTexts } from '#contract/text';
import type { ResourceName } from '#contract/resources';
import type { EngineClient } from '../../bridge';
import { earlyResponses } from '../../state/early-responses';
import type { ViewQuery } from './query.svelte';

/** The saved views of one list. */
export class SavedViews {
  /** Empty until loaded. */
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

  /** Loads all views once. After a failure, the next call tries again. */
  load(): Promise<void> {
    if (this.isLoaded) return Promise.resolve();
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  /**
   * Returns one view by ID, or the list's default view; null if there is none or it cannot be read: the list then
   * opens without it. Loaded separately, because loading thousands of others would delay the rows.
   */
  async fetchView(id?: string): Promise<SavedView | null> {
    const resource = this.#resource;
    const request = () => this.#engine.views.get({ resource, id });
    return (id === undefined ? earlyResponses.takeResponse('view', resource, request) : request()).catch(
      () => null,
    );
  }

  /** Returns the same from loaded views; undefined if they are not loaded. */
  cachedView(id?: string): SavedView | null | undefined {
    if (!this.isLoaded) return undefined;
    return this.list.find((view) => (id === undefined ? view.isDefault : view.id === id)) ?? null;
  }

  /** Saves a request and its columns under a name; with `id`, replaces or renames that view. */
  async save(
    name: string,
    { query, columns }: { readonly query: ViewQuery; readonly columns: ColumnLayout | null },
    id?: string,
  ): Promise<SavedView> {
    const savedView = await this.#engine.views.save({
      resource: this.#resource,
      name,
      query,
      columns,
      ...(id === undefined ? {} : { id }),
    });
    this.#store(savedView);
    return savedView;
  }

  /** Sets or clears a view as favorite or default of its list. */
  async setFlags(
    id: string,
    flags: { readonly favorite?: boolean; readonly isDefault?: boolean },
  ): Promise<void> {
    const changedView = await this.#engine.views.setFlags({ id, ...flags });
    if (changedView.isDefault) this.list = this.list.map((view) => ({ ...view, isDefault: false }));
    this.#store(changedView);
  }

  async #load(): Promise<void> {
    this.list = await this.#engine.views.list({ resource: this.#resource });
    this.isLoaded = true;
  }

  #store(changedView: SavedView): void {
    earlyResponses.forget();
    this.list = [...this.list.filter((view) => view.id !== changedView.id), changedView].sort((a, b) =>
      compareTexts(a.name, b.name),
    );
  }

  async remove(id: string): Promise<void> {
    await this.#engine.views.remove({ id });
    earlyResponses.forget();
    this.list = this.list.filter((view) => view.id !== id);
  }

  /** Returns the view with a name, ignoring case; names are unique. */
  viewNamed(name: string): SavedView | undefined {
    const wanted = name.trim().toLowerCase();
    return this.list.find((view) => view.name.toLowerCase() === wanted);
  }
}
