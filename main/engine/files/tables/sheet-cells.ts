import { DAY_MS, isPossibleDay } from '#contract/dates';
import { isFormula } from '#contract/spreadsheet-cells';
import { memoize } from '#common/memoize';
import { escapeXml, STYLE } from './workbook-parts';
import {
  plainNumber,
  type OutputCellType,
  type OutputColumn,
  type TableCount,
  type OutputRow,
} from './output-table';

/** Excel's maximum cell length; it treats a file with a longer text as damaged. */
export const MAX_SHEET_CELL_LENGTH = 32_767;
const CUT = ' […]';
/** Excel's number of 1970-01-01; it counts days from 1900. */
const EPOCH = 25_569;
/** 1900-03-01: Excel treats 1900 as a leap year, so programs disagree on earlier days. */
const FIRST_DAY = 61;
/** Precision of a day's fraction: less than a tenth of a millisecond. */
const DAY_PRECISION = 1e9;

/** Converts a value to an Excel number; null if it must be written as text to keep its digits or meaning. */
const NUMBER_OF: Readonly<
  Record<Exclude<OutputCellType, 'text'>, (value: string | number) => string | null>
> = {
  id: (value) => (/^(?:0|-?[1-9]\d{0,14})$/.test(String(value)) ? String(value) : null),
  number: decimal,
  money: decimal,
  percent: decimal,
  date: (value) => serialNumberOf(String(value), /^(\d{4}-\d{2}-\d{2})$/),
  dateTime: (value) =>
    serialNumberOf(
      String(value),
      /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?$/,
    ),
};

/** Excel keeps 15 significant digits. */
function decimal(value: string | number): string | null {
  const text = plainNumber(value);
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return null;
  const digits = text.replace(/^-?0*\.?0*|\./g, '').replace(/^0+/, '').length;
  return digits <= 15 ? text : null;
}

function serialNumberOf(text: string, pattern: RegExp): string | null {
  const [whole, day, time, zone] = pattern.exec(text.trim()) ?? [];
  if (whole === undefined || day === undefined || !isPossibleDay(day)) return null;
  // Times from the service are in UTC unless they have an offset.
  const timestamp = Date.parse(time === undefined ? `${day}T00:00:00Z` : `${day}T${time}${zone ?? 'Z'}`);
  const days = timestamp / DAY_MS + EPOCH;
  if (!(days >= FIRST_DAY)) return null;
  // Rounded up slightly: programs that truncate milliseconds would otherwise be one short.
  return String(Math.ceil(days * DAY_PRECISION) / DAY_PRECISION);
}

/** White space that XML readers may drop. Marking every text would cost a quarter of a sheet's time. */
const SPACE = /^\s|\s$|[\t\n\r]| {2}/;

/** Maximum number of memoized days: forty years. */
const MAX_MEMOIZED_DAYS = 15_000;

/** Returns a function that formats a row's cells as XML. Counts truncated texts. */
export function sheetCells(columns: readonly OutputColumn[], letters: readonly string[], count: TableCount) {
  const starts = letters.map((letter) => `<c r="${letter}`);
  const writers = columns.map(({ type }) => cellsOf(type, count));
  return (row: OutputRow, number: number): string => {
    const afterLetter = `${number}" s="`;
    let xml = '';
    for (let column = 0; column < writers.length; column += 1) {
      const value = row[column];
      if (value === null || value === undefined || value === '') continue;
      xml += `${starts[column] ?? ''}${afterLetter}${writers[column]?.(value) ?? ''}`;
    }
    return xml;
  };
}

/** Returns a function that formats a column's cell, from its style on. */
function cellsOf(type: OutputCellType, count: TableCount): (value: string | number) => string {
  const textCell = (value: string | number): string => {
    const text = truncated(String(value), count);
    const style = isFormula(text) ? STYLE.quoted : STYLE.text;
    const openingTag = SPACE.test(text) ? '<t xml:space="preserve">' : '<t>';
    return `${style}" t="inlineStr"><is>${openingTag}${escapeXml(text)}</t></is></c>`;
  };
  if (type === 'text') return memoize(textCell);
  const numberOf = NUMBER_OF[type];
  const cell = (value: string | number): string => {
    const serialNumber = numberOf(value);
    return serialNumber === null ? textCell(value) : `${STYLE[type]}"><v>${serialNumber}</v></c>`;
  };
  return memoize(cell, type === 'date' ? MAX_MEMOIZED_DAYS : undefined);
}

function truncated(text: string, count: TableCount): string {
  if (text.length <= MAX_SHEET_CELL_LENGTH) return text;
  count.cut += 1;
  return text.slice(0, MAX_SHEET_CELL_LENGTH - CUT.length) + CUT;
}
