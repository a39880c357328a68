import type { Cursor } from './cursor.svelte';
import { ROW_HEIGHT, type GridSource } from './types';
import type { Viewport } from './viewport.svelte';
import type { Answered, RowWindow } from './window.svelte';

/** Rows are asked for again at most this often while a refresh is changing them. */
const PACE_MS = 400;

/** A place in a list: the row under the cursor, and the pixels above the view (as far as needed, when absent). */
export interface Spot {
  readonly row: number;
  readonly top?: number;
}

interface Parts {
  readonly rows: RowWindow;
  readonly view: Viewport;
  readonly cursor: Cursor;
  /** Names of the columns in sight. */
  readonly columns: () => readonly string[];
}

/** Asks the questions that fill a grid, and decides where view and cursor stand when the answers come. */
export class Feed {
  source: GridSource | null = null;
  #parts: Parts;
  #columns: readonly string[] = [];
  /** Counts questions: what belongs to an earlier one is dropped. */
  #question = 0;
  /** Due once the rows of the question are here, also where it was asked again in the meantime. */
  #shown: (() => void) | undefined;
  #goal: Spot | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #refreshed = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Shows the answer to another question, from its first row on; `shown` runs once it is here. */
  ask(source: GridSource, shown?: () => void): void {
    this.#shown = shown;
    this.#begin(source);
    this.#fromTheTop(source);
  }

  /** Shows the same records in another order, from its first row on; the cursor stays on its record. */
  async reorder(source: GridSource): Promise<void> {
    const { rows, cursor } = this.#parts;
    const key = cursor.row < 0 ? undefined : rows.rowAt(cursor.row)?.key;
    const mine = this.#begin(source);
    const moving = key === undefined ? null : source.position(key).catch(() => null);
    const shown = new Promise<void>((resolve) => this.#fromTheTop(source, resolve));
    const [at] = await Promise.all([moving, shown]);
    if (at !== null && mine === this.#question) cursor.row = at;
  }

  /** The records behind the question changed: shows them again, soon, keeping the place. */
  refresh(): void {
    if (this.#timer !== undefined || !this.source) return;
    const wait = Math.max(0, this.#refreshed + PACE_MS - Date.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#refreshed = Date.now();
      void this.#again();
    }, wait);
  }

  /** Other columns came into sight, which have no cells yet. */
  columnsChanged(): void {
    if (this.#parts.columns().some((name) => !this.#columns.includes(name))) void this.#again();
  }

  /** Rows below headings were put away or shown: the place is kept. */
  refold(source: GridSource): void {
    this.source = source;
    void this.#again(false);
  }

  /** The engine was replaced: what was asked of the old one will not be answered. */
  restart(source: GridSource): void {
    this.#parts.rows.forget();
    this.source = source;
    this.refresh();
  }

  /** Goes to a spot as soon as the rows of the latest question are in. */
  goOnceAnswered(spot: Spot): void {
    const { rows } = this.#parts;
    this.#goal = spot;
    if (!rows.settling && rows.total !== null) this.#goToGoal();
  }

  #goToGoal(): void {
    const { rows, view, cursor } = this.#parts;
    if (!this.#goal) return;
    const { row, top } = this.#goal;
    this.#goal = null;
    cursor.row = Math.min(row, (rows.total ?? 0) - 1);
    if (top === undefined) view.reveal(Math.max(0, cursor.row));
    else view.top = top;
  }

  /** The grid is going away. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #begin(source: GridSource): number {
    this.source = source;
    this.stop();
    this.#question += 1;
    return this.#question;
  }

  #fromTheTop(source: GridSource, shown?: () => void): void {
    const { view, cursor } = this.#parts;
    this.#ask(source, 0, false, {
      after: () => {
        view.top = 0;
        cursor.row = Math.min(cursor.row, 0);
        shown?.();
      },
    });
  }

  #ask(source: GridSource, first: number, keep: boolean, answered: Answered): void {
    const { rows, columns } = this.#parts;
    this.#columns = columns();
    const after = (): void => {
      answered.after();
      const shown = this.#shown;
      this.#shown = undefined;
      shown?.();
      this.#goToGoal();
    };
    rows.ask({ source, columns: this.#columns, first, keep }, { ...answered, after });
  }

  /** Asks the same question again; what is in view and under the cursor stays there, wherever it has moved to. */
  async #again(keep = true): Promise<void> {
    const { rows, view, cursor } = this.#parts;
    const { source } = this;
    if (!source) return;
    const mine = this.#begin(source);
    const { first } = view.seen;
    const [viewShift, cursorShift] = await Promise.all([
      first === 0 ? 0 : this.#shift(source, first),
      cursor.row <= 0 ? 0 : this.#shift(source, cursor.row),
    ]);
    if (mine !== this.#question) return;
    let key: string | undefined;
    this.#ask(source, Math.max(0, first + viewShift), keep, {
      before: () => (key = cursor.row > 0 ? rows.rowAt(cursor.row)?.key : undefined),
      after: () => {
        const last = (rows.total ?? 0) - 1;
        view.top = Math.max(0, view.top + viewShift * ROW_HEIGHT);
        // At once where it can be: a key pressed meanwhile would mean whatever record the cursor stood on.
        const here = key === undefined ? undefined : rows.indexOf(key);
        if (here !== undefined) cursor.row = here;
        else if (cursor.row > 0) cursor.row = Math.max(0, Math.min(cursor.row + cursorShift, last));
        if (key !== undefined) void this.#standOn(key, source);
      },
    });
  }

  /**
   * Between the answer for the place and that for the rows the records may have changed once more, the cursor may have
   * been moved, or an earlier answer may have come.
   */
  async #standOn(key: string, source: GridSource): Promise<void> {
    const { rows, cursor } = this.#parts;
    const { row } = cursor;
    if (rows.rowAt(row)?.key === key) return;
    const at = await source.position(key).catch(() => null);
    if (at !== null && cursor.row === row && source === this.source) cursor.row = at;
  }

  /** How far the record at an index has moved; 0 when it cannot be told. */
  async #shift(source: GridSource, index: number): Promise<number> {
    const key = this.#parts.rows.rowAt(index)?.key;
    if (key === undefined) return 0;
    const at = await source.position(key).catch(() => null);
    return at === null ? 0 : at - index;
  }
}
