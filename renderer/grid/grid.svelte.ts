import { failureOf } from '#contract/failure';
import { failureMessage } from '../ui/failure-messages';
import { countOf } from '../ui/format';
import type { Cell, ColumnLayout } from '#contract/query';
import { ColumnArrangement, type LayoutChange } from './arrangement.svelte';
import { Copying } from './copying.svelte';
import { Cursor } from './cursor.svelte';
import { GridLoader, type ListPosition } from './grid-loader.svelte';
import { GridGroups } from './groups.svelte';
import { Headings } from './headings';
import type { GridAction } from './keys';
import { RowPicker } from './row-picking.svelte';
import { CellRange, type CellPosition } from './range.svelte';
import { GridSelection } from './selection.svelte';
import type { GridSearch } from './matches';
import type { GridColumn, GridRow, GridSort, GridSource, PendingCells } from './types';
import { TypeAhead } from './type-ahead';
import { Viewport } from './viewport.svelte';
import { RowWindow } from './window.svelte';

/** Time in which the queries that follow, while the user types, keep the notice of a cleared selection. */
const CLEARED_NOTICE_MS = 5_000;

export interface GridEvents {
  onsort(sort: GridSort): void;
  /** The user changed the columns: their new layout, and the change alone. */
  onlayout(layout: ColumnLayout, change: LayoutChange): void;
  /** Enter or a double click on a row. */
  onopen(key: string): void;
  /** Space on a cell: opens or closes a preview of the record. Without it, Space selects the row. */
  onpeek?(key: string): void;
  /** Escape; returns true if it was handled outside the grid. */
  onescape(): boolean;
  /** Edits a cell in place (F2), or reports why it can't be edited. Without it, no cell can be edited. */
  onedit?(key: string, column: string): void;
  /** Returns true if a double click edits the cell; any other opens the record. */
  editsOnDoubleClick?(key: string, column: string): boolean;
  /** Undoes the last edit of a cell. */
  onundo?(): void;
  /** Called to collapse or expand a group. */
  oncollapse?(value: Cell, isCollapsed: boolean): void;
}

/** What the latest query changed: the rows themselves, their order, or their groups. */
export interface GridAnnouncement {
  readonly kind: 'found' | 'sorted' | 'grouped';
}

/** One grid: its rows, columns, selection and cursor, and all user actions. */
export class GridModel {
  readonly rows = new RowWindow(() => this.range.onRowsLoaded());
  readonly selection = new GridSelection();
  readonly view = new Viewport(() => this.rows.total ?? 0);
  readonly cursor = new Cursor();
  readonly range = new CellRange({ keyAt: (row) => this.rows.rowAt(row)?.key, total: () => this.total });
  readonly arrangement: ColumnArrangement;
  sort = $state.raw<GridSort>({ field: '', descending: false });
  /** The last action as text, for the status line and screen readers. */
  statusText = $state.raw('');
  /** What the latest query changed, for screen readers; a new object for each response. */
  announcement = $state.raw<GridAnnouncement | null>(null);
  /** True after the first query, whose result is not announced: the user opened the list. */
  #isLoaded = false;
  /** Short notes on rows, by key. */
  notes = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** Cells edited in place that have not been sent yet. */
  pending = $state.raw<PendingCells>(new Map());
  /** Key of the record opened next to the rows. */
  opened = $state.raw<string | null>(null);
  /** Position of the open row menu: a point in the window, or the cell itself. */
  rowMenu = $state.raw<{ readonly x: number; readonly y: number } | 'cell' | null>(null);
  #rowMenuKey: string | undefined;
  /** True if rows can also be copied as raw JSON. */
  hasRaw = $state.raw(false);
  /** The column whose menu is open. */
  menuFor = $state.raw<string | null>(null);
  /** Number of rows: records and group headings. */
  readonly total = $derived(this.rows.total ?? 0);
  /** Number of matching records, including those in collapsed groups. */
  readonly recordCount = $derived(this.rows.matching ?? this.total);
  /** The record under the cursor. */
  readonly active: GridRow | undefined = $derived.by(() => {
    const row = this.cursor.row < 0 ? undefined : this.rows.rowAt(this.cursor.row);
    return row?.group ? undefined : row;
  });
  readonly selectedCount = $derived(this.selection.count(this.recordCount));
  /** True if rows that were selected one by one stay selected while another query hides them. */
  keepsSelection = false;
  /** Number of selected rows that the query hides; others than 0 only in a list that keeps the selection. */
  hiddenSelectedCount = $state.raw(0);
  readonly isAllSelected = $derived(
    this.selectedCount > 0 && this.selectedCount - this.hiddenSelectedCount === this.recordCount,
  );
  readonly groups: GridGroups;
  readonly headings: Headings;

  /** The search of the displayed rows; null if none. */
  search = $state.raw<GridSearch | null>(null);
  #searchedColumns: readonly GridColumn[] = [];
  readonly copying = new Copying(this, {
    source: () => this.#loader.source,
    isClicked: () => this.#picking.isClicked,
    fail: (error) => this.#fail(error),
  });

  /** Letters jump in the sorted column. */
  readonly typeAhead = new TypeAhead({
    rows: this.rows,
    source: () => this.#loader.source,
    sort: () => this.sort,
    columns: () => this.arrangement.columns,
    isGrouped: () => this.groups.field !== null,
    moveTo: (row) => {
      this.range.clear();
      this.#picking.restart();
      this.#moveCursor(row);
    },
    announce: (text) => (this.statusText = text),
    fail: (error) => this.#fail(error),
  });

  /** The grid's element, which has the keyboard focus while the user works in the grid. */
  element: HTMLElement | null = null;
  #events: GridEvents;
  #groupedBy: string | null = null;
  #loader: GridLoader;
  #picking: RowPicker;
  /** The last notice of a cleared selection, and when it was given. */
  #clearedNotice = { text: '', at: 0 };

  constructor(events: GridEvents) {
    this.#events = events;
    this.arrangement = new ColumnArrangement((layout, change) => {
      events.onlayout(layout, change);
      this.#loader.columnsChanged();
    });
    this.groups = new GridGroups(this, events.oncollapse?.bind(events));
    this.headings = new Headings(this, events.onsort.bind(events));
    const { rows, view, cursor, selection } = this;
    this.#loader = new GridLoader({
      rows,
      view,
      cursor,
      columns: () => this.#loadedColumns,
      onReloaded: () => this.#onReloaded(),
    });
    this.#picking = new RowPicker({
      rows,
      selection,
      source: () => this.#loader.source,
      announce: (text) => (this.statusText = text),
      fail: (error) => this.#fail(error),
    });
  }

  /** The text for the status line: not that a selection was cleared, once rows are selected again. */
  get shownStatus(): string {
    const isObsolete = this.selectedCount > 0 && this.statusText === this.#clearedNotice.text;
    return isObsolete ? '' : this.statusText;
  }

  /**
   * Loads another query and clears the selection, which belonged to the previous one, unless the list keeps it; says so
   * if the user selected more than the row at the cursor. `search` is highlighted when it is loaded.
   */
  load(source: GridSource, search: GridSearch | null = null): void {
    this.typeAhead.cancel();
    const isKept = this.keepsSelection && this.selection.kind === 'keys' && !this.#picking.isClicked;
    const lostCount = isKept || this.#picking.isClicked ? 0 : this.selectedCount;
    const previousStatus = this.statusText;
    if (isKept) this.#picking.restart();
    else this.clearSelection();
    this.range.clear();
    if (lostCount > 0)
      this.#clearedNotice = {
        text: `Selection cleared: ${countOf(lostCount, 'row', 'rows')}`,
        at: Date.now(),
      };
    const { text, at } = this.#clearedNotice;
    const isNoticeKept = previousStatus === text && Date.now() - at < CLEARED_NOTICE_MS;
    this.statusText = lostCount > 0 || isNoticeKept ? text : '';
    this.hasRaw = source.hasRaw === true;
    this.#searchedColumns = search?.columns ?? [];
    this.#groupedBy = this.groups.field;
    this.#loader.load(source, () => {
      this.search = search;
      if (this.#isLoaded) this.announcement = { kind: 'found' };
      this.#isLoaded = true;
    });
  }

  /** Loads the same records in another order; cursor and selection stay on their records. */
  reorder(source: GridSource): void {
    this.typeAhead.cancel();
    this.#picking.restart();
    this.range.clear();
    const { field } = this.groups;
    const kind = field === this.#groupedBy ? 'sorted' : 'grouped';
    this.#groupedBy = field;
    void this.#loader.reorder(source).then(() => (this.announcement = { kind }));
  }

  /** Loads the same records with collapsed groups. */
  updateGroups(source: GridSource): void {
    this.range.clear();
    this.#picking.restart();
    this.#loader.updateGroups(source);
  }

  /** Called when other columns become visible. */
  columnsChanged(): void {
    this.#loader.columnsChanged();
  }
  /** Called when the records have changed. */
  refresh(): void {
    this.#loader.refresh();
  }
  /** Called when the engine was replaced. */
  restart(source: GridSource): void {
    this.#loader.restart(source);
  }
  /** The current position, to return to later. */
  get listPosition(): ListPosition {
    return { row: this.cursor.row, top: this.view.clampedTop };
  }
  /**
   * The visible columns, those that the grid is too narrow for, those needed to format them, and those that may show
   * why a row matched.
   */
  get #loadedColumns(): string[] {
    const { columns, layout } = this.arrangement;
    const shownNames = new Set(layout.filter(({ shown }) => shown).map(({ name }) => name));
    const shown = columns.filter(({ name }) => shownNames.has(name));
    const names = [...shown, ...this.#searchedColumns].map(({ name }) => name);
    return [...new Set([...names, ...shown.flatMap(({ contextFields = [] }) => contextFields)])];
  }

  /** Moves to a position once the latest query is loaded. Without `top`, scrolls only as far as needed. */
  goWhenLoaded(position: ListPosition): void {
    this.typeAhead.cancel();
    this.#loader.goWhenLoaded(position);
  }
  /** Calls back once the latest query is loaded and the cursor is at the position it was sent to. */
  whenPlaced(callback: () => void): void {
    this.#loader.whenPlaced(callback);
  }
  stop(): void {
    this.#loader.stop();
  }

  /** Performs a key action. */
  act(action: GridAction): void {
    this.typeAhead.cancel();
    const { row, column } = this.cursor;
    if (this.#actOnGroup(action)) return;
    switch (action.kind) {
      case 'move':
        this.#go(row + action.rows, column + action.columns, action.extend);
        break;
      case 'page':
        this.view.scrollBy(action.pages * this.view.pageRows * this.view.rowHeight);
        this.#go(Math.max(0, row + action.pages * this.view.pageRows), column, action.extend);
        break;
      case 'edge':
        this.#go(
          action.rows === undefined ? row : action.rows === 'first' ? 0 : this.total - 1,
          action.columns === undefined ? column : action.columns === 'first' ? 0 : Infinity,
          action.extend,
        );
        break;
      case 'open':
        if (row < 0) this.headings.press(action.addsSortKey);
        else if (this.active) this.#events.onopen(this.active.key);
        break;
      case 'peek':
        if (row < 0) this.headings.press();
        else if (column === 0 || !this.#events.onpeek) this.#toggle(row);
        else if (this.active) this.#events.onpeek(this.active.key);
        break;
      case 'select':
        if (row >= 0) this.#toggle(row);
        break;
      case 'edit':
        if (this.active && this.#column !== undefined) this.#events.onedit?.(this.active.key, this.#column);
        break;
      case 'undo':
        this.#events.onundo?.();
        break;
      case 'extend':
        this.range.clear();
        if (row >= 0) void this.#picking.extend(row, row);
        break;
      case 'select-all':
        this.selectAll();
        break;
      case 'escape':
        if (this.range.box) this.range.clear();
        else if (!this.#events.onescape()) this.clearSelection();
        break;
      case 'column-menu':
        this.menuFor = this.headings.current?.column.name ?? null;
        break;
      case 'row-menu':
        this.openRowMenu(this.cursor, 'cell');
        break;
      case 'move-column':
        this.headings.move(action.step);
        break;
      case 'resize-column':
        this.headings.widen(action.step);
        break;
    }
  }

  /** On a group heading, left, right, open, peek and select collapse or expand it. Returns false for other actions. */
  #actOnGroup(action: GridAction): boolean {
    const { active } = this.groups;
    if (!active) return false;
    if (action.kind === 'move' && action.rows === 0 && !action.extend)
      this.groups.toggle(active, action.columns < 0);
    else if (action.kind === 'open' || action.kind === 'peek' || action.kind === 'select')
      this.groups.toggle(active);
    else return false;
    return true;
  }

  /** Moves to the previous or next record, skipping headings. */
  step(step: -1 | 1): void {
    let row = this.cursor.row + step;
    while (this.groups.at(row)) row += step;
    if (row >= 0 && row < this.total) this.moveTo(row);
  }

  /** Moves the cursor to a cell and scrolls it into view; unselects a row that was only clicked. */
  moveTo(row: number, column = this.cursor.column): void {
    this.typeAhead.cancel();
    this.#moveCursor(row, column);
  }

  #moveCursor(row: number, column = this.cursor.column): void {
    const from = this.cursor.row;
    this.#placeCursor(row, column);
    if (this.cursor.row !== from) this.#picking.dropClick();
  }

  #placeCursor(row: number, column: number): void {
    this.cursor.row = Math.max(-1, Math.min(row, Math.max(0, this.total - 1)));
    this.cursor.column = Math.max(0, Math.min(column, this.arrangement.placed.length));
    if (this.cursor.row >= 0) this.view.reveal(this.cursor.row);
  }

  /** Handles a click on a cell. */
  click(row: number, column: number, modifiers: { isRange: boolean; isAdditive: boolean }): void {
    const from = this.cursor.row;
    this.typeAhead.cancel();
    this.range.clear();
    this.#placeCursor(row, column);
    const group = this.groups.at(row);
    if (group && !modifiers.isRange) {
      this.#picking.dropClick();
      this.groups.toggle(group);
    } else if (modifiers.isRange)
      void this.#picking.extend(row, from, modifiers.isAdditive ? 'all' : 'checked');
    else if (modifiers.isAdditive || column === 0) this.#picking.toggle(row);
    else this.#picking.selectOnly(row);
  }

  /**
   * Opens the menu of the row at a cell. A row outside the selection becomes the selected one, as with a click, so
   * that all actions of the menu apply to it.
   */
  openRowMenu({ row, column }: CellPosition, position: NonNullable<GridModel['rowMenu']>): void {
    this.moveTo(row, column);
    const { active } = this;
    if (!active && !this.groups.active) return;
    if (active && !this.selection.has(active.key)) {
      if (!this.range.contains({ row, column })) this.range.clear();
      this.#picking.selectOnly(row);
    }
    this.#rowMenuKey = this.#cursorKey;
    this.rowMenu = position;
  }

  /** Starts and continues a drag over cells, which also selects their rows. */
  dragFrom(start: CellPosition): void {
    this.range.clear();
    this.moveTo(start.row, start.column);
    this.#picking.restart();
  }
  dragTo({ row, column }: CellPosition): void {
    this.#go(row, column, true);
  }

  /** A double click edits the cell or opens the row; the selection by its first click is undone. */
  openClicked(): void {
    if (this.groups.active) return; // each of the two clicks has already collapsed or expanded it
    if (this.#picking.isClicked) this.clearSelection();
    const { active } = this;
    const isEdit =
      active && this.#column !== undefined && this.#events.editsOnDoubleClick?.(active.key, this.#column);
    this.act(isEdit ? { kind: 'edit' } : { kind: 'open', addsSortKey: false });
  }

  /** Returns true if the user is at a cell: it is under the cursor, and the grid has the keyboard focus. */
  isAt(key: string, column: string): boolean {
    const isFocused = this.element?.contains(document.activeElement) ?? false;
    return isFocused && this.active?.key === key && this.#column === column;
  }

  /** Name of the column under the cursor; undefined in the checkbox column. */
  get #column(): string | undefined {
    return this.arrangement.names[this.cursor.column - 1];
  }

  selectAll(): void {
    this.range.clear();
    // Groups may be collapsed: their rows have no keys here.
    if (this.keepsSelection && this.groups.field === null) void this.#picking.addAll(this.total);
    else this.#picking.selectAll();
  }
  /** Also removes the status text: it may say what was done with the selection. */
  clearSelection(): void {
    this.#picking.clear();
    this.statusText = '';
  }

  #go(row: number, column: number, extend: boolean): void {
    const from = { row: this.cursor.row, column: this.cursor.column };
    if (extend) this.#placeCursor(Math.max(0, row), column);
    else this.moveTo(row, column);
    const to = { row: this.cursor.row, column: this.cursor.column };
    if (!extend) {
      this.range.clear();
      this.#picking.restart();
    } else if (to.row >= 0) {
      // In the checkbox column, whole rows are selected.
      if (from.row >= 0 && from.column > 0 && to.column > 0) this.range.extend(from, to);
      else this.range.clear();
      if (to.row !== from.row || to.column === 0) void this.#picking.extend(to.row, from.row);
    }
  }

  #onReloaded(): void {
    this.#picking.onReloaded();
    void this.range.onReloaded((key) => this.#locate(key));
    // Its record is not known to be under the cursor.
    if (!this.active || !this.selection.has(this.active.key)) this.#picking.dropClick();
    // Its items act on the row under the cursor.
    if (this.#cursorKey !== this.#rowMenuKey) this.rowMenu = null;
  }

  /** Key of the row under the cursor, a record or a group heading. */
  get #cursorKey(): string | undefined {
    return this.cursor.row < 0 ? undefined : this.rows.rowAt(this.cursor.row)?.key;
  }

  /** Returns the row of a record after a reload; null if it has left the list. */
  async #locate(key: string): Promise<number | null> {
    return this.rows.indexOf(key) ?? (await this.#loader.source?.position(key).catch(() => null)) ?? null;
  }

  #toggle(row: number): void {
    this.range.clear();
    this.#picking.toggle(row);
  }

  #fail(error: unknown): void {
    const { title, next } = failureMessage(failureOf(error));
    this.statusText = `${title}. ${next}`;
  }
}
