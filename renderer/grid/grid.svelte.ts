import { failureOf, wordsFor } from '../../preload/contract/failure';
import type { ColumnLayout } from '../../preload/contract/query';
import { Arrangement } from './arrangement.svelte';
import type { GridAction } from './keys';
import { GridSelection, MOST_KEYS } from './selection.svelte';
import { ROW_HEIGHT, type GridRow, type GridSort, type GridSource } from './types';
import { Viewport } from './viewport.svelte';
import { RowWindow } from './window.svelte';

export interface GridEvents {
  onsort(sort: GridSort): void;
  onlayout(layout: ColumnLayout): void;
  /** Enter or a double click on a row. */
  onopen(key: string): void;
  /** Escape with nothing selected. */
  onescape(): void;
}

const STEP_WIDTH = 16;
/** Rows are asked for again at most this often while a refresh is changing them. */
const PACE_MS = 400;

/** One grid: its rows, columns, selection and cursor, and everything a person can do to them. */
export class GridModel {
  readonly rows = new RowWindow();
  readonly selection = new GridSelection();
  readonly view = new Viewport(() => this.rows.total ?? 0);
  readonly arrangement: Arrangement;
  sort = $state.raw<GridSort>({ field: '', descending: false });
  /** The active cell. Row -1 is the heading; column 0 holds the selection marks. */
  row = $state(0);
  column = $state(1);
  /** The last thing done, in words, for the status line and for screen readers. */
  said = $state.raw('');
  /** A column whose menu was asked for by key. */
  menuFor = $state.raw<string | null>(null);
  readonly total = $derived(this.rows.total ?? 0);
  /** The record under the cursor. */
  readonly active: GridRow | undefined = $derived.by(() =>
    this.row < 0 ? undefined : this.rows.rowAt(this.row),
  );
  readonly selected = $derived(this.selection.count(this.total));

  #events: GridEvents;
  #source: GridSource | null = null;
  #asked: readonly string[] = [];
  #goal: number | null = null;
  #rangeStart: number | null = null;
  #range = 0;
  #refreshing = 0;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #lastRefresh = 0;

  constructor(events: GridEvents) {
    this.#events = events;
    this.arrangement = new Arrangement((layout) => {
      events.onlayout(layout);
      // A column that was hidden until now has no cells yet.
      if (this.arrangement.names.some((name) => !this.#asked.includes(name))) void this.#keepPlace();
    });
  }

  /** Shows the answer to another question, from its first row on. The selection belongs to the question before. */
  ask(source: GridSource): void {
    this.#start(source);
    this.selection.clear();
    this.#askRows(source, 0, false, () => {
      this.view.top = 0;
      this.row = Math.min(this.row, 0);
    });
  }

  /** Shows the same records in another order: the cursor stays on its record, marks stay. */
  async reorder(source: GridSource): Promise<void> {
    const key = this.active?.key;
    const mine = this.#start(source);
    const moving = key === undefined ? null : source.position(key).catch(() => null);
    this.#askRows(source, 0, false, () => {
      this.view.top = 0;
      this.row = Math.min(this.row, 0);
    });
    const at = await moving;
    if (at !== null && mine === this.#refreshing) this.row = at;
  }

  /** Puts the cursor on a row as soon as the rows of the latest question are in. */
  goOnceAnswered(row: number): void {
    if (this.rows.settling || this.rows.total === null) this.#goal = row;
    else this.moveTo(row);
  }

  /** The records behind the question changed: shows them anew, keeping the place and the selection. */
  refresh(): void {
    if (this.#refreshTimer !== undefined || !this.#source) return;
    const wait = Math.max(0, this.#lastRefresh + PACE_MS - Date.now());
    this.#refreshTimer = setTimeout(() => {
      this.#refreshTimer = undefined;
      this.#lastRefresh = Date.now();
      void this.#keepPlace();
    }, wait);
  }

  /** Forgets timers; the grid is going away. */
  stop(): void {
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = undefined;
  }

  /** The engine was replaced: what was asked of the old one will not be answered. */
  restart(source: GridSource): void {
    this.rows.forget();
    this.#source = source;
    this.refresh();
  }

  #askRows(source: GridSource, first: number, keep: boolean, answered: () => void): void {
    this.#asked = this.arrangement.names;
    this.rows.ask({ source, columns: this.#asked, first, keep }, () => {
      answered();
      if (this.#goal !== null) this.moveTo(this.#goal);
      this.#goal = null;
    });
  }

  #start(source: GridSource): number {
    this.#source = source;
    this.#rangeStart = null;
    this.stop();
    this.#refreshing += 1;
    return this.#refreshing;
  }

  async #keepPlace(): Promise<void> {
    const source = this.#source;
    if (!source) return;
    this.#refreshing += 1;
    const mine = this.#refreshing;
    const first = this.view.firstSeen;
    const [shift, cursor] = await Promise.all([
      first === 0 ? 0 : this.#shift(source, first),
      this.row <= 0 ? 0 : this.#shift(source, this.row),
    ]);
    if (mine !== this.#refreshing) return;
    this.#askRows(source, Math.max(0, first + shift), true, () => {
      this.view.top = Math.max(0, this.view.top + shift * ROW_HEIGHT);
      if (this.row > 0) this.row = Math.max(0, Math.min(this.row + cursor, this.total - 1));
    });
  }

  /** How far the record at an index has moved; 0 when it cannot be told. */
  async #shift(source: GridSource, index: number): Promise<number> {
    const key = this.rows.rowAt(index)?.key;
    if (key === undefined) return 0;
    const at = await source.position(key).catch(() => null);
    return at === null ? 0 : at - index;
  }

  /** Carries out a key stroke. */
  act(action: GridAction): void {
    switch (action.kind) {
      case 'move':
        this.#goTo(this.row + action.rows, this.column + action.columns, action.extend);
        break;
      case 'page':
        this.view.by(action.pages * this.view.pageRows * ROW_HEIGHT);
        this.#goTo(Math.max(0, this.row + action.pages * this.view.pageRows), this.column, action.extend);
        break;
      case 'edge':
        this.#goTo(
          action.rows === undefined ? this.row : action.rows === 'first' ? 0 : this.total - 1,
          action.columns === undefined ? this.column : action.columns === 'first' ? 0 : Infinity,
          action.extend,
        );
        break;
      case 'open':
        if (this.row < 0) this.#press();
        else if (this.active) this.#events.onopen(this.active.key);
        break;
      case 'toggle':
        if (this.row < 0) this.#press();
        else this.toggle(this.row);
        break;
      case 'extend':
        void this.extend(this.row);
        break;
      case 'select-all':
        this.selectAll();
        break;
      case 'escape':
        if (this.selected > 0) this.clearSelection();
        else this.#events.onescape();
        break;
      case 'menu':
        this.menuFor = this.#columnName() ?? null;
        break;
      case 'move-column':
        this.#moveColumn(action.step);
        break;
      case 'resize-column':
        this.#resizeColumn(action.step);
        break;
    }
  }

  /** Puts the cursor on a cell and brings it into view. */
  moveTo(row: number, column = this.column): void {
    this.row = Math.max(-1, Math.min(row, this.total - 1));
    this.column = Math.max(0, Math.min(column, this.arrangement.placed.length));
    if (this.row >= 0) this.view.reveal(this.row);
  }

  #goTo(row: number, column: number, extend: boolean): void {
    const from = this.row;
    this.moveTo(extend ? Math.max(0, row) : row, column);
    if (!extend || this.row < 0) {
      if (!extend) this.#rangeStart = null;
      return;
    }
    this.#rangeStart ??= Math.max(0, from);
    void this.extend(this.row);
  }

  /** A click on a cell. */
  click(row: number, column: number, held: { range: boolean; more: boolean }): void {
    const from = this.row;
    this.moveTo(row, column);
    if (held.range) {
      this.#rangeStart ??= Math.max(0, from);
      void this.extend(row, held.more);
    } else if (held.more || column === 0) this.toggle(row);
    else {
      const key = this.rows.rowAt(row)?.key;
      if (key !== undefined) this.selection.only(key);
      this.#rangeStart = row;
      this.#range += 1;
    }
  }

  toggle(row: number): void {
    const key = this.rows.rowAt(row)?.key;
    if (key === undefined) return;
    this.#rangeStart = row;
    this.#range += 1;
    if (!this.selection.toggle(key)) this.#tooMany();
  }

  /** Marks everything from the start of the range to a row; `more` keeps what is already marked. */
  async extend(row: number, more = false): Promise<void> {
    this.#rangeStart ??= row;
    const from = Math.min(this.#rangeStart, row);
    const length = Math.abs(this.#rangeStart - row) + 1;
    this.#range += 1;
    const mine = this.#range;
    if (length > MOST_KEYS) return this.#tooMany();
    const keys = await this.#keys(from, length).catch((error: unknown) => this.#failed(error));
    if (!keys || mine !== this.#range) return;
    if (!(more ? this.selection.add(keys) : this.selection.replace(keys))) this.#tooMany();
  }

  /** Keys of a stretch: from the rows at hand where they are all here, else from the source. */
  async #keys(from: number, length: number): Promise<readonly string[]> {
    const here: string[] = [];
    for (let row = from; row < from + length; row += 1) {
      const key = this.rows.rowAt(row)?.key;
      if (key === undefined) return (await this.#source?.keys(from, length)) ?? [];
      here.push(key);
    }
    return here;
  }

  selectAll(): void {
    this.#range += 1;
    this.selection.all();
  }

  clearSelection(): void {
    this.#range += 1;
    this.#rangeStart = null;
    this.selection.clear();
  }

  /** Copies the marked rows, or the one under the cursor, as tab-separated text. */
  async copy(): Promise<void> {
    const key = this.active?.key;
    const chosen =
      this.selected > 0 ? this.selection.value : key ? { kind: 'keys' as const, keys: [key] } : null;
    if (!chosen || !this.#source) return;
    try {
      const rows = await this.#source.copy(chosen, this.arrangement.names);
      this.said = rows === 1 ? 'Copied 1 row' : `Copied ${rows.toLocaleString('en-US')} rows`;
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Sorts by a column: rising first, then falling. */
  sortBy(field: string, descending = this.sort.field === field && !this.sort.descending): void {
    this.#events.onsort({ field, descending });
  }

  /** Enter or Space on a heading. */
  #press(): void {
    const name = this.#columnName();
    if (name !== undefined) this.sortBy(name);
    else if (this.selected > 0) this.clearSelection();
    else this.selectAll();
  }

  #columnName(): string | undefined {
    return this.arrangement.placed[this.column - 1]?.column.name;
  }

  #moveColumn(step: -1 | 1): void {
    const name = this.#columnName();
    if (name === undefined) return;
    this.arrangement.step(name, step);
    this.column = this.arrangement.names.indexOf(name) + 1;
  }

  #resizeColumn(step: -1 | 1): void {
    const place = this.arrangement.placed[this.column - 1];
    if (place) this.arrangement.resize(place.column.name, place.width + step * STEP_WIDTH);
  }

  #tooMany(): void {
    this.said =
      'At most 20,000 single rows can be selected. Select all that match with Ctrl+A, or filter the list first.';
  }

  #failed(error: unknown): undefined {
    const { title, next } = wordsFor(failureOf(error));
    this.said = `${title}. ${next}`;
  }
}
