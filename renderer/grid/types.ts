import type { Tone } from '../kit/tone';
import type { Cell, CopyForm, RowGroup, Selection } from '../../preload/contract/query';

/** Row height in pixels; the same number as --row-height of the theme. */
export const ROW_HEIGHT = 28;
export const HEADER_HEIGHT = 32;
/** Width in pixels of the leading column that holds the selection marks. */
export const MARK_WIDTH = 36;

/** One column that a grid can show. Knows how to put its cells in words, and nothing of where they come from. */
export interface GridColumn {
  readonly name: string;
  readonly label: string;
  /** Width in pixels until the person chooses another. */
  readonly width: number;
  readonly shown: boolean;
  readonly numeric: boolean;
  /** Its numbers are added up in the headings of groups. */
  readonly summed?: boolean;
  /** A number, a date or a time: never shown in part, and no wider than it needs to be. */
  readonly exact?: boolean;
  /** Offers "Filter by this column…" in the column's menu. */
  readonly filterable: boolean;
  /** It holds IDs, which are texts of digits: sorted by size. */
  readonly isId?: true;
  readonly help?: string | undefined;
  /** A search looks into it: what it finds there is marked. */
  readonly searched?: boolean;
  /** Says whether the source can sort by it; it can unless it says no. */
  readonly sortable?: false;
  /** `row` has the cells of the columns in sight. */
  readonly text: (cell: Cell, row?: GridRow['cells']) => string;
  /** Other columns that its words depend on: their cells are asked for too. */
  readonly beside?: readonly string[];
  /** The color of an exception; the word stands beside it. */
  readonly tone?: (cell: Cell) => Tone | undefined;
}

/** A row as the grid holds it: cells by column name, so that columns can move without a new question. */
export interface GridRow {
  readonly key: string;
  /** The record did not fit its description and is shown as it came. */
  readonly drifted: boolean;
  readonly cells: Readonly<Record<string, Cell>>;
  /** It is no record but the heading of a group; its cells are sums. */
  readonly group?: RowGroup | undefined;
}

export interface GridSortStep {
  readonly field: string;
  readonly descending: boolean;
}
/** By a column, and then by others where rows are equal in it. */
export interface GridSort extends GridSortStep {
  readonly next?: GridSortStep[] | undefined;
}

/** A row as it comes, with cells in the order of the columns asked for. */
export interface SourceRow {
  readonly key: string;
  readonly drifted: boolean;
  readonly cells: readonly Cell[];
  readonly group?: RowGroup | undefined;
}

/**
 * Where rows come from: one question (which records, in which order), asked in stretches. Headings of groups are rows;
 * `matching` tells how many records there are where that is another number than `total`.
 */
export interface GridSource {
  window(
    columns: readonly string[],
    offset: number,
    limit: number,
  ): Promise<{ rows: readonly SourceRow[]; total: number; matching?: number | undefined }>;
  /** Keys of the records in a stretch; at most 20,000. */
  keys(offset: number, limit: number): Promise<readonly string[]>;
  /** Where a record stands in this order, or null when it does not match. */
  position(key: string): Promise<number | null>;
  /** It can copy rows as the service sends them, too. */
  readonly hasRaw?: true;
  /** Puts rows on the clipboard; answers how many. Rows that are in words alone have no other form. */
  copy(selection: Selection, columns: readonly string[], form: CopyForm, watch?: CopyWatch): Promise<number>;
  /** Puts the cells of a stretch of rows on the clipboard, without headings; answers how many rows. */
  readonly copyStretch?: (
    offset: number,
    limit: number,
    columns: readonly string[],
    watch?: CopyWatch,
  ) => Promise<number>;
}

/** Who waits for a copy of many rows: hears how far it has come, and can give it up. */
export interface CopyWatch {
  readonly tell: (rows: number, total: number) => void;
  readonly signal: AbortSignal;
}
