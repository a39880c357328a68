import { count } from '../ui/format';
import { joinedKeys } from '../ui/keys';
import { MAX_KEYS } from './row-selection';
import type { GridSelection } from './selection.svelte';
import type { GridSource } from './types';
import type { RowWindow } from './window.svelte';

const tooManyMessage = (): string =>
  `You can select up to ${count(MAX_KEYS)} individual rows. Press ${joinedKeys('Ctrl+A')} to select all that match, or filter the list first.`;

interface Deps {
  readonly rows: RowWindow;
  readonly selection: GridSelection;
  readonly source: () => GridSource | null;
  /** Reports why something could not be selected. */
  readonly announce: (message: string) => void;
  readonly fail: (error: unknown) => void;
}

/** The start of a range: the last selected row. */
interface RangeStart {
  readonly row: number;
  /** Undefined if it was not loaded. */
  readonly key: string | undefined;
  /** True if a reload may have moved it to another row, which is not loaded. */
  readonly isOutdated?: true;
}

/** The part of the selection that a new range keeps: nothing, rows checked one by one before it, or all. */
type KeptSelection = 'nothing' | 'checked' | 'all';

/** Selecting rows: single ones, ranges, or all. Ranges may include rows that are not loaded. */
export class RowPicker {
  #deps: Deps;
  #start: RangeStart | null = null;
  #latestRequest = 0;
  /** True if single rows were checked since the selection was last replaced. */
  #hasCheckedRows = false;
  /** Keys of the checked rows that every range from the current start keeps; null until its first one. */
  #checkedBefore: readonly string[] | null = null;
  /** Key of a row selected by a single plain click, which may have meant its cell. */
  #clicked: string | null = null;
  /** The request of a clicked row that was not loaded; null if the cursor has left it. */
  #clickRequest: number | null = null;
  /** Number of times that the selection was replaced or cleared. */
  #replacements = 0;
  /** Ends when the rows that are being added have been; rows checked before that are checked after it. */
  #adding: Promise<void> | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Selects a clicked row instead of all others; one that is not loaded is selected when its key is known. */
  selectOnly(row: number): void {
    const { rows, selection, fail } = this.#deps;
    const gridRow = rows.rowAt(row);
    if (gridRow?.group) return;
    this.#begin(row);
    this.#replacements += 1;
    this.#hasCheckedRows = false;
    if (gridRow) {
      this.#selectClicked(gridRow.key);
      return;
    }
    selection.clear();
    const request = this.#latestRequest;
    this.#clickRequest = request;
    const isCurrent = () => request === this.#latestRequest && request === this.#clickRequest;
    this.#keys(row, 1).then(
      ([key]) => {
        if (key === undefined || !isCurrent()) return;
        this.#start = { row, key };
        this.#selectClicked(key);
      },
      (error: unknown) => {
        if (isCurrent()) fail(error);
      },
    );
  }

  #selectClicked(key: string): void {
    this.#deps.selection.selectOnly(key);
    this.#clicked = key;
  }

  /** True if the selection is from a single plain click. */
  get isClicked(): boolean {
    const { value } = this.#deps.selection;
    return value.kind === 'keys' && value.keys.length === 1 && value.keys[0] === this.#clicked;
  }

  /** Clears a selection from a plain click: the cursor has left its row. Rows selected otherwise stay selected. */
  dropClick(): void {
    this.#clickRequest = null;
    if (this.isClicked) this.clear();
  }

  /** Checks or unchecks a row; after a jump of the cursor, the row may not be loaded. */
  toggle(row: number): void {
    const gridRow = this.#deps.rows.rowAt(row);
    if (gridRow?.group) return;
    this.#begin(row);
    if (gridRow && !this.#adding) {
      this.#toggleKeys([gridRow.key]);
      return;
    }
    // Not the latest request: several rows may be checked before the first of them is known.
    const replacements = this.#replacements;
    Promise.all([gridRow ? [gridRow.key] : this.#keys(row, 1), this.#adding]).then(
      ([keys]) => {
        if (replacements === this.#replacements) this.#toggleKeys(keys);
      },
      (error: unknown) => {
        if (replacements === this.#replacements) this.#deps.fail(error);
      },
    );
  }

  #toggleKeys(keys: readonly string[]): void {
    for (const key of keys) {
      this.#hasCheckedRows = true;
      if (!this.#deps.selection.toggle(key)) this.#deps.announce(tooManyMessage());
    }
  }

  /** Selects everything from the start of the range to a row; without a start yet, from `from`. */
  async extend(row: number, from: number, keep: KeptSelection = 'nothing'): Promise<void> {
    let start = (this.#start ??= this.#startAt(from));
    if (keep === 'nothing') this.#replacements += 1;
    this.#latestRequest += 1;
    const request = this.#latestRequest;
    const { selection, announce, fail } = this.#deps;
    const source = this.#deps.source();
    // The cursor has left a clicked row; it stays the start of the range.
    const unselectClicked = (): void => {
      if (this.isClicked) selection.clear();
    };
    try {
      if (keep !== 'nothing' && this.#adding) {
        await this.#adding;
        if (request !== this.#latestRequest) return;
      }
      if (start.isOutdated) {
        start = await this.#locate(start, from);
        // In another order, other rows are in between.
        if (request !== this.#latestRequest || source !== this.#deps.source()) return;
        this.#start = start;
      }
      const first = Math.min(start.row, row);
      const length = Math.abs(start.row - row) + 1;
      if (length > MAX_KEYS) {
        unselectClicked();
        announce(tooManyMessage());
        return;
      }
      const { value } = selection;
      this.#checkedBefore ??= this.#hasCheckedRows && value.kind === 'keys' ? value.keys : [];
      const keptKeys = keep === 'checked' ? this.#checkedBefore : [];
      const isAdded = keep === 'all' || (keep === 'checked' && this.#hasCheckedRows && value.kind === 'all');
      if (keep === 'nothing') this.#hasCheckedRows = false;
      const keys = await this.#keys(first, length);
      if (request !== this.#latestRequest) return;
      this.#clicked = null;
      if (!(isAdded ? selection.add(keys) : selection.replace([...keptKeys, ...keys])))
        announce(tooManyMessage());
    } catch (error) {
      if (request !== this.#latestRequest) return;
      unselectClicked();
      fail(error);
    }
  }

  /** Called after a reload, which may have moved rows: the next range still starts at its record. */
  onReloaded(): void {
    const start = this.#start;
    if (start?.key === undefined) {
      this.restart();
      return;
    }
    const row = this.#deps.rows.indexOf(start.key);
    this.#start = row === undefined ? { ...start, isOutdated: true } : { row, key: start.key };
  }

  /** Called when the cursor moves; the next range starts there. */
  restart(): void {
    this.#start = null;
    this.#checkedBefore = null;
  }

  selectAll(): void {
    this.#latestRequest += 1;
    this.#replacements += 1;
    [this.#hasCheckedRows, this.#checkedBefore] = [false, null];
    this.#deps.selection.selectAll();
  }

  /** Adds all rows to the selection one by one. */
  addAll(total: number): Promise<void> {
    this.#latestRequest += 1;
    [this.#clicked, this.#hasCheckedRows, this.#checkedBefore] = [null, true, null];
    const adding = this.#addRows(total).finally(() => {
      if (this.#adding === adding) this.#adding = null;
    });
    this.#adding = adding;
    return adding;
  }

  async #addRows(total: number): Promise<void> {
    const replacements = this.#replacements;
    const { selection, announce, fail } = this.#deps;
    try {
      const keys = await this.#keys(0, total);
      if (replacements === this.#replacements && !selection.add(keys)) announce(tooManyMessage());
    } catch (error) {
      if (replacements === this.#replacements) fail(error);
    }
  }

  clear(): void {
    this.#latestRequest += 1;
    this.#replacements += 1;
    this.#start = null;
    [this.#hasCheckedRows, this.#checkedBefore] = [false, null];
    this.#deps.selection.clear();
  }

  #begin(row: number): void {
    this.#clicked = null;
    this.#start = this.#startAt(row);
    this.#checkedBefore = null;
    this.#latestRequest += 1;
  }

  #startAt(row: number): RangeStart {
    const first = Math.max(0, row);
    return { row: first, key: this.#deps.rows.rowAt(first)?.key };
  }

  /** Returns where the record of an outdated start is now; if it has left the list, the range starts at `from`. */
  async #locate({ key }: RangeStart, from: number): Promise<RangeStart> {
    const row = key === undefined ? null : ((await this.#deps.source()?.position(key)) ?? null);
    return row === null ? this.#startAt(from) : { row, key };
  }

  /** Returns the keys of a range, from loaded rows if complete, else from the source. */
  async #keys(from: number, length: number): Promise<readonly string[]> {
    const keys: string[] = [];
    for (let row = from; row < from + length; row += 1) {
      const gridRow = this.#deps.rows.rowAt(row);
      if (gridRow === undefined) return (await this.#deps.source()?.keys(from, length)) ?? [];
      if (!gridRow.group) keys.push(gridRow.key);
    }
    return keys;
  }
}
