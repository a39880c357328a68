import Big from 'big.js';

/** What a column of a written table holds; where the format knows types, its cells have them. */
export type CellType = 'text' | 'id' | 'number' | 'money' | 'percent' | 'date' | 'moment';

export interface TableColumn {
  readonly heading: string;
  readonly type: CellType;
  /** In pixels of a grid; some formats keep it. */
  readonly width?: number;
}

/** A cell by its column's type: dates as 2026-11-21, moments as ISO texts; numbers as texts where digits count. */
export type WrittenCell = string | number | null;
export type WrittenRow = readonly WrittenCell[];

/** A table on its way to a file: some rows at a time, so that any number of them takes the memory of a few. */
export interface WrittenTable {
  /** Of the sheet, where there are sheets. */
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly rows: AsyncIterable<readonly WrittenRow[]> | Iterable<readonly WrittenRow[]>;
}

/** What became of a table. */
export interface TableCount {
  rows: number;
  /** Texts longer than a cell may be, of which the beginning was written. */
  cut: number;
}

const EXPONENT = /^-?\d+(?:\.\d+)?[eE][+-]?\d+$/;

/** A number as people write it: without an exponent, every digit in its place. What is no number stays as it is. */
export const plainNumber = (value: string | number): string => {
  const text = String(value).trim();
  return EXPONENT.test(text) ? new Big(text).toFixed() : text;
};
