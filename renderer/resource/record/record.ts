import { isPossibleDay } from '../../../preload/contract/domain/day-words';
import { hasHiddenMarks, spelledOut } from '../../../preload/contract/domain/hidden-marks';
import { isList, jsonText, readExact, Verbatim, type Exact } from '../../../preload/contract/exact-json/read';
import { JsonFault } from '../../../preload/contract/exact-json/scan';
import type { Field, FieldKind, Tone } from '../../../preload/contract/fields';
import type { Resource } from '../../../preload/contract/resource';
import { SECRET_FIELDS } from '../../../preload/contract/resources';
import { asText, formatValue, isEmpty, zeroWords, type Shape } from '../../kit/format';
import { exceptionOf, toneOf } from '../../kit/tone';

/** One line of the record panel. */
export interface RecordField {
  readonly name: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly value: Exact | undefined;
  /** The value in words; for parts, see `partsOf`. */
  readonly text: string;
  readonly empty: boolean;
  /** The value as it is copied: as sent, without separators and signs. */
  readonly plain: string;
  /** The service left the field out altogether. */
  readonly absent: boolean;
  /** The value did not fit the field's description and is shown as it came. */
  readonly drifted: boolean;
  /** Why the value is not to be taken as it looks. */
  readonly doubt: Doubt | null;
  readonly secret: boolean;
  /** The color beside the word of a status. */
  readonly tone: Tone | undefined;
  /** The state is one of those that a color is for. */
  readonly isException: boolean;
  /** What is known of the fields of nested items. */
  readonly items: Field['items'];
  readonly help: string | undefined;
  /** What its IDs stand for. */
  readonly names: string | undefined;
}

/** Where fields of the service's own workings stand. */
export const MORE_GROUP = 'More';

/** `no-such-day`: a date that the calendar does not have. `hidden-marks`: characters that are not seen. */
export type Doubt = 'unexpected-form' | 'no-such-day' | 'hidden-marks';

export interface RecordGroup {
  readonly label: string;
  readonly fields: readonly RecordField[];
}

export interface RecordView {
  readonly groups: readonly RecordGroup[];
  readonly empties: number;
  /** Labels of the fields that came in an unexpected form. */
  readonly drifted: readonly string[];
  /** The record as a whole did not fit. */
  readonly misshapen: boolean;
}

export const OTHER_GROUP = 'Other fields from the service';
/** Every record names its own type in it: nobody described it, and nobody needs it. */
const TYPE_FIELD = 'object';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Words from a field name that nobody described: "sub_advisor_id" → "Sub advisor id". */
export const humanised = (name: string): string => capital(name.replace(/[_.-]+/g, ' ').trim()) || name;

/**
 * A record as people read it: every field the service sent, under the headings of its description, and the ones nobody
 * described at the end. `drift` names the fields that did not fit, "" meaning the whole record.
 */
export function readRecord(descriptor: Resource, raw: string, drift: readonly string[]): RecordView {
  const record = recordIn(raw);
  const strange = new Set(drift);
  const seen = new Set<string>();
  const groups = new Map<string, RecordField[]>();
  const put = (group: string, field: RecordField) => {
    const fields = groups.get(group) ?? [];
    groups.set(group, [...fields, field]);
  };

  for (const [name, field] of Object.entries(descriptor.fields)) {
    const present = [name, ...(field.also ?? [])].filter((each) => Object.hasOwn(record, each));
    const spelling = present.find((each) => record[each] !== null) ?? present[0];
    const value = spelling === undefined ? undefined : record[spelling];
    for (const each of present) if (sameJson(record[each], value) || record[each] === null) seen.add(each);
    put(field.plumbing ? MORE_GROUP : (field.group ?? capital(descriptor.one)), {
      name,
      label: field.label,
      kind: field.kind,
      value,
      text: zeroWords(field, value, (other) => record[other]) ?? fieldText(field, value),
      empty: isEmpty(value),
      plain: plainText(value),
      absent: spelling === undefined,
      drifted: strange.has(name),
      doubt: doubtOf(field.kind, value, strange.has(name)),
      secret: field.secret === true,
      tone: field.tones && toneOf(field.tones, value),
      isException: exceptionOf(field.tones ?? {}, value) !== undefined,
      items: field.items,
      help: field.help,
      // Nested parts are a table, with a name in each of its cells.
      names: field.kind === 'parts' ? undefined : field.names,
    });
  }
  for (const [name, value] of Object.entries(record)) {
    if (seen.has(name) || Object.hasOwn(descriptor.fields, name)) continue;
    const kind = guessedKind(name, value);
    put(name === TYPE_FIELD ? MORE_GROUP : OTHER_GROUP, {
      name,
      label: humanised(name),
      kind,
      value,
      text: fieldText({ kind }, value),
      empty: isEmpty(value),
      plain: plainText(value),
      absent: false,
      drifted: strange.has(name),
      doubt: doubtOf(kind, value, strange.has(name)),
      secret: SECRET_FIELDS.has(name),
      tone: undefined,
      isException: false,
      items: undefined,
      help: undefined,
      names: undefined,
    });
  }
  const all = [...groups.values()].flat();
  return {
    groups: [...groups]
      .map(([label, fields]) => ({ label, fields }))
      .sort((a, b) => Number(a.label === MORE_GROUP) - Number(b.label === MORE_GROUP)),
    empties: all.filter((field) => field.empty).length,
    drifted: all.filter((field) => field.drifted).map((field) => field.label),
    misshapen: strange.has(''),
  };
}

/** The title of a record in words: where the engine gives codes and wire dates, people read names and days. */
export function titleOfRecord(descriptor: Resource, raw: string, fallback: string): string {
  const record = recordIn(raw);
  const words = descriptor.title.flatMap((name) => {
    const field = descriptor.fields[name];
    return field && !isEmpty(record[name]) ? [formatValue(field, record[name])] : [];
  });
  return words.join(' ') || spelledOut(fallback) || 'No name';
}

/** How a field that nobody described is best shown. Numbers get no separators: they may be ids. */
function guessedKind(name: string, value: Exact): FieldKind {
  if (typeof value === 'boolean') return 'boolean';
  if (isObject(value)) return 'parts';
  if (isList(value)) return value.every((item) => item === null || isScalar(item)) ? 'texts' : 'parts';
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}([T ]|$)/.test(value))
    return /_utc$|_at$/.test(name) ? 'moment' : 'date';
  return 'text';
}

/** A record by its fields. What is no object is one field, and what is no JSON one text. */
function recordIn(raw: string): Readonly<Record<string, Exact>> {
  try {
    return asObject(readExact(raw));
  } catch (error) {
    if (error instanceof JsonFault) return { value: raw };
    throw error;
  }
}

function doubtOf(kind: FieldKind, value: Exact | undefined, drifted: boolean): Doubt | null {
  const text = plainText(value);
  if ((kind === 'date' || kind === 'moment') && !isPossibleDay(text)) return 'no-such-day';
  if (hasHiddenMarks(text)) return 'hidden-marks';
  return drifted ? 'unexpected-form' : null;
}

const asObject = (value: Exact): Readonly<Record<string, Exact>> => (isObject(value) ? value : { value });
export const isObject = (value: Exact): value is { readonly [name: string]: Exact } =>
  typeof value === 'object' && value !== null && !isList(value) && !(value instanceof Verbatim);
const isScalar = (value: Exact): boolean => typeof value !== 'object' || value instanceof Verbatim;

/** As in the grid, but there is room for the items of a list to stand one under the other when they are long. */
function fieldText(shape: Shape, value: Exact | undefined): string {
  if (shape.kind === 'texts' && Array.isArray(value) && value.some((item) => asText(item).length > 20))
    return value
      .filter((item) => !isEmpty(item))
      .map(asText)
      .join('\n');
  // What is no table is read as it came: "1 entry" would say nothing of it.
  if (shape.kind === 'parts' && !isEmpty(value)) return spelledOut(plainText(value));
  return formatValue(shape, value);
}

/** A value as text, digits exact. */
export function plainText(value: Exact | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return isList(value) && value.every(isScalar) ? value.map(plainText).join(', ') : jsonText(value);
}

/** Names of the fields in which two records differ. Null, absent and blank are all the same nothing to people. */
export function differing(one: RecordView, other: RecordView): ReadonlySet<string> {
  const [values, others] = [one, other].map(
    ({ groups }) =>
      new Map(
        groups.flatMap(({ fields }) => fields).map(({ name, empty, plain }) => [name, empty ? '' : plain]),
      ),
  );
  const names = [...(values?.keys() ?? []), ...(others?.keys() ?? [])];
  return new Set(names.filter((name) => (values?.get(name) ?? '') !== (others?.get(name) ?? '')));
}

const sameJson = (one: Exact | undefined, other: Exact | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && jsonText(one) === jsonText(other));
