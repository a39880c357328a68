import { formatDate } from '#contract/dates';
import { unknownCodeLabel } from '#contract/text';
import { lazy } from '#contract/lazy';
import { locale, plainSpaces } from '#contract/locale';
import { isList, jsonText, readExact, type Exact } from '#contract/exact-json/read';
import type { Field, FieldKind } from '#contract/fields';
import { EMPTY, formatValue } from '../../ui/format';
import { displayText } from '../record/record';

/* Converts between typed text and exact JSON text, as stored in drafts, without doubles. Text that is
   invalid for the field's kind becomes a JSON string: the draft keeps it and its check reports it. */

/** A value of a record as JSON text; undefined if the record lacks it. */
export type InputJson = string | undefined;

export const isNone = (json: InputJson): boolean => json === undefined || json === 'null';

/** Parses a text; invalid JSON is returned as the text itself. */
export function parseExact(json: InputJson): Exact | undefined {
  if (json === undefined) return undefined;
  try {
    return readExact(json);
  } catch {
    return json;
  }
}

/** Number separators of this computer: "." and "," in the US. */
const separators = lazy(() => {
  const format = new Intl.NumberFormat(locale());
  const parts = format.formatToParts(12_345.6);
  const partOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value;
  return {
    point: partOf('decimal') ?? '.',
    groupSeparator: plainSpaces(partOf('group') ?? ','),
    /** Returns digits with separators: "10,00,000" in India. */
    grouped: (digits: string) => plainSpaces(format.format(BigInt(digits))),
  };
});

/**
 * Converts a typed number to JSON text with all digits: "$1,234.50" is 1234.50, "(5)" is -5. Returns undefined for text
 * that is not a number of the kind, such as "0.85%" for an amount, or has misplaced separators, such as "0,085" with the
 * comma of another language.
 */
export function numberJson(typed: string, kind: FieldKind): string | undefined {
  const { point, groupSeparator, grouped } = separators();
  let text = plainSpaces(typed).trim().replace(/[−–]/g, '-');
  const inParentheses = /^\((.*)\)$/.exec(text);
  if (inParentheses) text = `-${inParentheses[1]}`;
  if (kind === 'money') text = text.replace(/^(-?)\s*\$\s*(-?)/, '$1$2');
  if (kind === 'percent') text = text.replace(/\s*%$/, '');
  const [whole = '', fraction, ...extraParts] = text.split(point);
  const [, minus = '', digits = ''] = /^(-?)(.*)$/.exec(whole) ?? [];
  const groups = digits.split(groupSeparator);
  const plain = groups.join('');
  if (extraParts.length > 0 || !/^\d*$/.test(plain)) return undefined;
  const isGrouped =
    groups.length === 1 ||
    (/^[1-9]\d{0,2}$/.test(groups[0] ?? '') && groups.slice(1).every(hasThreeDigits)) ||
    (plain !== '' && grouped(plain) === digits);
  if (!isGrouped) return undefined;
  if (fraction !== undefined && !/^\d*$/.test(fraction)) return undefined;
  if (plain === '' && (fraction ?? '') === '') return undefined;
  const significant = plain.replace(/^0+(?=\d)/, '') || '0';
  return `${minus}${significant}${fraction ? `.${fraction}` : ''}`;
}
const hasThreeDigits = (text: string): boolean => /^\d{3}$/.test(text);

/** Converts a typed ID of any length to JSON text; undefined if it is not an ID. */
export function idJson(typed: string): string | undefined {
  const text = typed.trim();
  return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : undefined;
}

/**
 * Returns IDs from a pasted list, separated by anything but letters, digits, dots, underscores and hyphens, and
 * the parts that are not IDs.
 */
export function parseTypedIds(typed: string): {
  readonly ids: readonly string[];
  readonly invalidParts: readonly string[];
} {
  const parts = typed.split(/[^\p{L}\p{N}._-]+/u).filter(Boolean);
  const parsed = parts.map((part) => ({ part, id: idJson(part) }));
  return {
    ids: parsed.flatMap(({ id }) => (id === undefined ? [] : [id])),
    invalidParts: parsed.flatMap(({ part, id }) => (id === undefined ? [part] : [])),
  };
}

/** Returns the calendar day of a wire date, "2026-11-21"; empty for none. */
export function isoDateOf(json: InputJson): string {
  const value = parseExact(json);
  return typeof value === 'string' ? (/^\s*(\d{4}-\d{2}-\d{2})/.exec(value)?.[1] ?? '') : '';
}

/** Returns a day in the format of the record's date: a time stays, and no time zone moves it. */
export function dayJson(day: string, before: InputJson): string {
  const previous = parseExact(before);
  const tail =
    typeof previous === 'string' ? (/^\s*\d{4}-\d{2}-\d{2}([T ].*)$/.exec(previous)?.[1] ?? '') : '';
  return JSON.stringify(day + tail);
}

/** Formats a value for an input field: numbers with separators, $ or %; others unchanged. */
export function boxText(field: Field, json: InputJson): string {
  if (isNone(json)) return '';
  const value = parseExact(json);
  const isNumber = ['money', 'percent', 'number', 'integer'].includes(field.kind);
  // A string in a number field is invalid input, or a number that was sent as text.
  if (isNumber && (typeof value !== 'string' || numberJson(value, field.kind) !== undefined)) {
    const formatted = formatValue({ kind: field.kind }, value);
    return formatted === EMPTY ? '' : formatted;
  }
  return displayText(value);
}

/** Converts typed text to JSON text. An empty field is null, unless text may be empty. */
export function typedJson(field: Field, typed: string, before: InputJson): string {
  const text = typed.trim();
  switch (field.kind) {
    case 'money':
    case 'percent':
    case 'number':
    case 'integer':
      return text === '' ? 'null' : (numberJson(text, field.kind) ?? JSON.stringify(typed));
    case 'id':
      return text === '' ? 'null' : (idJson(text) ?? JSON.stringify(typed));
    case 'date':
    case 'dateTime':
      return text === '' ? 'null' : dayJson(text, before);
    default:
      return textJson(field, typed, before);
  }
}

/** Converts text; stays a number if the record has one and the field allows it (spec 2.11, cycles). */
function textJson(field: Field, typed: string, before: InputJson): string {
  if (typed === '' && isNone(before) && field.nullable) return 'null';
  // A number of at most 15 digits is exact as a double; JSON has no leading zeros.
  const number =
    /^\d{1,15}$/.test(typed) && typeof parseExact(before) === 'number'
      ? typed.replace(/^0+(?=\d)/, '')
      : undefined;
  return number !== undefined && field.write.safeParse(Number(number)).success
    ? number
    : JSON.stringify(typed);
}

/** Returns the items of a list as exact texts; empty if it is not a list. */
export function listItems(json: InputJson): readonly string[] {
  const value = parseExact(json);
  return value !== undefined && isList(value) ? value.map(jsonText) : [];
}
export const listJson = (items: readonly string[]): string => `[${items.join(',')}]`;
/** Returns the same text for 7 and "7". */
export const idText = (json: string): string => displayText(parseExact(json));

/** Formats a value for reviews and conflicts. */
export function valueText(field: Field, json: InputJson): string {
  if (isNone(json)) return field.emptyLabel ?? 'None';
  const value = parseExact(json);
  if (value === '') return field.labels?.[''] ?? 'Empty';
  if (value !== undefined && isList(value) && value.length === 0) return 'None';
  if (field.kind === 'date') return formatDate(displayText(value));
  return formatValue(field, value);
}

/** An option of a choice; `value` is the JSON text to send, or `ABSENT`. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

/**
 * Returns the options of a choice: the writable codes, "None" if allowed, and the record's and the current value if
 * they are not among them.
 */
export function optionsOf(field: Field, before: InputJson, current: InputJson): Option[] {
  const options: Option[] =
    field.kind === 'boolean'
      ? [
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]
      : (field.writes ?? Object.keys(field.labels ?? {})).map((code) => ({
          value: JSON.stringify(code),
          label: field.labels?.[code] ?? code,
        }));
  if (field.nullable)
    options.push({ value: 'null', label: field.labels?.[''] === undefined ? 'None' : 'Not set' });
  for (const present of [before ?? ABSENT, current ?? ABSENT])
    if (!options.some(({ value }) => value === present))
      options.unshift({ value: present, label: unlistedLabel(field, present) });
  return options;
}
/** The option value for a field that the record lacks. */
export const ABSENT = '';

function unlistedLabel(field: Field, json: string): string {
  if (json === ABSENT) return 'Choose…';
  if (json === 'null') return 'None';
  const text = displayText(parseExact(json));
  const label = field.labels?.[text];
  if (label !== undefined) return label;
  if (text === '') return 'Empty';
  return field.isOpenEnum ? text : unknownCodeLabel(text);
}
