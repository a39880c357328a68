import type { ColumnLayout, SavedView } from '../../../preload/contract/query';
import type { ResourceName } from '../../../preload/contract/resources';
import type { EngineClient } from '../../bridge';
import { earlyAnswers } from '../../state/early-answers';
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
    const resource = this.#resource;
    this.list = await earlyAnswers.take('views', resource, () => this.#engine.views.list({ resource }));
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

  /** The view that the list opens with. */
  get usual(): SavedView | undefined {
    return this.list.find(({ isDefault }) => isDefault);
  }

  #take(saved: SavedView): void {
    this.list = [...this.list.filter((view) => view.id !== saved.id), saved].sort((a, b) =>
      a.name.localeCompare(b.name),
    );
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
