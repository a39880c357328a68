import type { Cursor } from './cursor.svelte';
import type { GridSource } from './types';
import type { Viewport } from './viewport.svelte';
import type { LoadCallbacks, RowQuery, RowWindow } from './window.svelte';

/** Minimum time between two reloads while a refresh changes the rows. */
const THROTTLE_MS = 400;

/** A position in a list: the cursor's row, and the pixels above the view; without `top`, the row is scrolled into view. */
export interface ListPosition {
  readonly row: number;
  readonly top?: number;
}

interface Deps {
  readonly rows: RowWindow;
  readonly view: Viewport;
  readonly cursor: Cursor;
  /** Returns the names of the columns whose cells are loaded: the visible ones, and those needed besides. */
  readonly columns: () => readonly string[];
  /** Called when the cursor may be on another record after a reload. */
  readonly onReloaded: () => void;
}

interface TopRequest {
  /** False if the same records are expected in another order. */
  readonly hasOtherRecords: boolean;
  readonly onShown?: () => void;
}

/** Sends a grid's queries and sets view and cursor when the responses arrive. */
export class GridLoader {
  source: GridSource | null = null;
  #deps: Deps;
  #columns: readonly string[] = [];
  /** Query counter; responses to earlier queries are dropped. */
  #requestId = 0;
  /** Called when the query's rows are loaded, even if the query was repeated in between. */
  #onShown: (() => void) | undefined;
  /** The query from its first row that waits for rows, so that its repetition starts there too. */
  #topRequest: TopRequest | null = null;
  #pendingPosition: ListPosition | null = null;
  #onPlaced: (() => void) | undefined;
  /** True until `reorder` has returned the cursor to its record. */
  #isReordering = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #refreshedAt = 0;
  /** The reload that waits for positions. */
  #locatingRequest: number | null = null;
  /** True if records changed during that reload, which is then repeated. */
  #isOutdated = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Loads another query from its first row; `onShown` is called when it is loaded. */
  load(source: GridSource, onShown?: () => void): void {
    this.#onShown = onShown;
    this.#pendingPosition = null; // of the query before
    this.#startRequest(source);
    this.#sendFromTop(source, { hasOtherRecords: true });
  }

  /** Loads the same records in another order from the first row; the cursor stays on its record. */
  async reorder(source: GridSource): Promise<void> {
    const { rows, cursor } = this.#deps;
    const key = cursor.row < 0 ? undefined : rows.rowAt(cursor.row)?.key;
    const request = this.#startRequest(source);
    this.#isReordering = true;
    this.#pendingPosition = null; // of the order before
    // If another query's rows have not arrived, those on screen are of the query before it.
    const hasOtherRecords = this.#topRequest?.hasOtherRecords ?? false;
    const newPosition = key === undefined ? null : source.position(key).catch(() => null);
    const rowsShown = new Promise<void>((resolve) =>
      this.#sendFromTop(source, { hasOtherRecords, onShown: resolve }),
    );
    const [newIndex] = await Promise.all([newPosition, rowsShown]);
    if (request !== this.#requestId) return;
    this.#isReordering = false;
    if (newIndex !== null) cursor.row = newIndex;
    this.#deps.onReloaded();
    this.#finishPlacing();
  }

  /** Reloads changed records after a delay, keeping the position. */
  refresh(): void {
    if (this.#timer !== undefined || !this.source) return;
    if (this.#locatingRequest === this.#requestId) {
      this.#isOutdated = true; // restarted for each change, a slow reload would never end
      return;
    }
    const delay = Math.max(0, this.#refreshedAt + THROTTLE_MS - Date.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#refreshedAt = Date.now();
      void this.#reload();
    }, delay);
  }

  /** Reloads the rows if further columns are needed. */
  columnsChanged(): void {
    if (this.#deps.columns().some((name) => !this.#columns.includes(name))) void this.#reload();
  }

  /** Updates collapsed groups, keeping the position. */
  updateGroups(source: GridSource): void {
    this.source = source;
    void this.#reload({ keepsRows: false });
  }

  /** Called when the engine was replaced: pending queries will get no response. */
  restart(source: GridSource): void {
    this.#deps.rows.forget();
    this.#startRequest(source); // a reload that waits for positions would not end
    this.refresh();
  }

  /** Moves to a position once the latest query is loaded. */
  goWhenLoaded(position: ListPosition): void {
    this.#pendingPosition = position;
    if (this.#isPlaced) this.#goToPendingPosition();
  }

  /** Calls back once the latest query is loaded and the cursor is at its pending position, if any. */
  whenPlaced(callback: () => void): void {
    this.#onPlaced = callback;
    if (this.#isPlaced) this.#finishPlacing();
  }

  get #isPlaced(): boolean {
    const { rows } = this.#deps;
    return !rows.isAwaitingRows && rows.total !== null && !this.#isReordering;
  }

  #finishPlacing(): void {
    this.#goToPendingPosition();
    const onPlaced = this.#onPlaced;
    this.#onPlaced = undefined;
    onPlaced?.();
  }

  #goToPendingPosition(): void {
    const { rows, view, cursor } = this.#deps;
    if (!this.#pendingPosition) return;
    const { row, top } = this.#pendingPosition;
    this.#pendingPosition = null;
    // At the first row of an empty list too: rows may arrive later.
    cursor.row = Math.min(row, Math.max(0, (rows.total ?? 0) - 1));
    if (top === undefined) view.reveal(Math.max(0, cursor.row));
    else view.top = top;
    this.#deps.onReloaded();
  }

  /** Cancels the scheduled reload; called when the grid is removed. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #startRequest(source: GridSource): number {
    this.source = source;
    this.stop();
    this.#isOutdated = false;
    this.#requestId += 1;
    this.#isReordering = false;
    return this.#requestId;
  }

  #sendFromTop(source: GridSource, request: TopRequest): void {
    const { view, cursor } = this.#deps;
    const { hasOtherRecords, onShown } = request;
    this.#topRequest = request;
    this.#send(
      { source, first: 0, keepsRows: false, hasOtherRecords },
      {
        afterReplace: () => {
          this.#topRequest = null;
          view.top = 0;
          cursor.row = Math.min(cursor.row, 0); // the first row, or still the headings (-1)
          onShown?.();
        },
      },
    );
  }

  #send(query: Omit<RowQuery, 'columns'>, callbacks: LoadCallbacks): void {
    const { rows, columns } = this.#deps;
    this.#columns = columns();
    const afterReplace = (): void => {
      callbacks.afterReplace();
      const onShown = this.#onShown;
      this.#onShown = undefined;
      onShown?.();
      if (!this.#isReordering) this.#finishPlacing();
    };
    rows.load({ ...query, columns: this.#columns }, { ...callbacks, afterReplace });
  }

  /**
   * Repeats the query; the visible rows and the cursor stay on their records, but at the first row they stay there.
   * A query whose rows have not arrived starts from its first row again.
   */
  async #reload({ keepsRows } = { keepsRows: true }): Promise<void> {
    const { rows, view, cursor } = this.#deps;
    const { source } = this;
    if (!source) return;
    if (this.#topRequest) {
      this.stop();
      this.#sendFromTop(source, this.#topRequest);
      return;
    }
    const request = this.#startRequest(source);
    this.#locatingRequest = request;
    const { first } = view.visible;
    const [viewShift, cursorShift] = await Promise.all([
      first === 0 ? 0 : this.#shift(source, first),
      cursor.row <= 0 ? 0 : this.#shift(source, cursor.row),
    ]);
    if (request !== this.#requestId) return;
    this.#locatingRequest = null;
    let key: string | undefined;
    this.#send(
      { source, first: Math.max(0, first + viewShift), keepsRows },
      {
        beforeReplace: () => (key = cursor.row > 0 ? rows.rowAt(cursor.row)?.key : undefined),
        afterReplace: () => {
          const last = (rows.total ?? 0) - 1;
          view.top = Math.max(0, view.top + viewShift * view.rowHeight);
          // As early as possible, because a key press in between applies to the cursor's record.
          const row = key === undefined ? undefined : rows.indexOf(key);
          if (row !== undefined) cursor.row = row;
          else if (cursor.row > 0) cursor.row = Math.max(0, Math.min(cursor.row + cursorShift, last));
          this.#deps.onReloaded();
          if (key !== undefined) void this.#moveCursorTo(key, source);
          if (this.#isOutdated) this.refresh();
        },
      },
    );
  }

  /**
   * Moves the cursor to its record if the reload did not: between the responses for position and rows, the records
   * may have changed again, the cursor may have moved, or an earlier response may have arrived.
   */
  async #moveCursorTo(key: string, source: GridSource): Promise<void> {
    const { rows, cursor } = this.#deps;
    const { row } = cursor;
    if (rows.rowAt(row)?.key === key) return;
    const newIndex = await source.position(key).catch(() => null);
    if (newIndex !== null && cursor.row === row && source === this.source) cursor.row = newIndex;
  }

  /** Returns how far the record at an index has moved; 0 if unknown. */
  async #shift(source: GridSource, index: number): Promise<number> {
    const key = this.#deps.rows.rowAt(index)?.key;
    if (key === undefined) return 0;
    const newIndex = await source.position(key).catch(() => null);
    return newIndex === null ? 0 : newIndex - index;
  }
}
