import { readXml } from './workbook-xml';

/** The kind of value that a cell's number represents; null: a number. */
export type NumberStyle = 'date' | 'percent' | null;

/** Maximum length of a number format in Excel. */
const MAX_FORMAT_CODE = 255;
/** Below this, format IDs are built in: a file can add a percent sign to one, but not make it a date. */
const FIRST_CUSTOM_FORMAT = 100;
const BUILT_IN_PERCENTS = new Set([9, 10]);
/** Date and time formats of all language editions, including Chinese, Japanese, Korean and Thai. */
const BUILT_IN_DATES = new Set([
  ...[14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47],
  ...[27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58],
  ...[71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81],
]);
const DATE_TOKEN = /^(?:s{1,2}|m{1,5}|h{1,2}|d{1,4}|a{3,5}|y{1,2}|yyyy|e{1,2}|eeee|am|pm|a|p)$/;

/** Returns how each cell format of a workbook shows numbers, in the order of the list that cells refer to. */
export function readNumberStyles(part: Uint8Array | undefined): NumberStyle[] {
  if (!part) return [];
  const formats = new Map<number, NumberStyle>();
  const base: NumberStyle[] = [];
  const cells: NumberStyle[] = [];
  let list: NumberStyle[] | null = null;
  const styleOf = (id: number): NumberStyle => formats.get(id) ?? builtIn(id);
  readXml(part, {
    open(name, { numFmtId, formatCode, xfId }) {
      if (name === 'numFmt' && numFmtId !== undefined)
        formats.set(Number(numFmtId), styleOfCode(Number(numFmtId), formatCode ?? ''));
      else if (name === 'cellStyleXfs') list = base;
      else if (name === 'cellXfs') list = cells;
      else if (name === 'xf' && list)
        list.push(numFmtId === undefined ? (base[Number(xfId)] ?? null) : styleOf(Number(numFmtId)));
    },
    close(name) {
      if (name === 'cellStyleXfs' || name === 'cellXfs') list = null;
    },
  });
  return cells;
}

const builtIn = (id: number): NumberStyle =>
  BUILT_IN_DATES.has(id) ? 'date' : BUILT_IN_PERCENTS.has(id) ? 'percent' : null;

function styleOfCode(id: number, code: string): NumberStyle {
  if (code.length > MAX_FORMAT_CODE) return null;
  // Text in quotes and escaped characters are shown as they are.
  const unquoted = code.replace(/\\./g, ' ').replace(/"[^"]*"/g, ' ');
  if (builtIn(id) === 'date' || (id >= FIRST_CUSTOM_FORMAT && isDateCode(unquoted))) return 'date';
  return unquoted.includes('%') || BUILT_IN_PERCENTS.has(id) ? 'percent' : null;
}

/** Returns whether a format shows dates: one of its sections consists of date tokens only, at least one. */
function isDateCode(code: string): boolean {
  const sections = code.toLowerCase().replace(/;@$/, '').split(';'); // without the section for texts
  return sections.some((section) => {
    const tokens = section
      .replace(/(\[?[smhd]{1,2}\]?)[.,]0{1,3}/g, '$1') // parts of a second
      .replace(/\[([smhd]{1,2})\]/g, '$1') // hours beyond a day
      .replace(/\[[^\]]*\]/g, '') // color, language, condition
      .split(/[^a-z0#?%]+/)
      .filter(Boolean);
    return tokens.length > 0 && tokens.every((token) => DATE_TOKEN.test(token));
  });
}
