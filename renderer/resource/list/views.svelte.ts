import type { SavedView } from '../../../preload/contract/query';
import type { ResourceName } from '../../../preload/contract/resources';
import type { EngineClient } from '../../bridge';
import type { AppRequest } from './query.svelte';

/** The saved views of one list. */
export class SavedViews {
  list = $state.raw<readonly SavedView[]>([]);
  #engine: EngineClient;
  #resource: ResourceName;

  constructor(engine: EngineClient, resource: ResourceName) {
    this.#engine = engine;
    this.#resource = resource;
  }

  useEngine(engine: EngineClient): void {
    this.#engine = engine;
  }

  async load(): Promise<void> {
    this.list = await this.#engine.views.list({ resource: this.#resource });
  }

  /** Keeps a request under a name; with `id`, in the place of that view (which also renames it). */
  async save(name: string, query: AppRequest, id?: string): Promise<SavedView> {
    const saved = await this.#engine.views.save({
      resource: this.#resource,
      name,
      query,
      ...(id === undefined ? {} : { id }),
    });
    this.list = [...this.list.filter((view) => view.id !== saved.id), saved].sort((a, b) =>
      a.name.localeCompare(b.name),
    );
    return saved;
  }

  async remove(id: string): Promise<void> {
    await this.#engine.views.remove({ id });
    this.list = this.list.filter((view) => view.id !== id);
  }

  /** A view of that name, however it is capitalised: names tell views apart. */
  named(name: string): SavedView | undefined {
    const wanted = name.trim().toLowerCase();
    return this.list.find((view) => view.name.toLowerCase() === wanted);
  }
}
