import { sortStepsOf, type Cell, type Query, type SavedView, type Sort } from '#contract/query';
import type { Resource } from '#contract/resource';
import type { ResourceName } from '#contract/resources';
import type { EngineClient } from '../../bridge';
import { GridModel } from '../../grid/grid.svelte';
import type { GridRow } from '../../grid/types';
import { showFailure } from '../../ui/toast';
import type { ResourceRoute } from '../../routes';
import { RecordPanelState } from './record-panel-state.svelte';
import { whyNotEditable } from './cell-edit-messages';
import { CellEdits } from './cell-edits.svelte';
import { gridColumns, searchIn } from './columns';
import { detectPastedList, splitMissingLines } from './pasted-filter';
import { ResourceQuery, sameRows } from './query.svelte';
import type { FacetSource } from './facets.svelte';
import { ListData } from './list-data';
import { ListGroups } from './list-groups.svelte';
import { ListLayout } from './list-layout.svelte';
import type { ListContext, ListRows, ListView } from './list-view';
import type { SentCells } from './source';
import { UnmatchedValues } from './unmatched-values.svelte';
import { SavedViews } from './views.svelte';
import { isPlainListRoute, saveListState, savedListState, wasVisited, type ListState } from './visits';

/** A list of one resource: query, grid, saved views and record panel. */
export class ResourceList {
  readonly query: ResourceQuery;
  readonly grid: GridModel;
  readonly recordPanel: RecordPanelState;
  readonly views: SavedViews;
  readonly cells: CellEdits;
  readonly unmatchedValues = new UnmatchedValues();
  readonly groups = new ListGroups(() => {
    if (this.#requestedQuery) this.grid.updateGroups(this.#data.source(this.#requestedQuery));
  });
  #engine: EngineClient;
  /** Identifies the list and its connection. A connection that was removed and added again is a different one. */
  #listIdentity = '';
  readonly #context: () => ListContext;
  readonly #layout: ListLayout;
  readonly #data: ListData;
  /** True after layout and view are loaded, so that queries can be sent. */
  ready = $state(false);
  /** True after its screen was removed. */
  isClosed = false;
  #route: ResourceRoute | null = null;
  #version: number | null = null;
  #requestedQuery: Query | null = null;
  #latestPaste = 0;
  /** The sort order chosen since the list was opened; a view loaded later does not override it. */
  #chosenSort: Sort | null = null;

  constructor(
    engine: EngineClient,
    resource: ResourceName,
    connection: string,
    /** What a feature adds to this list, such as its own rows and panel. Not a saved view. */
    readonly view: ListView,
    context: () => ListContext,
  ) {
    this.#engine = engine;
    this.#context = context;
    this.query = new ResourceQuery(resource, view);
    this.views = new SavedViews(engine, resource);
    this.recordPanel = new RecordPanelState({
      resource,
      view,
      context,
      grid: () => this.grid,
      query: () => this.#requestedQuery,
    });
    this.#data = new ListData({
      resource,
      connection,
      view,
      context,
      engine: () => this.#engine,
      collapsed: () => this.groups.collapsed,
    });
    this.#layout = new ListLayout({
      query: this.query,
      grid: () => this.grid,
      engine: () => this.#engine,
      columns: () => this.#columns,
    });
    this.grid = new GridModel({
      onsort: (sort: Sort) => this.#sortBy(sort),
      oncollapse: (value, isCollapsed) => this.groups.setCollapsed(value, isCollapsed),
      onlayout: (columns, change) => this.#layout.onArranged(columns, change),
      onopen: (key) => this.recordPanel.open(key),
      onpeek: () => this.recordPanel.toggle(),
      onescape: () => this.recordPanel.close(),
      onedit: (key, column) => this.#editCell(key, column),
      // A double click on the title opens the record; F2 edits it.
      editsOnDoubleClick: (key, column) =>
        column !== this.descriptor.title[0] && this.#whyNotEditable(key, column) === null,
      onundo: () => void this.cells.undo(),
    });
    this.grid.keepsSelection = view.hiddenSelectedCount !== undefined;
    this.cells = new CellEdits(
      resource,
      () => this.#engine,
      (text) => (this.grid.statusText = text),
      (key, field) => this.grid.isAt(key, field),
    );
    this.#layout.useDefault();
  }

  get descriptor(): Resource {
    return this.query.descriptor;
  }
  get resource(): ResourceName {
    return this.query.resource;
  }

  /** Follows a route: restores the list as it was left there, or applies the route's request. */
  async openRoute(route: ResourceRoute): Promise<void> {
    const isArriving = this.#route === null;
    const { id, createdAt } = this.#context().connection;
    if (isArriving) this.#listIdentity = `${id} ${createdAt}/${this.resource}`;
    this.#leave();
    this.#route = route;
    this.#chosenSort = null;
    const isReturn = wasVisited(route, this.#listIdentity);
    const savedState = savedListState(route, this.#listIdentity, isArriving);
    if (savedState) this.query.applyRequest(savedState.request);
    else if (!isArriving || route.filters || route.search !== undefined)
      this.query.applyRequest({
        filters: route.filters ?? [],
        search: route.search ?? '',
        sort: this.query.sort,
      });
    let view = savedState ? null : this.#knownView(route);
    if (!this.ready || view === undefined) {
      // Layout and view first: otherwise the query would be sent twice with different columns.
      const viewLoaded = view === undefined ? this.views.fetchView(route.view) : view;
      [view] = await Promise.all([viewLoaded, this.ready ? undefined : this.#layout.load()]);
      this.ready = true;
      if (route !== this.#route) return; // navigated elsewhere in between
    }
    if (savedState) this.#restoreState(savedState);
    else this.#apply(view);
    // Going back restores the record that was open then, if any; other navigation opens the record in its route.
    if (!isReturn) await this.#showRecord(route);
  }

  /** Returns the view of a route; undefined if it must be loaded. */
  #knownView(route: ResourceRoute): SavedView | null | undefined {
    return route.view !== undefined || isPlainListRoute(route) ? this.views.cachedView(route.view) : null;
  }

  /** Applies the selected view's columns, or the list's own. */
  applyColumns(): void {
    if (this.ready) this.#layout.applyView();
  }

  /** True if the list differs from its view. */
  readonly differsFromView = $derived.by(() => this.query.differsFromView || this.#layout.differsFromView);

  /** Saves the current list under a name; with `id`, replaces that view. */
  async saveView(name: string, id?: string): Promise<SavedView> {
    const columns = [...this.grid.arrangement.layout];
    const view = await this.views.save(name, { query: this.query.request, columns }, id);
    this.query.view = view;
    return view;
  }

  #restoreState(savedState: ListState): void {
    this.query.view = savedState.view;
    this.applyColumns();
    this.recordPanel.restore(savedState.trail);
    this.sendQuery(this.query.query);
    this.grid.goWhenLoaded(savedState.listPosition);
    const [opened] = savedState.trail;
    if (opened) this.grid.whenPlaced(() => this.recordPanel.release(opened.key));
  }

  #apply(view: SavedView | null): void {
    if (view) this.query.apply(view);
    if (view && this.#chosenSort) this.query.setOrder(this.#chosenSort);
    this.applyColumns();
  }

  async #showRecord(route: ResourceRoute): Promise<void> {
    const { record } = route;
    if (record === undefined) return;
    const { query } = this.query;
    this.recordPanel.openLinked(record);
    this.sendQuery(query);
    const index = await this.#data
      .source(query)
      .position(record)
      .catch(() => null);
    if (route !== this.#route || query !== this.#requestedQuery) {
      this.recordPanel.release(record);
      return;
    }
    if (index !== null) this.grid.goWhenLoaded({ row: index });
    this.grid.whenPlaced(() => this.recordPanel.release(record));
  }

  #leave(): void {
    if (!this.#route || !this.ready) return;
    const { request, view } = this.query;
    const { trail } = this.recordPanel.record;
    saveListState(this.#route, this.#listIdentity, {
      request,
      view,
      listPosition: this.grid.listPosition,
      trail,
    });
  }

  /**
   * Sorts by a clicked heading. The headings show it at once: the user may add another heading to the sort before
   * queries can be sent.
   */
  #sortBy(sort: Sort): void {
    this.#chosenSort = sort;
    this.query.setOrder(sort);
    this.#showSort(this.query.query);
  }

  #showSort({ sort, group }: Query): void {
    // Sorting by size is not a sort of the column itself.
    const [first = sort, ...next] = sortStepsOf(group?.order === 'largest' ? { sort } : { sort, group });
    this.grid.sort = { ...first, next };
  }

  /** Sends a query, once the layout is loaded. */
  sendQuery(query: Query): void {
    if (!this.ready || query === this.#requestedQuery) return;
    const previousQuery = this.#requestedQuery;
    if (previousQuery?.group?.field !== query.group?.field) this.groups.reset();
    const source = this.#data.source(query);
    this.#requestedQuery = query;
    this.#showSort(query);
    this.grid.groups.field = query.group?.field ?? null;
    if (previousQuery && sameRows(previousQuery, query)) {
      if (previousQuery.sort !== query.sort || previousQuery.group !== query.group) this.grid.reorder(source);
    } else this.grid.load(source, searchIn(this.descriptor, this.grid.arrangement.columns, query.search));
  }

  /** Called when the cache has changed. */
  refreshAfterChange(version: number): void {
    const previousVersion = this.#version;
    this.#version = version;
    if (previousVersion !== null && previousVersion !== version) this.grid.refresh();
  }

  /** Called when the engine was restarted: repeats the queries. */
  useEngine(engine: EngineClient): void {
    if (engine === this.#engine) return;
    this.#engine = engine;
    this.views.useEngine(engine);
    void this.#layout.load(); // again, if it could not be read
    if (this.#requestedQuery) this.grid.restart(this.#data.source(this.#requestedQuery));
  }

  #editCell(key: string, column: string): void {
    const reason = this.#whyNotEditable(key, column);
    if (reason === null) void this.cells.edit(key, column);
    else this.grid.statusText = reason;
  }

  #whyNotEditable(key: string, column: string): string | null {
    const context = this.#context();
    const isReadOnly = context.connection.readOnly === true;
    const isRecord = !(this.view.panel?.appliesTo(key, context) ?? false);
    return whyNotEditable(this.resource, column, { key, isReadOnly, isRecord });
  }

  async startRefresh(): Promise<void> {
    await this.#engine.refresh.start({}).catch(showFailure);
  }

  /** Called when the screen is removed; stores its state. */
  stop(): void {
    this.isClosed = true;
    this.recordPanel.stop();
    this.grid.stop();
    this.#leave();
  }

  /** Sets values that were sent, but that the service does not show. */
  setSentCells(cells: SentCells): void {
    const hasChanged = cells.size > 0 || this.#data.sentCells.size > 0;
    this.#data.sentCells = cells;
    if (hasChanged) this.reloadRows();
  }

  /** Returns a cell of a row as the service sent it: null if an unconfirmed value is shown in its place. */
  receivedCell({ key, cells }: GridRow, field: string): Cell | undefined {
    const cell = cells[field];
    return cell !== undefined && cell === this.#data.sentCells.get(key)?.get(field) ? null : cell;
  }

  /** Reloads the rows after values from outside the cache have changed. */
  reloadRows(): void {
    if (this.#requestedQuery) this.grid.refresh();
  }

  /** Returns the keys of the selection, up to a limit. */
  selectedKeys(limit: number): Promise<readonly string[]> {
    return this.#data.selectedKeys(this.grid.selection.value, this.query.query, limit);
  }

  /** Returns the values of a field with counts. */
  get facets(): FacetSource {
    return this.#data.facets;
  }

  /** Loads the values of pasted lists that no record has, and splits lines that contain several values. */
  async loadUnmatchedValues(): Promise<void> {
    const { filters } = this.query;
    await this.unmatchedValues.load(this.#data.unmatchedValues, filters);
    for (const filter of filters) {
      const missing = filter.op === 'listed' && this.unmatchedValues.missing.get(filter.field);
      if (!missing || this.query.filterOf(filter.field) !== filter) continue;
      try {
        const values = await splitMissingLines(filter, missing, this.#data.unmatchedValues);
        if (values !== filter.values && this.query.filterOf(filter.field) === filter)
          this.query.setFilter(filter.field, { ...filter, values: [...values] });
      } catch {
        // The engine is busy or was replaced: the list stays as it was pasted.
      }
    }
  }

  /**
   * Filters by lines pasted into the search, by whichever field they match. Does nothing if, before the field is known,
   * other lines are pasted, or the filters are cleared or replaced.
   */
  async pasteList(text: string): Promise<void> {
    this.#latestPaste += 1;
    const paste = this.#latestPaste;
    const { replacements } = this.query;
    const isCurrent = () => paste === this.#latestPaste && replacements === this.query.replacements;
    try {
      const pasted = await detectPastedList(text, this.descriptor, this.#data.unmatchedValues);
      if (pasted && isCurrent())
        this.query.setFilter(pasted.field, { op: 'listed', field: pasted.field, values: [...pasted.values] });
    } catch (error) {
      if (isCurrent()) showFailure(error);
    }
  }

  /** The rows that the ListView adds from outside the cache. */
  get rows(): ListRows | undefined {
    return this.#data.rows;
  }

  get #columns() {
    return gridColumns(this.descriptor, this.#context);
  }
}
