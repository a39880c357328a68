import Big from 'big.js';
import { DAY_MS } from '#contract/dates';
import { MAX_COLUMNS, MAX_ROWS, cellIndexOf } from './cell-index';
import type { NumberStyle } from './workbook-styles';
import { readXml, XmlTooLarge } from './workbook-xml';

/** Maximum number of cells from A1 to the last with a value; only a hostile file has more. */
const MAX_CELLS = 3_000_000;
/** Maximum number of characters in all cells; millions of cells may share one text. */
const MAX_CHARACTERS = 80_000_000;

/** What the cells of a sheet refer to. */
export interface WorkbookContext {
  readonly strings: readonly string[];
  readonly styles: readonly NumberStyle[];
  /** Days are counted from 1904, not from 1900. */
  readonly from1904: boolean;
}

export interface ReadSheet {
  /** All rows up to the last with a value, of the same length; an empty cell is an empty text. */
  readonly rows: string[][];
  /** Indexes of cells that hold a formula, ascending. */
  readonly formulas: number[];
  /** Indexes of cells, also empty ones, whose numbers are shown as percents, ascending. */
  readonly percents: number[];
}

/**
 * Reads the cells of a sheet. Fails with XmlTooLarge if it exceeds the limits, and with other errors if it is
 * damaged.
 */
export function readSheetPart(part: Uint8Array, context: WorkbookContext): ReadSheet {
  const reader = new SheetReader(context);
  readXml(part, reader);
  return reader.end();
}

interface CellState {
  readonly column: number;
  readonly type: string;
  readonly style: NumberStyle;
  value: string;
  inline: string;
}

class SheetReader {
  readonly #context: WorkbookContext;
  readonly #rows: string[][] = [];
  readonly #formulas: number[] = [];
  readonly #percents: number[] = [];
  #isInData = false;
  #row = 0;
  #column = 0;
  #cells: string[] = [];
  #cell: CellState | null = null;
  #textTarget: 'value' | 'inline' | null = null;
  #isPhonetic = false;
  /** Number of the last row, and of the last column, with a value. */
  #lastRow = 0;
  #lastColumn = 0;
  #characters = 0;

  constructor(context: WorkbookContext) {
    this.#context = context;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'sheetData') this.#isInData = true;
    if (!this.#isInData) return;
    if (name === 'row') this.#openRow(attributes['r']);
    else if (name === 'c') this.#openCell(attributes);
    else if (!this.#cell) return;
    else if (name === 'v') this.#textTarget = 'value';
    else if (name === 't' && !this.#isPhonetic) this.#textTarget = 'inline';
    else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'f') this.#mark(this.#formulas, this.#cell.column);
  }

  close(name: string): void {
    if (name === 'sheetData') this.#isInData = false;
    else if (name === 'row' && this.#isInData) this.#closeRow();
    else if (name === 'c' && this.#cell) this.#closeCell(this.#cell);
    else if (name === 'v' || name === 't') this.#textTarget = null;
    else if (name === 'rPh') this.#isPhonetic = false;
  }

  text(text: string): void {
    if (this.#textTarget && this.#cell) this.#cell[this.#textTarget] += text;
  }

  end(): ReadSheet {
    for (const row of this.#rows) while (row.length < this.#lastColumn) row.push('');
    return { rows: this.#rows, formulas: this.#formulas, percents: this.#percents };
  }

  #openRow(reference: string | undefined): void {
    const row = reference === undefined ? this.#row + 1 : wholeNumber(reference);
    if (row > MAX_ROWS) throw new XmlTooLarge('too many rows');
    if (row <= this.#row) throw new Error('rows are out of order');
    this.#row = row;
    this.#column = 0;
    this.#cells = [];
  }

  #closeRow(): void {
    if (this.#cells.length === 0) return;
    this.#lastRow = this.#row;
    this.#checkSpan();
    while (this.#rows.length < this.#row - 1) this.#rows.push([]);
    this.#rows.push(this.#cells);
    this.#cells = [];
  }

  #openCell({ r, s, t = 'n' }: Readonly<Record<string, string>>): void {
    const column = r === undefined ? this.#column + 1 : columnOf(r);
    if (column > MAX_COLUMNS) throw new XmlTooLarge('too many columns');
    if (column <= this.#column) throw new Error('cells are out of order');
    this.#column = column;
    const style = s === undefined ? null : (this.#context.styles[Number(s)] ?? null);
    this.#cell = { column, type: t, style, value: '', inline: '' };
    if (t === 'n' && style === 'percent') this.#mark(this.#percents, column);
  }

  /** Marks the cell of a column in this row, once. */
  #mark(cells: number[], column: number): void {
    const cell = cellIndexOf(this.#row - 1, column - 1);
    if (cells.at(-1) !== cell) cells.push(cell);
    if (cells.length > MAX_CELLS) throw new XmlTooLarge('too many marks');
  }

  #closeCell(cell: CellState): void {
    this.#cell = null;
    this.#textTarget = null;
    const text = this.#textOf(cell);
    if (text === '') return;
    this.#characters += text.length;
    if (this.#characters > MAX_CHARACTERS) throw new XmlTooLarge('too much text');
    this.#lastColumn = Math.max(this.#lastColumn, cell.column);
    this.#checkSpan();
    while (this.#cells.length < cell.column - 1) this.#cells.push('');
    this.#cells.push(text);
  }

  /** Fails if too many cells would fill the gaps: one cell at the far corner of a sheet could fill the memory. */
  #checkSpan(): void {
    if (Math.max(this.#row, this.#lastRow) * this.#lastColumn > MAX_CELLS)
      throw new XmlTooLarge('too many cells');
  }

  #textOf({ type, style, value, inline }: CellState): string {
    if (type === 'inlineStr') return decodeExcelEscapes(inline);
    if (value === '') return '';
    switch (type) {
      case 'n':
        return style === 'date' ? dateOfSerial(Number(value), this.#context.from1904) : plainNumber(value);
      case 's':
        return this.#sharedString(value);
      case 'str':
        return decodeExcelEscapes(value);
      case 'b':
        return booleanText(value);
      case 'd':
        return dateText(dateOfIso(value));
      case 'e':
        return ''; // the result of a formula that failed
      default:
        throw new Error('an unknown type of cell');
    }
  }

  #sharedString(index: string): string {
    const text = this.#context.strings[wholeNumber(index)];
    if (text === undefined) throw new Error('a text that is not in the list');
    return text;
  }
}

/** Reads the list of texts that cells share. */
export function readSharedStrings(part: Uint8Array | undefined): string[] {
  const strings: string[] = [];
  if (!part) return strings;
  let text = '';
  let isReading = false;
  let isPhonetic = false;
  readXml(part, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 't') isReading = !isPhonetic;
      else if (name === 'rPh') isPhonetic = true;
    },
    close(name) {
      if (name === 'si') strings.push(decodeExcelEscapes(text));
      else if (name === 't') isReading = false;
      else if (name === 'rPh') isPhonetic = false;
    },
    text(chunk) {
      if (isReading) text += chunk;
    },
  });
  return strings;
}

/** Decodes characters that XML cannot hold, which Excel writes as `_x0007_`. */
export const decodeExcelEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new Error('not a whole number');
  return Number(text);
}

/** Returns the column, counted from 1, of a cell reference such as "BC23". */
function columnOf(reference: string): number {
  const [, letters] = /^([A-Z]{1,5})\d{1,15}$/.exec(reference) ?? [];
  if (letters === undefined) throw new Error('not a reference to a cell');
  let column = 0;
  for (let index = 0; index < letters.length; index += 1)
    column = column * 26 + letters.charCodeAt(index) - 64;
  return column;
}

/** Excel keeps 15 digits of a number and writes 17: 0.1 + 0.2 is in the file as 0.30000000000000004. */
function plainNumber(text: string): string {
  if (/^-?\d+$/.test(text)) return text; // other programs write whole numbers of any length
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) throw new Error('not a number');
  return new Big(number.toPrecision(15)).toFixed();
}

function booleanText(value: string): string {
  if (value !== '0' && value !== '1') throw new Error('neither true nor false');
  return value === '1' ? 'TRUE' : 'FALSE';
}

/** Number of 1970-01-01, counted from 1900 and from 1904. */
const UNIX_EPOCH = { 1900: 25_569, 1904: 24_107 };

/** Rounds to milliseconds: the fraction of a day is not exact, and often slightly less than the time. */
const dateOfSerial = (serial: number, from1904: boolean): string =>
  dateText(new Date(Math.round((serial - UNIX_EPOCH[from1904 ? 1904 : 1900]) * DAY_MS)));

/** Reads a time without a zone as it is: JavaScript would take it for this computer's local time. */
const dateOfIso = (text: string): Date => new Date(/T[^Z+-]*$/.test(text) ? `${text}Z` : text);

/** Returns a day as 2026-11-21, with its time if it has one. Fails for anything else. */
const dateText = (date: Date): string => date.toISOString().replace(/T00:00:00\.000Z$|\.000Z$|Z$/, '');
