import type { ColumnLayout, SavedView } from '#contract/query';
import type { EngineClient } from '../../bridge';
import { fitLayout } from '../../grid/columns';
import type { LayoutChange } from '../../grid/arrangement.svelte';
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
  /** Changes by the user before the list has its layout, which they are then applied to; null from then on. */
  #earlyChanges: LayoutChange[] | null = [];
  #loading: Promise<void> | undefined;

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

  /** Loads and shows the stored layout, once. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<void> {
    const resource = this.#resource;
    this.#ownLayout = await earlyResponses
      .takeResponse('layout', resource, () => this.#deps.engine().layout.get({ resource }))
      .catch(() => null);
    if (this.#ownLayout) this.#use(this.#withChanges(this.#ownLayout, this.#earlyChanges ?? []));
  }

  /** Called when the user arranges columns. */
  onArranged(columns: ColumnLayout, change: LayoutChange): void {
    // Storing the default layout with the change would replace the stored layout before it is loaded.
    if (this.#earlyChanges) this.#earlyChanges.push(change);
    else if (!this.#deps.query.view?.columns) this.#store(columns); // a view's are saved separately
  }

  #store(columns: ColumnLayout): void {
    this.#ownLayout = columns;
    this.#deps.engine().layout.set({ resource: this.#resource, columns }).catch(showFailure);
  }

  #withChanges(layout: ColumnLayout | null, changes: readonly LayoutChange[]): ColumnLayout {
    return changes.reduce((changed, change) => change(changed), fitLayout(this.#deps.columns(), layout));
  }

  /** Applies the selected view's columns, or the list's own; first, after the list's own are loaded. */
  applyView(): void {
    const { view } = this.#deps.query;
    const earlyChanges = this.#earlyChanges ?? [];
    this.#earlyChanges = null;
    if (earlyChanges.length > 0 && !view?.columns)
      this.#store(this.#withChanges(this.#ownLayout, earlyChanges));
    if (view === this.#arrangedFor) return;
    const previousView = this.#arrangedFor;
    this.#arrangedFor = view;
    if (!view?.columns && !previousView?.columns) return;
    this.#use(this.#withChanges(view?.columns ?? this.#ownLayout, earlyChanges));
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
