import type { Tone } from '../ui/tone';
import type { Cell, CopyFormat, RowGroup, Selection } from '#contract/query';

/** Height in pixels of a row with one line; the same as --row-height in the theme. */
export const ROW_HEIGHT = 28;
/** Height in pixels of each further line of a row. */
const LINE_HEIGHT = 18;

/** Returns the height in pixels of a row with some number of lines. */
export const heightOfLines = (lines: number): number => ROW_HEIGHT + (lines - 1) * LINE_HEIGHT;
export const HEADER_HEIGHT = 32;
/** Width in pixels of the leading column with the selection checkboxes. */
export const CHECKBOX_COLUMN_WIDTH = 36;

/** A column of a grid. It formats its cells and is independent of their source. */
export interface GridColumn {
  readonly name: string;
  readonly label: string;
  /** Default width in pixels. */
  readonly width: number;
  readonly shown: boolean;
  readonly numeric: boolean;
  /** True if group headings show its sum. */
  readonly summed?: boolean;
  /** True for the column that the screen exists for: cut last, and the first to get spare width. */
  readonly primary?: boolean;
  /** True for columns that are compared with each other: the widest shrink until all are in view. */
  readonly compared?: boolean;
  /** True for a column after compared ones, which shrink further so that its start is in view, too. */
  readonly startsInView?: boolean;
  /**
   * Maximum number of lines of its texts, by default one. With more, texts wrap: all rows get the lines that the
   * longest visible text needs, and a text that is cut ends with an ellipsis and has a tooltip.
   */
  readonly maxLines?: number;
  /** Width in pixels from which its texts are cut to one line instead of wrapped, so that more rows are in view. */
  readonly wrapsBelow?: number;
  /** True for a column that is left out while the grid is too narrow for all; the last one first. */
  readonly extra?: boolean;
  /** True if the column, when the right edge cuts it, gives its width to truncated columns before it. */
  readonly yields?: boolean;
  /** True for a number, a date or a time: never cut, and no wider than needed. */
  readonly exact?: boolean;
  /** True if rows can be filtered and grouped by it. */
  readonly filterable: boolean;
  /** Set for IDs, which are texts of digits and sort by size. */
  readonly isId?: true;
  readonly help?: string | undefined;
  /** True if rows sorted by it are in the order of its texts, so that typed letters can jump there. */
  readonly sortsAsText?: boolean;
  /** True if it is searched, so that matches are highlighted. */
  readonly searched?: boolean;
  /** Set to false if the source cannot sort by it. */
  readonly sortable?: false;
  /** Returns false while the column cannot have values, so that it is not offered. */
  readonly isOffered?: () => boolean;
  /** Formats a cell; `row` has the cells of the visible columns. */
  readonly text: (cell: Cell, row?: GridRow['cells']) => string;
  /** Returns the value in full for the tooltip, if `text` shortens it: an exact amount, names with their IDs. */
  readonly exactText?: (cell: Cell) => string | undefined;
  /** Returns the cell for the clipboard; without it, the formatted text is copied. */
  readonly clipboardText?: (cell: Cell, row?: GridRow['cells']) => string;
  /** Other columns needed to format it, whose cells are loaded too. */
  readonly contextFields?: readonly string[];
  /** Returns the color of an exception; its text is shown with it. */
  readonly tone?: (cell: Cell) => Tone | undefined;
}

/** A row of the grid, with cells by column name, so that columns can move without a new query. */
export interface GridRow {
  readonly key: string;
  /** True if the record did not match its schema and is shown as received. */
  readonly isDrifted: boolean;
  readonly cells: Readonly<Record<string, Cell>>;
  /** Set for a group heading; its cells are sums. */
  readonly group?: RowGroup | undefined;
}

/** A cell edited in place: its new value, not sent yet, and the one that it replaces. */
export interface PendingCell {
  readonly text: string;
  readonly was: string;
}
/** Edited cells by record key and column. */
export type PendingCells = ReadonlyMap<string, ReadonlyMap<string, PendingCell>>;

export interface GridSortStep {
  readonly field: string;
  readonly descending: boolean;
}
/** A sort column, followed by further ones for equal rows. */
export interface GridSort extends GridSortStep {
  readonly next?: GridSortStep[] | undefined;
}

/** A row from the source, with cells in the order of the requested columns. */
export interface SourceRow {
  readonly key: string;
  readonly isDrifted: boolean;
  readonly cells: readonly Cell[];
  readonly group?: RowGroup | undefined;
}

/**
 * A source of rows for one query (records and order), read in ranges. Group headings are rows; `matching` is
 * the number of records if it differs from `total`.
 */
export interface GridSource {
  window(
    columns: readonly string[],
    offset: number,
    limit: number,
  ): Promise<{ rows: readonly SourceRow[]; total: number; matching?: number | undefined }>;
  /** Returns the keys of the records in a range; at most 20,000. */
  keys(offset: number, limit: number): Promise<readonly string[]>;
  /** Returns a record's position in this order, or null if it does not match. */
  position(key: string): Promise<number | null>;
  /** Set if it can also copy raw JSON. */
  readonly hasRaw?: true;
  /** Copies rows to the clipboard and returns their number. A source without `hasRaw` ignores `format`. */
  copy(
    selection: Selection,
    columns: readonly string[],
    format: CopyFormat,
    watch?: CopyWatch,
  ): Promise<number>;
  /** Copies a range's cells without column headings; returns the number of rows. Without it, `copy` is used. */
  readonly copyRange?: (range: CopiedRange, columns: readonly string[], watch?: CopyWatch) => Promise<number>;
}

/** A range of rows. `keys`: those of its records if all are loaded; the source may have other rows there by now. */
export interface CopiedRange {
  readonly offset: number;
  readonly limit: number;
  readonly keys?: readonly string[];
}

/** Receives the progress of a large copy and can cancel it. */
export interface CopyWatch {
  readonly onProgress: (rows: number, total: number) => void;
  readonly signal: AbortSignal;
}
