import { isList, type Exact } from '../../../preload/contract/exact-json/read';
import type { FieldKind } from '../../../preload/contract/fields';
import { EMPTY, formatValue, isEmpty } from '../../kit/format';
import { humanised, isObject, plainText } from './record';

/** A nested part of a record as a small table. */
export interface PartTable {
  readonly columns: readonly { readonly name: string; readonly label: string; readonly numeric: boolean }[];
  readonly rows: readonly (readonly string[])[];
}

interface PartField {
  readonly kind: FieldKind;
  readonly label?: string;
  readonly words?: Readonly<Record<string, string>>;
  /** What an empty value means here. */
  readonly none?: string;
}

/** Fields inside nested parts that read better than their names say (spec 2.6, 2.9; wire facts on fee locations). */
const KNOWN: Readonly<Record<string, PartField>> = {
  min_balance: { kind: 'money', label: 'From' },
  max_balance: { kind: 'money', label: 'To', none: 'no upper bound' },
  rate: { kind: 'percent', label: 'Rate' },
  account_id: { kind: 'id', label: 'Account' },
  group_id: { kind: 'id', label: 'Group' },
  fee_location: { kind: 'choice', label: 'Charged to', words: { '0': 'Itself', '-1': 'The group, by size' } },
  fee_location_option: { kind: 'choice', label: 'Option', words: { S: 'Self', G: 'Group', A: 'Account' } },
  phone_number: { kind: 'text', label: 'Number' },
  address_1: { kind: 'text', label: 'Address' },
  address_2: { kind: 'text', label: 'Second line' },
  postal_code: { kind: 'text', label: 'Postal code' },
};

/** The table for a nested value, or null when it is better shown as text. A single object is a table of one row. */
export function partsOf(value: Exact | undefined): PartTable | null {
  if (value === undefined) return null;
  const rows = isList(value) ? value : [value];
  if (rows.length === 0 || !rows.every(isObject)) return null;
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.some((row) => !isEmpty(row[name]) || KNOWN[name]?.none !== undefined),
  );
  return {
    columns: names.map((name) => ({
      name,
      label: KNOWN[name]?.label ?? humanised(name),
      numeric: KNOWN[name]?.kind === 'money' || KNOWN[name]?.kind === 'percent',
    })),
    rows: rows.map((row) => names.map((name) => partText(name, row[name]))),
  };
}

function partText(name: string, value: Exact | undefined): string {
  const known = KNOWN[name];
  if (isEmpty(value)) return known?.none ?? EMPTY;
  if (known) return formatValue(known, value);
  if (typeof value === 'boolean') return formatValue({ kind: 'boolean' }, value);
  return plainText(value);
}
