import { spelledOut } from '#contract/text';
import { isList, type Exact } from '#contract/exact-json/read';
import type { Field } from '#contract/fields';
import { EMPTY, formatValue, isEmptyValue, isNumeric } from '../../ui/format';
import { names } from '../names/names.svelte';
import { humanize, isObject, displayText } from './record';

/** Nested objects of a record as a small table. */
export interface NestedRows {
  readonly columns: readonly { readonly name: string; readonly label: string; readonly numeric: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** Tooltips of the cells: the internal IDs of records shown by their numbers. */
  readonly tips: readonly (readonly (string | undefined)[])[];
}

// Every object inherits "constructor", which is not a field.
const ownValue = <V>(object: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/**
 * Returns a table for a nested value, or null if text is better. A single object is a table with one row;
 * `itemFields` are the item fields of its descriptor.
 */
export function nestedTable(value: Exact | undefined, itemFields: Field['items'] = {}): NestedRows | null {
  if (value === undefined) return null;
  const field = (name: string): Field | undefined => ownValue(itemFields, name);
  const rows = isList(value) ? value : [value];
  if (rows.length === 0 || !rows.every(isObject)) return null;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.some((row) => !isEmptyValue(ownValue(row, name)) || field(name)?.emptyLabel !== undefined),
  );
  return {
    columns: columns.map((name) => {
      const { label, kind, labels } = field(name) ?? { label: humanize(name), kind: 'text' };
      return { name, label, numeric: isNumeric(kind) && !labels };
    }),
    rows: rows.map((row) => columns.map((name) => nestedText(field(name), ownValue(row, name)))),
    tips: rows.map((row) => columns.map((name) => nestedTip(field(name), ownValue(row, name)))),
  };
}

/**
 * Returns nested objects as text, with the label of each value: "From $0.00, and above, Rate 1.00%". Null if they are no
 * table.
 */
export function nestedObjectsText(value: Exact | undefined, itemFields: Field['items'] = {}): string | null {
  const table = nestedTable(value, itemFields);
  if (!table) return null;
  return table.rows
    .map((row) =>
      row
        .map((text, index) => {
          const { name, label } = table.columns[index] ?? { name: '', label: '' };
          return text === ownValue(itemFields, name)?.emptyLabel ? text : `${label} ${text}`;
        })
        .join(', '),
    )
    .join('; ');
}

function nestedTip(field: Field | undefined, value: Exact | undefined): string | undefined {
  if (!field?.names || value === undefined || isEmptyValue(value)) return undefined;
  const text = displayText(value);
  return Object.hasOwn(field.labels ?? {}, text) ? undefined : names.idTip(field.names, text);
}

function nestedText(field: Field | undefined, value: Exact | undefined): string {
  if (isEmptyValue(value)) return field?.emptyLabel ?? EMPTY;
  if (field?.names && value !== undefined && !Object.hasOwn(field.labels ?? {}, displayText(value)))
    return names.textOf(field.names, displayText(value));
  if (field) return formatValue(field, value);
  if (typeof value === 'boolean') return formatValue({ kind: 'boolean' }, value);
  return spelledOut(displayText(value));
}
