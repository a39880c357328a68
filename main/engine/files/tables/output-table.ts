import Big from 'big.js';

/** Type of an exported column; cells are typed where the format has types. */
export type OutputCellType = 'text' | 'id' | 'number' | 'money' | 'percent' | 'date' | 'dateTime';

export interface OutputColumn {
  readonly heading: string;
  readonly type: OutputCellType;
  /** Width in grid pixels; some formats use it. */
  readonly width?: number;
}

/** A cell by column type: dates as 2026-11-21, times as ISO text, numbers as text if their digits matter. */
export type OutputCell = string | number | null;
export type OutputRow = readonly OutputCell[];

/** A table to export, a few rows at a time, so that memory use does not depend on its size. */
export interface OutputTable {
  /** Sheet name, where the format has sheets. */
  readonly name: string;
  readonly columns: readonly OutputColumn[];
  readonly rows: AsyncIterable<readonly OutputRow[]> | Iterable<readonly OutputRow[]>;
}

/** Counts of an exported table. */
export interface TableCount {
  rows: number;
  /** Number of texts cut at the maximum cell length. */
  cut: number;
}

const EXPONENT = /^-?\d+(?:\.\d+)?[eE][+-]?\d+$/;

/** Returns a number without an exponent, with all digits. Other text is only trimmed. */
export const plainNumber = (value: string | number): string => {
  const text = String(value).trim();
  return EXPONENT.test(text) ? new Big(text).toFixed() : text;
};
