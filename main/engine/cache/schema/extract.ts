import { createHash } from 'node:crypto';
import { exactFieldsOf, fieldsOf, isInexact, type ExactFields } from '#contract/exact-json/fields';
import { isBareCode, unknownCodeLabel } from '#contract/text';
import type { Field, FieldKind } from '#contract/fields';
import type { Cell } from '#contract/query';
import type { Column, Resource } from '#contract/resource';
import { searchTailsOf } from '../../sqlite/search-text';
import { cellOf, FITS_KIND, plainTextOf } from './cells';
import { collationKeyOf } from './collation-key';
import { pairsCell } from './pairs';
import type { TableSchema } from './schema';

/** The values of a record that the cache stores besides its text. */
export interface Extract {
  readonly key: string;
  readonly title: string;
  readonly subtitle: string;
  /**
   * Comma-separated names of fields that do not fit their type, then "?" if the record lacks its key; null if
   * all fit.
   */
  readonly drift: string | null;
  /** The record has no key; one is derived from its text. */
  readonly isWithoutKey: boolean;
  /** The table's stored columns (schema.ts), in order. */
  readonly cells: readonly Cell[];
  /** Searchable text: the searched columns, with the labels of codes, other spellings and ends of numbers. */
  readonly words: string;
}

const NO_RECORD = 'Not a record';

/** How a field is read. Computed once per table because every record needs it. */
interface FieldReader {
  readonly name: string;
  readonly field: Field;
  readonly fits: (value: unknown) => boolean;
  /** Any string fits this field and is its cell. */
  readonly isText: boolean;
  readonly hasAliases: boolean;
  /** Index of its cell; -1 if it is not a column. */
  readonly index: number;
}

const TEXTUAL: ReadonlySet<FieldKind> = new Set<FieldKind>(['id', 'text', 'choice']);

function fieldReaderOf(name: string, field: Field, index: number): FieldReader {
  const { kind, aliases } = field;
  return {
    name,
    field,
    fits: FITS_KIND[kind],
    isText: TEXTUAL.has(kind),
    hasAliases: aliases !== undefined,
    index,
  };
}

/** Returns a reader for one table's records. A record that is not an object has no fields. */
export function extractor(table: TableSchema): (raw: string) => Extract {
  const { resource, columns, searched, paired, collated, stored } = table;
  const indexes = new Map(columns.map((column, index) => [column.name, index]));
  const indexOf = (name: string): number => indexes.get(name) ?? -1;
  const fieldReaders = Object.entries(resource.fields).map(([name, field]) =>
    fieldReaderOf(name, field, indexOf(name)),
  );
  const spellings = Object.values(resource.fields).flatMap((field) => field.aliases ?? []);
  const searchedColumns = searched.map((column) => searchedColumnOf(column, indexOf(column.name)));
  const collatedIndexes = collated.map((column) => indexOf(column.name));
  const titleOf = joiner(resource, resource.title, ' ', indexOf);
  const subtitleOf = joiner(resource, resource.subtitle, ' · ', indexOf);
  const blank: readonly Cell[] = stored.map(() => null);

  return (raw) => {
    let record = fieldsOf(raw);
    if (!record) {
      return {
        key: keyFromText(raw),
        title: NO_RECORD,
        subtitle: '',
        drift: '?',
        isWithoutKey: true,
        cells: blank,
        words: '',
      };
    }
    const cells = blank.slice();
    let drift = '';
    let hasInexact = false;
    for (const { name, field, fits, isText, hasAliases, index } of fieldReaders) {
      const value = record[name];
      if (isText && typeof value === 'string') {
        if (index >= 0 && value !== '') cells[index] = value;
        continue;
      }
      if (value !== null && value !== undefined) {
        if (!fits(value)) drift += drift === '' ? name : `,${name}`;
        if (typeof value !== 'string' && isInexact(value)) hasInexact = true;
      } else if (!hasAliases) continue;
      if (index >= 0) cells[index] = cellOf(field, extractValue(name, field, record));
    }
    for (const name of spellings) if (isInexact(record[name])) hasInexact = true;
    // Reads the record again with the digits that JSON.parse loses, which few records need.
    if (hasInexact) {
      record = exactFieldsOf(raw) ?? record;
      for (const { name, field, index } of fieldReaders)
        if (index >= 0) cells[index] = cellOf(field, extractValue(name, field, record));
    }
    const key = keyOf(resource, record);
    if (key === null) drift += drift === '' ? '?' : ',?';
    let next = columns.length;
    for (const column of paired) cells[next++] = pairsCell(column, extractValue(column.name, column, record));
    for (const index of collatedIndexes) cells[next++] = collationKeyOf(cells[index] ?? null);
    let words = '';
    for (const searchedColumn of searchedColumns) words += searchTextOf(searchedColumn, cells, record);
    return {
      key: key ?? keyFromText(raw),
      title: titleOf(record, cells),
      subtitle: subtitleOf(record, cells),
      drift: drift === '' ? null : drift,
      isWithoutKey: key === null,
      cells,
      words: words.trimEnd(),
    };
  };
}

/** Returns the key values of a record joined with |, escaped inside a value; null if it has none. */
function keyOf({ key }: Resource, record: ExactFields): string | null {
  if (key.length === 1) return plainTextOf(record[key[0] ?? '']);
  const texts = key.map((name) => plainTextOf(record[name]) ?? '');
  return texts.every((text) => text === '')
    ? null
    : texts.map((text) => text.replace(/[\\|]/g, '\\$&')).join('|');
}

const keyFromText = (raw: string): string =>
  `?${createHash('sha256').update(raw).digest('hex').slice(0, 24)}`;

/** Returns a field's value; if it is missing, null or an empty list, the value under the first other spelling that is present. */
export function extractValue(name: string, field: Field, record: ExactFields): unknown {
  const value = record[name];
  const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  if (!isEmpty) return value;
  for (const other of field.aliases ?? []) if (record[other] !== undefined) return record[other];
  return value;
}

/** Returns the label of a code. Checks own properties: every object has "constructor". */
const labelOf = ({ labels }: Field, cell: Cell): string | undefined =>
  labels && cell !== null && Object.hasOwn(labels, cell) ? labels[cell] : undefined;

/** How a column is searched. */
interface SearchedColumn {
  readonly index: number;
  readonly searchesBySuffix: boolean;
  /** Labels of codes that differ from the code itself. */
  readonly labels: ReadonlyMap<string, string>;
  readonly aliases: readonly string[];
}

function searchedColumnOf(
  { searchBySuffix, labels = {}, aliases = [] }: Column,
  index: number,
): SearchedColumn {
  const distinctLabels = Object.entries(labels).filter(
    ([code, label]) => label.toLowerCase() !== code.toLowerCase(),
  );
  return { index, searchesBySuffix: searchBySuffix === true, labels: new Map(distinctLabels), aliases };
}

function searchTextOf(
  { index, searchesBySuffix, labels, aliases }: SearchedColumn,
  cells: readonly Cell[],
  record: ExactFields,
): string {
  const cell = cells[index] ?? null;
  let searchText = '';
  if (cell !== null) {
    const text = String(cell);
    searchText = `${text} `;
    if (searchesBySuffix) for (const suffix of searchTailsOf(text)) searchText += `${suffix} `;
    const label = labels.get(text);
    if (label !== undefined) searchText += `${label} `;
  }
  for (const name of aliases) {
    const other = plainTextOf(record[name]);
    if (other !== null && other !== cell) searchText += `${other} `;
  }
  return searchText;
}

/** Returns a cell as text for the user; null for a code without a meaning. */
function displayText(field: Field, cell: Cell): Cell {
  const label = labelOf(field, cell);
  if (label !== undefined || cell === null) return label ?? null;
  if (field.maybeCode && isBareCode(String(cell))) return null;
  return field.kind === 'choice' ? unknownCodeLabel(String(cell)) : cell;
}

/** Returns a function that joins the texts of some fields. */
function joiner(
  resource: Resource,
  names: readonly string[],
  gap: string,
  indexOf: (name: string) => number,
): (record: ExactFields, cells: readonly Cell[]) => string {
  const parts = names.flatMap((name) => {
    const field = resource.fields[name];
    return field ? [{ name, field, index: indexOf(name) }] : [];
  });
  return (record, cells) => {
    let text = '';
    for (const { name, field, index } of parts) {
      const cell = displayText(
        field,
        index >= 0 ? (cells[index] ?? null) : cellOf(field, extractValue(name, field, record)),
      );
      if (cell === null) continue;
      text += `${text === '' ? '' : gap}${cell}`;
    }
    return text;
  };
}
