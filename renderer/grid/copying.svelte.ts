import { singleRowTable, clipboardCell } from '#contract/spreadsheet-cells';
import type { Cell, CopyFormat } from '#contract/query';
import { count, countOf } from '../ui/format';
import type { GridGroups, GroupedGrid } from './groups.svelte';
import type { CellRange, RangeBox } from './range.svelte';
import type { GridSelection } from './selection.svelte';
import type { CopyWatch, GridColumn, GridRow, GridSource } from './types';

interface CopiedGrid extends GroupedGrid {
  readonly groups: GridGroups;
  readonly range: CellRange;
  readonly selection: GridSelection;
  readonly selectedCount: number;
  readonly active: GridRow | undefined;
  /** The last action as text. */
  statusText: string;
}

interface Deps {
  readonly source: () => GridSource | null;
  /** Returns true if the selection is from a single plain click. */
  readonly isClicked: () => boolean;
  readonly fail: (error: unknown) => void;
}

/** Returns a cell for the clipboard: a number as a spreadsheet reads it, or text that is safe from formulas. */
export function copiedText(column: GridColumn, cell: Cell, row?: GridRow['cells']): string {
  if (cell === null || cell === '') return '';
  return column.clipboardText?.(cell, row) ?? clipboardCell(column.text(cell, row));
}

/** The running copy of any grid: a newer copy on another screen cancels it too. */
let runningCopy: AbortController | null = null;

/** Copies a cell, a range of cells, or rows. Rows and larger ranges are copied by the source. */
export class Copying {
  /** Progress of a longer copy; null if none is running. */
  progress = $state.raw<{ readonly rows: number; readonly total: number } | null>(null);
  #running: AbortController | null = null;
  readonly #grid: CopiedGrid;
  readonly #deps: Deps;

  constructor(grid: CopiedGrid, deps: Deps) {
    this.#grid = grid;
    this.#deps = deps;
  }

  /** The active cell as it is copied; null if there is none. */
  get cell(): string | null {
    const { arrangement, cursor, active, groups } = this.#grid;
    if (groups.active) return clipboardCell(groups.text(groups.active));
    const place = arrangement.placed[cursor.column - 1];
    const cell = place && active?.cells[place.column.name];
    if (!place || cell === undefined) return null;
    return copiedText(place.column, cell, active?.cells);
  }

  /** A function that returns true if a column of the range, or the active cell's column, holds text. */
  get #isTextColumn(): (index: number) => boolean {
    const { arrangement, cursor, groups, range } = this.#grid;
    if (groups.active) return () => true;
    const first = (range.box?.left ?? cursor.column) - 1;
    return (index) => arrangement.placed[first + index]?.column.numeric !== true;
  }

  /** True if copying applies to the active cell: a row selected by a plain click is not copied as a whole. */
  get #copiesCell(): boolean {
    return this.#grid.selectedCount === 0 || this.#deps.isClicked();
  }

  /** The formatted cells of a range within one row; null for more rows, or if the row is not loaded. */
  get cells(): readonly string[] | null {
    const { range, rows, arrangement } = this.#grid;
    const { box } = range;
    const row = box && box.first === box.last ? rows.rowAt(box.first) : undefined;
    if (!box || !row) return null;
    return arrangement.placed
      .slice(box.left - 1, box.right)
      .map(({ column }) => copiedText(column, row.cells[column.name] ?? null, row.cells));
  }

  /** Copies to the clipboard of a copy event, or asynchronously for longer copies. */
  copyTo(clipboard: DataTransfer | null): void {
    if (this.#grid.range.box) {
      const texts = this.cells;
      if (texts === null) void this.copyRange();
      else {
        clipboard?.setData('text/plain', texts.join('\t'));
        clipboard?.setData('text/html', singleRowTable(texts, this.#isTextColumn));
        this.#replaceRunning(null);
        this.#reportCopiedCells(texts.length);
      }
      return;
    }
    const cell = this.#copiesCell ? this.cell : null;
    if (cell === null) void this.copyRows();
    else {
      clipboard?.setData('text/plain', cell);
      clipboard?.setData('text/html', singleRowTable([cell], this.#isTextColumn));
      this.reportCopiedCell(cell);
    }
  }

  /** Copies the formatted cells of the range. */
  async copyRange(): Promise<void> {
    const { box } = this.#grid.range;
    const source = this.#deps.source();
    if (!box || !source) return;
    const names = this.#grid.arrangement.names.slice(box.left - 1, box.right);
    const length = box.last - box.first + 1;
    const keys = this.#loadedKeys(box);
    await this.#copyAll(
      length,
      async (watch) =>
        source.copyRange
          ? source.copyRange({ offset: box.first, limit: length, ...(keys ? { keys } : {}) }, names, watch)
          : source.copy(
              { kind: 'keys', keys: [...(keys ?? (await source.keys(box.first, length)))] },
              names,
              'shown',
              watch,
            ),
      (rows) => this.#reportCopiedCells(rows * names.length),
    );
  }

  /** The keys of a range's records; null if some of its rows are not loaded. */
  #loadedKeys({ first, last }: RangeBox): readonly string[] | null {
    const keys: string[] = [];
    for (let index = first; index <= last; index += 1) {
      const row = this.#grid.rows.rowAt(index);
      if (!row) return null;
      if (!row.group) keys.push(row.key);
    }
    return keys;
  }

  /** Copies the selected rows, or the active one, with the visible columns. */
  async copyRows(format: CopyFormat = 'shown'): Promise<void> {
    const grid = this.#grid;
    const source = this.#deps.source();
    const key = grid.active?.key;
    const selection =
      grid.selectedCount > 0 ? grid.selection.value : key ? { kind: 'keys' as const, keys: [key] } : null;
    if (!selection || !source) return;
    const length = Math.max(1, grid.selectedCount);
    await this.#copyAll(
      length,
      (watch) => source.copy(selection, grid.arrangement.names, format, watch),
      (rows) => {
        const copiedCount = rows < length ? `${count(rows)} of ${count(length)}` : count(rows);
        grid.statusText = `Copied ${copiedCount} ${length === 1 ? 'row' : 'rows'}`;
      },
    );
  }

  /** Announces that a cell was copied at once, and cancels a copy that would replace it on the clipboard. */
  reportCopiedCell(text: string): void {
    this.#replaceRunning(null);
    this.#grid.statusText = text === '' ? 'The cell is blank' : `Copied “${text}”`;
  }

  #reportCopiedCells(cells: number): void {
    this.#grid.statusText = `Copied ${countOf(cells, 'cell', 'cells')}`;
  }

  /** Cancels the running copy. */
  cancel(): void {
    this.#running?.abort();
  }

  /** Cancels the running copy in favor of a newer one; null for a copy that is already done. */
  #replaceRunning(controller: AbortController | null): void {
    runningCopy?.abort();
    runningCopy = controller;
    this.#running = controller;
    this.progress = null;
  }

  /** Shows progress and result of a copy, since many rows take a while. One copy at a time. */
  async #copyAll(
    length: number,
    copy: (watch: CopyWatch) => Promise<number>,
    announce: (rows: number) => void,
  ): Promise<void> {
    const controller = new AbortController();
    this.#replaceRunning(controller);
    this.#grid.statusText = `Copying ${countOf(length, 'row', 'rows')}…`;
    const onProgress = (rows: number, total: number) => {
      if (this.#running === controller) this.progress = { rows, total };
    };
    try {
      const rows = await copy({ onProgress, signal: controller.signal });
      if (this.#running !== controller) return;
      if (rows === 0 && controller.signal.aborted) this.#grid.statusText = 'Copy canceled';
      else announce(rows);
    } catch (error) {
      if (this.#running === controller) this.#deps.fail(error);
    } finally {
      if (this.#running === controller) {
        this.#running = null;
        this.progress = null;
      }
    }
  }
}
