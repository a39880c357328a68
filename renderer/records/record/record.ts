import { isPossibleDay } from '#contract/dates';
import { hasHiddenMarks, spelledOut, capitalize } from '#contract/text';
import { isList, jsonText, readExact, Verbatim, type Exact } from '#contract/exact-json/read';
import { unlessInvalidJson } from '#contract/exact-json/scan';
import type { Field, FieldKind, Tone } from '#contract/fields';
import type { Resource } from '#contract/resource';
import { sameJson } from '#contract/same-value';
import { SECRET_FIELDS } from '#contract/resources';
import { asText, formatValue, isEmptyValue, zeroLabelOf, type FormatOptions } from '../../ui/format';
import { exceptionToneOf, toneOf } from '../../ui/tone';

/** One line of the record panel. */
export interface RecordField {
  readonly name: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly value: Exact | undefined;
  /** The formatted value; for nested objects, see `nestedTable`. */
  readonly text: string;
  readonly empty: boolean;
  /** The value to copy: as received, without separators and signs. */
  readonly plain: string;
  /** True if the service omitted the field. */
  readonly absent: boolean;
  /** True if the value did not match the field's schema and is shown as received. */
  readonly isDrifted: boolean;
  /** Why the displayed value may be misleading. */
  readonly warning: ValueWarning | null;
  readonly secret: boolean;
  /** The color of a state; undefined for other fields. */
  readonly tone: Tone | undefined;
  /** True if the state is an exception, whose color differs from the quiet default. */
  readonly isException: boolean;
  /** Descriptors of nested item fields. */
  readonly items: Field['items'];
  readonly help: string | undefined;
  /** The list that its IDs refer to. */
  readonly names: string | undefined;
}

/** `unexpected-form`: not as documented. `no-such-day`: an impossible date. `hidden-marks`: invisible characters. */
export type ValueWarning = 'unexpected-form' | 'no-such-day' | 'hidden-marks';

export interface RecordGroup {
  readonly label: string;
  readonly fields: readonly RecordField[];
  /** True for the last group, of the service's internal fields. */
  readonly isInternal: boolean;
}

export interface RecordContent {
  readonly groups: readonly RecordGroup[];
  readonly emptyCount: number;
  /** Labels of fields in an unexpected form. */
  readonly driftedFields: readonly string[];
  /** True if the whole record did not match its schema. */
  readonly hasUnexpectedFormat: boolean;
}

export const OTHER_GROUP = 'Other fields from the service';
/** Every record contains its type, which is not in the descriptor; it is shown with the internal fields. */
const TYPE_FIELD = 'object';

/** Returns a label for an unknown field: "sub_advisor_id" → "Sub advisor id". */
export const humanize = (name: string): string => capitalize(name.replace(/[_.-]+/g, ' ').trim()) || name;

/**
 * Formats a record: the descriptor's fields by heading, even if the service omitted them, then unknown ones and
 * internal ones. `drift` names the fields that did not match, "" for the whole record.
 */
export function readRecord(descriptor: Resource, raw: string, drift: readonly string[]): RecordContent {
  const record = recordIn(raw);
  const driftedNames = new Set(drift);
  const handledNames = new Set<string>();
  const groups = new Map<string, RecordField[]>();
  const internal: RecordField[] = [];
  const addField = (group: string | null, field: RecordField) => {
    if (group === null) {
      internal.push(field);
      return;
    }
    const fields = groups.get(group) ?? [];
    groups.set(group, [...fields, field]);
  };

  for (const [name, field] of Object.entries(descriptor.fields)) {
    const present = [name, ...(field.aliases ?? [])].filter((each) => Object.hasOwn(record, each));
    const spelling = present.find((each) => record[each] !== null) ?? present[0];
    const value = spelling === undefined ? undefined : record[spelling];
    // A spelling with another value remains, and is shown below as a separate field.
    for (const each of present)
      if (sameJson(record[each], value) || record[each] === null) handledNames.add(each);
    addField(field.internal ? null : (field.group ?? capitalize(descriptor.singular)), {
      name,
      label: field.label,
      kind: field.kind,
      value,
      text: zeroLabelOf(field, value, (other) => record[other]) ?? fieldText(field, value),
      empty: isEmptyValue(value),
      plain: displayText(value),
      absent: spelling === undefined,
      isDrifted: driftedNames.has(name),
      warning: valueWarning(field.kind, value, driftedNames.has(name)),
      secret: field.secret === true,
      tone: field.tones && toneOf(field.tones, value),
      isException: exceptionToneOf(field.tones ?? {}, value) !== undefined,
      items: field.items,
      help: field.help,
      // Nested objects are a table with names in its cells.
      names: field.kind === 'objects' ? undefined : field.names,
    });
  }
  for (const [name, value] of Object.entries(record)) {
    if (handledNames.has(name) || Object.hasOwn(descriptor.fields, name)) continue;
    const kind = guessedKind(name, value);
    addField(name === TYPE_FIELD ? null : OTHER_GROUP, {
      name,
      label: humanize(name),
      kind,
      value,
      text: fieldText({ kind }, value),
      empty: isEmptyValue(value),
      plain: displayText(value),
      absent: false,
      isDrifted: driftedNames.has(name),
      warning: valueWarning(kind, value, driftedNames.has(name)),
      secret: SECRET_FIELDS.has(name),
      tone: undefined,
      isException: false,
      items: undefined,
      help: undefined,
      names: undefined,
    });
  }
  const all = [...groups.values(), internal].flat();
  return {
    groups: [
      ...[...groups].map(([label, fields]) => ({ label, fields, isInternal: false })),
      ...(internal.length > 0 ? [{ label: 'More', fields: internal, isInternal: true }] : []),
    ],
    emptyCount: all.filter((field) => field.empty).length,
    driftedFields: all.filter((field) => field.isDrifted).map((field) => field.label),
    hasUnexpectedFormat: driftedNames.has(''),
  };
}

/** Returns a record's title, formatted with names and dates instead of codes and wire dates. */
export function titleOfRecord(descriptor: Resource, raw: string, fallback: string): string {
  const record = recordIn(raw);
  const parts = descriptor.title.flatMap((name) => {
    const field = descriptor.fields[name];
    return field && !isEmptyValue(record[name]) ? [formatValue(field, record[name])] : [];
  });
  return parts.join(' ') || spelledOut(fallback) || 'No name';
}

/** Guesses the kind of an unknown field. Numbers get no separators, because they may be IDs. */
function guessedKind(name: string, value: Exact): FieldKind {
  if (typeof value === 'boolean') return 'boolean';
  if (isObject(value)) return 'objects';
  if (isList(value)) return value.every((item) => item === null || isScalar(item)) ? 'texts' : 'objects';
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}([T ]|$)/.test(value))
    return /_utc$|_at$/.test(name) ? 'dateTime' : 'date';
  return 'text';
}

/** Returns a record's fields. A value that is not an object is one field, and invalid JSON one text. */
const recordIn = (raw: string): Readonly<Record<string, Exact>> =>
  unlessInvalidJson(() => asObject(readExact(raw))) ?? { value: raw };

function valueWarning(kind: FieldKind, value: Exact | undefined, isDrifted: boolean): ValueWarning | null {
  const text = displayText(value);
  if ((kind === 'date' || kind === 'dateTime') && !isPossibleDay(text)) return 'no-such-day';
  if (hasHiddenMarks(text)) return 'hidden-marks';
  return isDrifted ? 'unexpected-form' : null;
}

const asObject = (value: Exact): Readonly<Record<string, Exact>> => (isObject(value) ? value : { value });
export const isObject = (value: Exact): value is { readonly [name: string]: Exact } =>
  typeof value === 'object' && value !== null && !isList(value) && !(value instanceof Verbatim);
const isScalar = (value: Exact): boolean => typeof value !== 'object' || value instanceof Verbatim;

/** Formats like the grid, but a list with a long item has one item per line. */
function fieldText(shape: FormatOptions, value: Exact | undefined): string {
  if (shape.kind === 'texts' && Array.isArray(value) && value.some((item) => asText(item).length > 20))
    return value
      .filter((item) => !isEmptyValue(item))
      .map(asText)
      .join('\n');
  // A value that is not a table is shown as received, because "1 entry" would say nothing.
  if (shape.kind === 'objects' && !isEmptyValue(value)) return spelledOut(displayText(value));
  return formatValue(shape, value);
}

/** Returns a value as text, digits unchanged. */
export function displayText(value: Exact | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return isList(value) && value.every(isScalar) ? value.map(displayText).join(', ') : jsonText(value);
}

/** Returns the names of fields in which two records differ. Null, absent and blank count as equal. */
export function differingFields(a: RecordContent, b: RecordContent): ReadonlySet<string> {
  const [values, others] = [a, b].map(
    ({ groups }) =>
      new Map(
        groups.flatMap(({ fields }) => fields).map(({ name, empty, plain }) => [name, empty ? '' : plain]),
      ),
  );
  const names = [...(values?.keys() ?? []), ...(others?.keys() ?? [])];
  return new Set(names.filter((name) => (values?.get(name) ?? '') !== (others?.get(name) ?? '')));
}
