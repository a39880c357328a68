import Big from 'big.js';

/** Type of an exported column; cells are typed where the format has types. */
export type CellType = 'text' | 'id' | 'number' | 'money' | 'percent' | 'date' | 'moment';

export interface TableColumn {
  readonly heading: string;
  readonly type: CellType;
  /** Width in grid pixels; some formats use it. */
  readonly width?: number;
}

/** A cell by column type: dates as 2026-11-21, times as ISO text, numbers as text if their digits matter. */
export type WrittenCell = string | number | null;
export type WrittenRow = readonly WrittenCell[];

/** A table to export, a few rows at a time, so that memory use does not depend on its size. */
export interface WrittenTable {
  /** Sheet name, where the format has sheets. */
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly rows: AsyncIterable<readonly WrittenRow[]> | Iterable<readonly WrittenRow[]>;
}

/** Counts of an exported table. */
export interface TableCount {
  rows: number;
  /** Number of texts cut at the maximum cell length. */
  cut: number;
}

const EXPONENT = /^-?\d+(?:\.\d+)?[eE][+-]?\d+$/;

/** Returns a number without an exponent, with all digits. Other text stays as it is. */
export const plainNumber = (value: string | number): string => {
  const text = String(value).trim();
  return EXPONENT.test(text) ? new Big(text).toFixed() : text;
};
