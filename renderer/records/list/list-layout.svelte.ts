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
  /** Changes by the user to the list's own layout before it was read; null from then on. */
  #earlyChanges: LayoutChange[] | null = [];
  /** True after the stored layout was read; until then, nothing is stored in its place. */
  #isRead = false;
  /** True after `applyView` was called for the first time. */
  #isApplied = false;
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

  /** Loads and shows the stored layout, once; after a failure, again. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<void> {
    const resource = this.#resource;
    const engine = this.#deps.engine();
    try {
      this.#ownLayout = await earlyResponses.takeResponse('layout', resource, () =>
        engine.layout.get({ resource }),
      );
    } catch {
      this.#loading = undefined;
      if (engine !== this.#deps.engine()) await this.load();
      return;
    }
    this.#isRead = true;
    if (this.#ownLayout && !this.#arrangedFor?.columns)
      this.#use(this.#withChanges(this.#ownLayout, this.#earlyChanges ?? []));
    if (!this.#isApplied) return;
    this.#storeEarlyChanges();
    this.#deps.grid().columnsChanged();
  }

  /** Called when the user arranges columns. */
  onArranged(columns: ColumnLayout, change: LayoutChange): void {
    if (this.#isApplied && this.#deps.query.view?.columns) return; // a view's are saved separately
    // Storing the default layout with the change would replace the stored layout before it is read.
    if (this.#earlyChanges) this.#earlyChanges.push(change);
    else this.#store(columns);
  }

  #storeEarlyChanges(): void {
    const changes = this.#earlyChanges ?? [];
    this.#earlyChanges = null;
    if (changes.length > 0) this.#store(this.#withChanges(this.#ownLayout, changes));
  }

  #store(columns: ColumnLayout): void {
    this.#ownLayout = columns;
    this.#deps.engine().layout.set({ resource: this.#resource, columns }).catch(showFailure);
  }

  #withChanges(layout: ColumnLayout | null, changes: readonly LayoutChange[]): ColumnLayout {
    return changes.reduce((changed, change) => change(changed), fitLayout(this.#deps.columns(), layout));
  }

  /** Applies the selected view's columns, or the list's own; first, after the list's own were read or could not be. */
  applyView(): void {
    const { view } = this.#deps.query;
    const earlyChanges = this.#earlyChanges ?? [];
    // Changes made before the first view was known are changes of its columns, if it has some.
    const viewChanges = this.#isApplied ? [] : earlyChanges;
    if (view?.columns && !this.#isApplied) this.#earlyChanges = [];
    this.#isApplied = true;
    if (this.#isRead) this.#storeEarlyChanges();
    if (view === this.#arrangedFor) return;
    const previousView = this.#arrangedFor;
    this.#arrangedFor = view;
    if (!view?.columns && !previousView?.columns) return;
    const { columns } = view ?? {};
    this.#use(
      columns ? this.#withChanges(columns, viewChanges) : this.#withChanges(this.#ownLayout, earlyChanges),
    );
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
