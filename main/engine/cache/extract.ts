import { createHash } from 'node:crypto';
import type { Field } from '../../../preload/contract/fields';
import type { Resource } from '../../../preload/contract/resource';
import type { Cell } from '../../../preload/contract/query';
import type { Table } from './schema';

export type Json = Record<string, unknown>;

/** What the cache keeps of one record beside its text. */
export interface Extract {
  readonly key: string;
  readonly title: string;
  readonly subtitle: string;
  /** Names of fields that do not fit, separated by commas; null when all do. "?" for a record without its key. */
  readonly drift: string | null;
  readonly cells: readonly Cell[];
  /** The text to be searched: the searched columns, with the words of codes. */
  readonly words: string;
}

/** Between the parts of a list in one cell. */
export const LIST_GAP = ', ';

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && /^\s*-?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/.test(value));
const isList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((item) => item === null || typeof item === 'number' || typeof item === 'string');

/** The tolerant check of a value that is present; the same as the field's `read` schema, without its cost. */
export function fits(field: Field, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  switch (field.kind) {
    case 'id':
    case 'text':
    case 'choice':
    case 'boolean':
      return isScalar(value);
    case 'integer':
    case 'number':
    case 'money':
    case 'percent':
      return isNumeric(value);
    case 'date':
    case 'moment':
      return typeof value === 'string';
    case 'ids':
      return isList(value);
    case 'texts':
      return isList(value) || typeof value === 'string';
    case 'parts':
      return true;
  }
}

const yes = new Set<unknown>([true, 'true', 'True', 1, '1', 'Y', 'yes']);
const no = new Set<unknown>([false, 'false', 'False', 0, '0', 'N', 'no']);

/** The cell of a value: what is shown, sorted and filtered by. What does not fit is kept as text. */
export function cellOf(field: Field, value: unknown): Cell {
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case 'boolean':
      if (yes.has(value)) return 'true';
      return no.has(value) ? 'false' : textOf(value);
    case 'integer':
    case 'number':
    case 'money':
    case 'percent':
      return isNumeric(value) ? Number(value) : textOf(value);
    case 'id':
      return typeof value === 'number' ? value : textOf(value);
    case 'date':
      return typeof value === 'string' ? value.slice(0, 10) : textOf(value);
    case 'parts':
      return partIds(value);
    default:
      return textOf(value);
  }
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (Array.isArray(value)) {
    const items = value.filter((item) => item !== null && item !== undefined);
    return items.length === 0 ? null : items.map(plain).join(LIST_GAP);
  }
  return plain(value);
}
const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Nested parts are found by the accounts they name. An object, an array or null may come (wire facts B4). */
function partIds(value: unknown): string | null {
  const parts = Array.isArray(value) ? value : [value];
  const found = parts.flatMap((part: unknown) =>
    typeof part === 'object' && part !== null && 'account_id' in part && isScalar(part.account_id)
      ? [String(part.account_id)]
      : [],
  );
  return found.length === 0 ? null : found.join(LIST_GAP);
}

/** The field's value under the first of its spellings that is present and not empty. */
export function valueOf(name: string, field: Field, record: Json): unknown {
  const value = record[name];
  if (value !== undefined && value !== null) return value;
  for (const other of field.also ?? []) if (record[other] !== undefined) return record[other];
  return value;
}

const join = (resource: Resource, names: readonly string[], record: Json, gap: string): string =>
  names
    .flatMap((name) => {
      const field = resource.fields[name];
      const cell = field && cellOf(field, valueOf(name, field, record));
      if (cell === null || cell === undefined) return [];
      return [field?.words?.[String(cell)] ?? String(cell)];
    })
    .join(gap);

/** Makes the reader of one table's records; records that are no objects have no fields. */
export function extractor({ resource, columns, searched }: Table): (raw: string) => Extract {
  const fields = Object.entries(resource.fields);
  const positions = searched.map((column) => columns.indexOf(column));
  const spellings = searched.map((column) => column.also ?? []);
  return (raw) => {
    const record = objectOf(raw);
    if (!record)
      return {
        key: `?${createHash('sha256').update(raw).digest('hex').slice(0, 24)}`,
        title: raw.slice(0, 80),
        subtitle: '',
        drift: '?',
        cells: columns.map(() => null),
        words: '',
      };
    const drift: string[] = [];
    for (const [name, field] of fields) if (!fits(field, record[name])) drift.push(name);
    const parts = resource.key.map((name) => record[name]);
    const named = parts.some((part) => part !== null && part !== undefined && part !== '');
    if (!named) drift.push('?');
    const cells = columns.map((column) => cellOf(column, valueOf(column.name, column, record)));
    return {
      key: named
        ? parts.map((part) => textOf(part) ?? '').join('|')
        : `?${createHash('sha256').update(raw).digest('hex').slice(0, 24)}`,
      title: join(resource, resource.title, record, ' '),
      subtitle: join(resource, resource.subtitle, record, ' · '),
      drift: drift.length === 0 ? null : drift.join(','),
      cells,
      words: positions
        .flatMap((position, at) => {
          const own = cells[position];
          const word =
            own === null || own === undefined ? '' : (columns[position]?.words?.[String(own)] ?? '');
          const others = spellings[at]?.map((spelling) => textOf(record[spelling]) ?? '') ?? [];
          return [own ?? '', word, ...others];
        })
        .join(' '),
    };
  };
}

export function objectOf(raw: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined; // kept as it came, and flagged
  }
}
