import type { ColumnLayout, SavedView } from '#contract/query';
import type { EngineClient } from '../../bridge';
import { fitLayout } from '../../grid/columns';
import type { GridModel } from '../../grid/grid.svelte';
import type { GridColumn } from '../../grid/types';
import { showFailure } from '../../ui/toast';
import { earlyResponses } from '../../state/early-responses';
import type { ResourceQuery } from './query.svelte';

interface Deps {
  readonly query: ResourceQuery;
  readonly grid: () => GridModel;
  readonly engine: () => EngineClient;
  readonly columns: () => readonly GridColumn[];
}

/** The column layout of a list: its view's, or its own as last arranged. */
export class ListLayout {
  readonly #deps: Deps;
  /** The layout as last arranged without a view. */
  #ownLayout: ColumnLayout | null = null;
  /** The view that the layout belongs to; null for the list's own. */
  #arrangedFor: SavedView | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get #resource() {
    return this.#deps.query.resource;
  }
  #use(layout: ColumnLayout | null): void {
    this.#deps.grid().arrangement.use(this.#deps.columns(), layout);
  }

  /** Uses the default layout until the stored one is loaded. */
  useDefault(): void {
    this.#use(null);
  }

  async load(): Promise<void> {
    const resource = this.#resource;
    this.#ownLayout = await earlyResponses
      .takeResponse('layout', resource, () => this.#deps.engine().layout.get({ resource }))
      .catch(() => null);
    if (this.#ownLayout) this.#use(this.#ownLayout);
  }

  /** Called when the user arranges columns. */
  onArranged(columns: ColumnLayout): void {
    if (this.#deps.query.view?.columns) return; // they are the view's, which is saved separately
    this.#ownLayout = columns;
    this.#deps.engine().layout.set({ resource: this.#resource, columns }).catch(showFailure);
  }

  /** Applies the selected view's columns, or the list's own. */
  applyView(): void {
    const { view } = this.#deps.query;
    if (view === this.#arrangedFor) return;
    const previousView = this.#arrangedFor;
    this.#arrangedFor = view;
    if (!view?.columns && !previousView?.columns) return;
    this.#use(view?.columns ?? this.#ownLayout);
    this.#deps.grid().columnsChanged();
  }

  /** True if the columns differ from the view's. */
  get differsFromView(): boolean {
    const { view } = this.#deps.query;
    if (!view?.columns) return false;
    const { columns, layout } = this.#deps.grid().arrangement;
    return JSON.stringify(layout) !== JSON.stringify(fitLayout(columns, view.columns));
  }
}
