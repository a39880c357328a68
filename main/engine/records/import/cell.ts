import Big from 'big.js';
import { CLEAR_FIELD_TEXT } from '#contract/calls/imports';
import { isPossibleDay, addDays } from '#contract/dates';
import { unguardFormula } from '#contract/spreadsheet-cells';
import { codeInLabel } from '#contract/text';
import type { Field } from '#contract/fields';
import type { RowIssue } from '#contract/job';

/** The meaning of a cell for a field: nothing, a value as exact JSON text, or an error. */
export interface ParsedCell {
  readonly json?: string;
  readonly issue?: RowIssue;
}

const NOTHING: ParsedCell = {};
const json = (text: string): ParsedCell => ({ json: text });
const wrong = (code: string, facts?: RowIssue['facts']): ParsedCell => ({
  issue: facts ? { code, facts } : { code },
});

/** Matches the value that a spreadsheet shows for a failed formula. */
const ERROR_VALUE = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/i;

/**
 * Parses a cell as typed in a spreadsheet: codes or labels, dollars with symbols and commas, percentages, US
 * dates, texts separated by semicolons, IDs by semicolons, commas or spaces. Loses no digit and guesses nothing: a value that Excel mangled
 * (1.2E+11, a date as its number) is an error; for a date's number, the error suggests the likely date.
 */
export function readCell(field: Field, cell: string): ParsedCell {
  const text = cell.trim();
  if (text === '') return NOTHING;
  if (text.toLowerCase() === CLEAR_FIELD_TEXT) return field.nullable ? json('null') : wrong('no-null');
  if (text.startsWith('=')) return wrong('formula');
  if (ERROR_VALUE.test(text)) return wrong('error-value', { value: text });
  if (text.includes('\uFFFD')) return wrong('odd-characters');
  if (Object.values(field.zeroLabels?.labels ?? {}).includes(text)) return NOTHING; // such as "Tiered": the rate comes from elsewhere
  return PARSERS[field.kind](text, field);
}

const PARSERS: Readonly<Record<Field['kind'], (text: string, field: Field) => ParsedCell>> = {
  id: (text, field) => codeOrLabel(text, field) ?? wholeNumber(text) ?? lostDigits(text) ?? wrong('not-id'),
  integer: (text) => parseGrouped(text, /^-?\d+$/) ?? lostDigits(text) ?? wrong('not-integer'),
  number: (text) => parseGrouped(text, DECIMAL) ?? lostDigits(text) ?? wrong('not-number'),
  money: (text) => parseDollars(text) ?? lostDigits(text) ?? wrong('not-money'),
  percent: (text) =>
    parseGrouped(text.replace(/\s*%$/, ''), DECIMAL) ?? lostDigits(text) ?? wrong('not-percent'),
  text: (text, field) => codeOrLabel(text, field) ?? json(JSON.stringify(unguardFormula(text))),
  choice: (text, field) =>
    codeOrLabel(text, field) ??
    (field.isOpenEnum
      ? json(JSON.stringify(codeInLabel(text) ?? unguardFormula(text)))
      : wrong('not-choice', { value: text })),
  boolean: (text) => parseBoolean(text) ?? wrong('not-boolean'),
  date: parseDay,
  dateTime: () => wrong('not-editable'),
  ids: parseIds,
  texts: (text) => json(JSON.stringify(text.split(/\s*;\s*/).filter(Boolean))),
  objects: () => wrong('not-a-column'),
};

const DECIMAL = /^-?(\d+\.?\d*|\.\d+)$/;
/** Commas between thousands, and nowhere else. "0,085" has a decimal comma. */
const GROUPED = /^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;

/** Returns a number as JSON text: keeps all decimals, drops leading zeros. */
export function cellNumberJson(text: string): string {
  const [, sign = '', whole = '', fraction] = /^(-?)0*(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  return `${sign}${whole === '' ? '0' : whole}${fraction ? `.${fraction}` : ''}`;
}

function parseGrouped(text: string, pattern: RegExp): ParsedCell | null {
  const bare = GROUPED.test(text) ? text.replaceAll(',', '') : text;
  return pattern.test(bare) ? json(cellNumberJson(bare)) : null;
}

const wholeNumber = (text: string): ParsedCell | null =>
  /^\d+$/.test(text) ? json(cellNumberJson(text)) : null;

/** Returns an error for a long number as Excel shows it (1.2E+11), because only 15 digits are left. */
const lostDigits = (text: string): ParsedCell | null =>
  /^-?\d(\.\d+)?E\+?\d+$/i.test(text) ? wrong('digits-lost', { value: text }) : null;

function parseDollars(text: string): ParsedCell | null {
  const inParentheses = /^\((.+)\)$/.exec(text)?.[1];
  const bare = (inParentheses ?? text).replace(/^(-?)\s*\$\s*/, '$1');
  if (inParentheses !== undefined && bare.startsWith('-')) return null;
  return parseGrouped(inParentheses === undefined ? bare : `-${bare}`, DECIMAL);
}

/** Matches a code, ignoring case, or its label. */
function codeOrLabel(text: string, { kind, labels, writes }: Field): ParsedCell | null {
  if (!labels) return null;
  const codes = writes ?? Object.keys(labels);
  const plain = text.toLowerCase();
  // A text that differs from several codes only by case is none of them.
  const code =
    codes.find((known) => known === text) ??
    codes.find((known) => labels[known]?.toLowerCase() === plain) ??
    onlyOne(codes.filter((known) => known.toLowerCase() === plain));
  if (code === undefined) return null;
  return json(kind === 'id' || kind === 'integer' ? code : JSON.stringify(code));
}
const onlyOne = (found: readonly string[]): string | undefined => (found.length === 1 ? found[0] : undefined);

function parseBoolean(text: string): ParsedCell | null {
  if (/^(true|yes|y|1)$/i.test(text)) return json('true');
  return /^(false|no|n|0)$/i.test(text) ? json('false') : null;
}

function parseIds(text: string): ParsedCell {
  const texts = text
    .replace(/^\[|\]$/g, '')
    .split(/[;,\s]+/)
    .filter(Boolean);
  const invalidText = texts.find((id) => !/^\d+$/.test(id));
  if (invalidText !== undefined) return lostDigits(invalidText) ?? wrong('not-ids', { value: invalidText });
  return json(`[${[...new Set(texts.map(cellNumberJson))].join(',')}]`);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/;
const US = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/;
const SHORT_YEAR = /^\d{1,2}[/-]\d{1,2}[/-]\d{2}$/;
const MONTH_FIRST = /^([A-Za-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/;
const DAY_FIRST = /^(\d{1,2})[ -]([A-Za-z]{3})[a-z]*\.?,?[ -](\d{4})$/;

/** Parses a calendar day, never shifted by a time zone: 2026-11-21, 11/21/2026, Nov 21, 2026. */
function parseDay(text: string): ParsedCell {
  if (/^\d{5}(\.0+)?$/.test(text)) return serialDateIssue(text);
  const monthOf = (name = ''): string => String(MONTHS.indexOf(name.toLowerCase()) + 1);
  const iso = ISO.exec(text);
  const us = US.exec(text);
  const monthFirst = MONTH_FIRST.exec(text);
  const dayFirst = DAY_FIRST.exec(text);
  const [year, month, date] = iso
    ? [iso[1], iso[2], iso[3]]
    : us
      ? [us[3], us[1], us[2]]
      : monthFirst
        ? [monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]]
        : dayFirst
          ? [dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]]
          : [];
  if (year === undefined || month === undefined || date === undefined)
    return wrong(SHORT_YEAR.test(text) ? 'short-year' : 'not-date');
  const value = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isPossibleDay(value) ? json(JSON.stringify(value)) : wrong('no-such-day', { value: text });
}

/** Excel counts days from the end of 1899 or, in some workbooks, from 1904; the number does not say which. */
function serialDateIssue(text: string): ParsedCell {
  const date = addDays('1899-12-30', new Big(text).toNumber());
  return wrong('serial-date', { value: text, date });
}
