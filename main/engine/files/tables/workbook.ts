import Big from 'big.js';
import { unzipSync, zipSync, type Unzipped } from 'fflate';
import readWorkbookData from 'read-excel-file/universal';
import { fail, type FailureDetail } from '../../../../preload/contract/failure';
import { markedCells, type MarkedCells } from './workbook-cells';

/** A workbook's table: the first sheet that has any cell. */
export interface Sheet {
  readonly name: string;
  /** All rows from the first of the sheet on, empty ones too; an empty cell is an empty text. */
  readonly rows: string[][];
  /** Of which cells the mere value says too little. */
  readonly marked: () => MarkedCells;
}

/** What a workbook may be, packed and unpacked, and how many cells its sheets may span: more is made to harm. */
export const MOST_WORKBOOK_BYTES = 30_000_000;
const MOST_UNPACKED = 80_000_000;
const MOST_SPANNED = 3_000_000;

const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** The container of Excel's format before 2007, and of locked workbooks. */
const OLD = [0xd0, 0xcf, 0x11, 0xe0];
export const MAGIC_BYTES = 4;
const begins = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, at) => bytes[at] === byte);

/** Whether a file's first bytes are a workbook's. Fails as `file-unreadable` for one of the old format, or a locked one. */
export function isWorkbook(bytes: Uint8Array): boolean {
  if (begins(bytes, OLD)) throw unreadable('old-workbook');
  return begins(bytes, ZIP);
}

/**
 * Reads the bytes of an .xlsx workbook. Texts come as they stand ("00123" too), numbers with the digits that Excel keeps of
 * them, dates as 2026-11-21 (with their time, where they have one), formulas as their last result. Fails as
 * `file-unreadable` for what is no workbook, or is larger than one for people.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet> {
  if (bytes.byteLength > MOST_WORKBOOK_BYTES) throw tooLarge();
  const parts = unpack(bytes);
  let spanned = 0;
  for (const [name, part] of Object.entries(parts))
    if (SHEET.test(name)) {
      spanned += span(part);
      if (spanned > MOST_SPANNED) throw tooLarge();
    }
  if (spanned === 0 && !Object.keys(parts).some((name) => SHEET.test(name))) throw unreadable('not-workbook');
  try {
    // Packed again without compression: the library unpacks on its own, and does not know our bounds.
    const { buffer } = zipSync(parts, { level: 0 });
    const sheets = await readWorkbookData(buffer, { trim: false, parseNumber: plainNumber });
    const found = sheets.find(({ data }) => data.length > 0) ?? sheets[0];
    if (!found) throw new Error('no sheet');
    const place = sheets.indexOf(found);
    return {
      name: found.sheet,
      rows: found.data.map((row) => row.map(cellText)),
      marked: () => markedCells(parts, place),
    };
  } catch (error) {
    throw unreadable('damaged-workbook', error);
  }
}

const SHEET = /(^|\/)worksheets\/[^/]+\.xml$/;
const WANTED =
  /^(?:\[Content_Types\]\.xml|_rels\/|xl\/(?:workbook|sharedStrings|styles)|xl\/_rels\/|xl\/worksheets\/[^/]+\.xml$)/;

/** The parts that hold data. No part grows beyond the length that its entry tells, and those are added up before. */
function unpack(bytes: Uint8Array): Unzipped {
  let unpacked = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!WANTED.test(name)) return false;
        unpacked += originalSize;
        if (unpacked > MOST_UNPACKED) throw tooLarge();
        return true;
      },
    });
  } catch (error) {
    if (unpacked > MOST_UNPACKED) throw tooLarge();
    throw unreadable('damaged-workbook', error);
  }
}

const [LESS, MORE, SLASH, COLON, SPACE] = [0x3c, 0x3e, 0x2f, 0x3a, 0x20];
const [C, R, O, W] = [0x63, 0x72, 0x6f, 0x77];

/**
 * How many cells a sheet spans, counted up to the bound: its last row times its last column, since the gaps are filled. One
 * cell at the far corner of a sheet would fill the memory otherwise.
 */
function span(xml: Uint8Array): number {
  let rows = 0;
  let columns = 1;
  let row = 0;
  let column = 0;
  for (
    let at = xml.indexOf(LESS);
    at !== -1 && rows * columns <= MOST_SPANNED;
    at = xml.indexOf(LESS, at + 1)
  ) {
    const tag = tagAt(xml, at + 1);
    if (tag === null) continue;
    const [letters, number] = (xml[tag.end] ?? 0) <= SPACE ? reference(xml, tag.end) : [0, 0];
    if (tag.isRow) {
      row = number || row + 1;
      column = 0;
    } else {
      row = number || row;
      column = letters || column + 1;
    }
    rows = Math.max(rows, row);
    columns = Math.max(columns, column);
  }
  return rows * columns;
}

/** A row's or a cell's tag, whatever its namespace's prefix, and where its name ends; null for any other. */
function tagAt(xml: Uint8Array, start: number): { isRow: boolean; end: number } | null {
  let from = start;
  let end = start;
  for (; end < xml.length && end < start + 64; end += 1) {
    const byte = xml[end] ?? 0;
    if (byte === COLON) from = end + 1;
    if (byte <= SPACE || byte === MORE || byte === SLASH) break;
  }
  if (end - from === 1 && xml[from] === C) return { isRow: false, end };
  const isRow = end - from === 3 && xml[from] === R && xml[from + 1] === O && xml[from + 2] === W;
  return isRow ? { isRow, end } : null;
}

/** The column (from 1) and the row of a tag's `r="BC23"`; 0 for what it does not say. */
function reference(xml: Uint8Array, at: number): [column: number, row: number] {
  const close = xml.indexOf(MORE, at);
  const end = Math.min(close === -1 ? xml.length : close, at + 400);
  const tag = Buffer.from(xml.buffer, xml.byteOffset + at, end - at).toString('latin1');
  const [, letters = '', digits = ''] = /\sr\s*=\s*["']([A-Za-z]*)(\d*)["']/.exec(tag) ?? [];
  const column = letters
    .toUpperCase()
    .split('')
    .reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return [column, Number(digits)];
}

/** Excel keeps 15 digits of a number and writes 17: 0.1 + 0.2 stands in the file as 0.30000000000000004. */
function plainNumber(text: string): string {
  if (/^-?\d+$/.test(text)) return text; // other programs write whole numbers of any length
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) throw new Error('not a number');
  return new Big(number.toPrecision(15)).toFixed();
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$|\.000Z$|Z$/, '');
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return typeof cell === 'string' ? cell : '';
}

const unreadable = (code: FailureDetail['code'], cause?: unknown) =>
  fail('file-unreadable', { detail: { code } }, cause);
const tooLarge = () => unreadable('big-workbook');
