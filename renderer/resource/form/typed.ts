import { formatDate } from '../../../preload/contract/domain/day-words';
import { unknownCode } from '../../../preload/contract/domain/unknown-code';
import { later } from '../../../preload/contract/domain/later';
import { locale, plainSpaces } from '../../../preload/contract/domain/locale';
import { isList, jsonText, readExact, type Exact } from '../../../preload/contract/exact-json/read';
import type { Field } from '../../../preload/contract/fields';
import { EMPTY, formatValue } from '../../kit/format';
import { plainText } from '../record/record';

/*
 * Between what people type and exact JSON text, which is what drafts hold. Nothing goes through a double. What cannot be
 * read as the field's kind becomes a JSON string of what was typed: it is kept in the draft as it stands, and the check
 * of the draft says what is wrong with it.
 */

/** A value as it stands in a record, or is to. Undefined: the record does not have it. */
export type Text = string | undefined;

export const isNone = (json: Text): boolean => json === undefined || json === 'null';

/** The value behind a text; what is no JSON is the text itself. */
export function valueOf(json: Text): Exact | undefined {
  if (json === undefined) return undefined;
  try {
    return readExact(json);
  } catch {
    return json;
  }
}

/** How numbers are written where this computer stands: "." and "," in the US. */
const separators = later(() => {
  const parts = new Intl.NumberFormat(locale()).formatToParts(12_345.6);
  const found = (wanted: string) => parts.find(({ type }) => type === wanted)?.value;
  return { point: found('decimal') ?? '.', between: plainSpaces(found('group') ?? ',') };
});

/**
 * A typed number as JSON text with every digit it was typed with: "$1,234.50" is 1234.50, "(5)" is -5. Undefined for what
 * is no number, and for separators that stand elsewhere than before each three digits.
 */
export function numberJson(typed: string): string | undefined {
  const { point, between } = separators();
  let text = plainSpaces(typed).trim().replace(/[−–]/g, '-');
  const bracketed = /^\((.*)\)$/.exec(text);
  if (bracketed) text = `-${bracketed[1]}`;
  text = text.replace(/^(-?)\s*\$\s*(-?)/, '$1$2').replace(/\s*%$/, '');
  const [whole = '', fraction, ...more] = text.split(point);
  const [, minus = '', digits = ''] = /^(-?)(.*)$/.exec(whole) ?? [];
  const groups = digits.split(between);
  const grouped =
    groups.length === 1 || (/^\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every(isThree));
  const plain = groups.join('');
  if (more.length > 0 || !grouped || !/^\d*$/.test(plain)) return undefined;
  if (fraction !== undefined && !/^\d*$/.test(fraction)) return undefined;
  if (plain === '' && (fraction ?? '') === '') return undefined;
  const without = plain.replace(/^0+(?=\d)/, '') || '0';
  return `${minus}${without}${fraction ? `.${fraction}` : ''}`;
}
const isThree = (text: string): boolean => /^\d{3}$/.test(text);

/** A typed ID as JSON text, however many digits it has; undefined for what is none. */
export function idJson(typed: string): string | undefined {
  const text = typed.trim();
  return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : undefined;
}

/** IDs out of a pasted list, separated by anything that is no letter or digit; `wrong` are the parts that are none. */
export function idsIn(typed: string): { readonly ids: readonly string[]; readonly wrong: readonly string[] } {
  const parts = typed.split(/[^\p{L}\p{N}._-]+/u).filter(Boolean);
  const read = parts.map((part) => ({ part, id: idJson(part) }));
  return {
    ids: read.flatMap(({ id }) => (id === undefined ? [] : [id])),
    wrong: read.flatMap(({ part, id }) => (id === undefined ? [part] : [])),
  };
}

/** The calendar day of a wire date, "2026-11-21"; empty for none. */
export function dayOf(json: Text): string {
  const value = valueOf(json);
  return typeof value === 'string' ? (/^\s*(\d{4}-\d{2}-\d{2})/.exec(value)?.[1] ?? '') : '';
}

/** A day in the form of the date that the record has: what came with a time keeps it, and no zone moves it. */
export function dayJson(day: string, before: Text): string {
  const was = valueOf(before);
  const tail = typeof was === 'string' ? (/^\s*\d{4}-\d{2}-\d{2}([T ].*)$/.exec(was)?.[1] ?? '') : '';
  return JSON.stringify(day + tail);
}

/** A value as it stands in a box that is typed into: amounts with their signs, everything else as it is. */
export function boxText(field: Field, json: Text): string {
  if (isNone(json)) return '';
  const value = valueOf(json);
  const isNumber = ['money', 'percent', 'number', 'integer'].includes(field.kind);
  // A string among numbers is what somebody typed and nobody could read, or a number that came as text.
  if (isNumber && (typeof value !== 'string' || numberJson(value) !== undefined)) {
    const shown = formatValue({ kind: field.kind }, value);
    return shown === EMPTY ? '' : shown;
  }
  return plainText(value);
}

/** What was typed as JSON text. An empty box is none, except where text may be empty. */
export function typedJson(field: Field, typed: string, before: Text): string {
  const text = typed.trim();
  switch (field.kind) {
    case 'money':
    case 'percent':
    case 'number':
    case 'integer':
      return text === '' ? 'null' : (numberJson(text) ?? JSON.stringify(typed));
    case 'id':
      return text === '' ? 'null' : (idJson(text) ?? JSON.stringify(typed));
    case 'date':
    case 'moment':
      return text === '' ? 'null' : dayJson(text, before);
    default:
      return textJson(field, typed, before);
  }
}

/** Text; a number where the record had one and may have one (spec 2.11, cycles). */
function textJson(field: Field, typed: string, before: Text): string {
  if (typed === '' && isNone(before) && field.nullable) return 'null';
  const number = /^\d{1,15}$/.test(typed) && typeof valueOf(before) === 'number' ? typed : undefined;
  return number !== undefined && field.write.safeParse(Number(number)).success
    ? number
    : JSON.stringify(typed);
}

/** The items of a list as exact texts; what is no list has none. */
export function itemsOf(json: Text): readonly string[] {
  const value = valueOf(json);
  return value !== undefined && isList(value) ? value.map(jsonText) : [];
}
export const listJson = (items: readonly string[]): string => `[${items.join(',')}]`;
/** 7 and "7" name the same ID. */
export const idText = (json: string): string => plainText(valueOf(json));

/** A value in words, as reviews and conflicts have it. */
export function words(field: Field, json: Text): string {
  if (isNone(json)) return field.none ?? 'None';
  const value = valueOf(json);
  if (value === '') return field.words?.[''] ?? 'Empty';
  if (value !== undefined && isList(value) && value.length === 0) return 'None';
  if (field.kind === 'date') return formatDate(plainText(value));
  return formatValue(field, value);
}

/** A choice of a closed list: `json` is the value as it would be sent. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

/**
 * What a choice or a yes-and-no may be: the codes that may be written, in words; the one the record has, where it is none
 * of them, as it came; none, where that is allowed.
 */
export function optionsOf(field: Field, before: Text, now: Text): Option[] {
  const options: Option[] =
    field.kind === 'boolean'
      ? [
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]
      : (field.writes ?? Object.keys(field.words ?? {})).map((code) => ({
          value: JSON.stringify(code),
          label: field.words?.[code] ?? code,
        }));
  if (field.nullable)
    options.push({ value: 'null', label: field.words?.[''] === undefined ? 'None' : 'Not set' });
  for (const present of [before ?? ABSENT, now ?? ABSENT])
    if (!options.some(({ value }) => value === present))
      options.unshift({ value: present, label: oddLabel(field, present) });
  return options;
}
/** The value of the option for a field that the record does not have. */
export const ABSENT = '';

function oddLabel(field: Field, json: string): string {
  if (json === ABSENT) return 'Choose…';
  if (json === 'null') return 'None';
  const text = plainText(valueOf(json));
  const known = field.words?.[text];
  return known ?? (field.anyCode ? text : unknownCode(text));
}
