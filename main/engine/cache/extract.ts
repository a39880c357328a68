import { createHash } from 'node:crypto';
import { exactFieldsOf, fieldsOf, isInexact, type Fields } from '../../../preload/contract/exact-json/fields';
import { isBareCode, unknownCode } from '../../../preload/contract/domain/unknown-code';
import type { Field } from '../../../preload/contract/fields';
import type { Cell } from '../../../preload/contract/query';
import type { Column, Resource } from '../../../preload/contract/resource';
import { tailsOf } from '../sqlite/words';
import { cellOf, FITS, textOf } from './cells';
import { letterKeyOf } from './letter-key';
import { pairsCell } from './pairs';
import type { Table } from './schema';

/** What the cache keeps of one record beside its text. */
export interface Extract {
  readonly key: string;
  readonly title: string;
  readonly subtitle: string;
  /** Names of fields that do not fit, separated by commas; null when all do. "?" for a record without its key. */
  readonly drift: string | null;
  /** Its own fields do not name it: its key is made of its text. */
  readonly isNameless: boolean;
  /** Of what the table stores (schema.ts), in its order. */
  readonly cells: readonly Cell[];
  /** The text to be searched: the searched columns, with the words of codes. */
  readonly words: string;
}

const NO_RECORD = 'Not a record';

/** Makes the reader of one table's records; records that are no objects have no fields. */
export function extractor(table: Table): (raw: string) => Extract {
  const { resource, columns, searched, paired, lettered, stored } = table;
  const checks = Object.entries(resource.fields).map(([name, { kind }]) => ({ name, fits: FITS[kind] }));
  const spellings = Object.values(resource.fields).flatMap((field) => field.also ?? []);
  const places = new Map(columns.map((column, at) => [column, at]));
  const sought = searched.map((column) => ({ column, at: places.get(column) ?? 0 }));
  const sorted = lettered.map((column) => places.get(column) ?? 0);
  const titled = joiner(resource, resource.title, ' ');
  const subtitled = joiner(resource, resource.subtitle, ' · ');

  return (raw) => {
    let record = fieldsOf(raw);
    if (!record) {
      const cells = stored.map(() => null);
      return {
        key: unnamed(raw),
        title: NO_RECORD,
        subtitle: '',
        drift: '?',
        isNameless: true,
        cells,
        words: '',
      };
    }
    let drift = '';
    let inexact = false;
    for (const { name, fits } of checks) {
      const value = record[name];
      if (value === null || value === undefined) continue;
      if (!fits(value)) drift += drift === '' ? name : `,${name}`;
      if (typeof value !== 'string' && isInexact(value)) inexact = true;
    }
    for (const name of spellings) if (isInexact(record[name])) inexact = true;
    if (inexact) record = exactFieldsOf(raw) ?? record;
    const key = keyOf(resource, record);
    if (key === null) drift += drift === '' ? '?' : ',?';
    const cells: Cell[] = [];
    for (const column of columns) cells.push(cellOf(column, valueOf(column.name, column, record)));
    for (const column of paired) cells.push(pairsCell(column, valueOf(column.name, column, record)));
    for (const at of sorted) cells.push(letterKeyOf(cells[at] ?? null));
    let words = '';
    for (const { column, at } of sought) words += searchable(column, cells[at] ?? null, record);
    return {
      key: key ?? unnamed(raw),
      title: titled(record),
      subtitle: subtitled(record),
      drift: drift === '' ? null : drift,
      isNameless: key === null,
      cells,
      words: words.trimEnd(),
    };
  };
}

/** The values that name a record; null when it has none of them. A mark within a value is no mark between two. */
function keyOf({ key }: Resource, record: Fields): string | null {
  if (key.length === 1) return textOf(record[key[0] ?? '']);
  const texts = key.map((name) => textOf(record[name]) ?? '');
  return texts.every((text) => text === '')
    ? null
    : texts.map((text) => text.replace(/[\\|]/g, '\\$&')).join('|');
}

const unnamed = (raw: string): string => `?${createHash('sha256').update(raw).digest('hex').slice(0, 24)}`;

/** The field's value under the first of its spellings that is present and not empty. */
export function valueOf(name: string, field: Field, record: Fields): unknown {
  const value = record[name];
  const empty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  if (!empty) return value;
  for (const other of field.also ?? []) if (record[other] !== undefined) return record[other];
  return value;
}

/** The words of a code. Of those that are described: every object knows "constructor". */
const wordOf = ({ words }: Field, cell: Cell): string | undefined =>
  words && cell !== null && Object.hasOwn(words, cell) ? words[cell] : undefined;

function searchable(column: Column, cell: Cell, record: Fields): string {
  let words = '';
  if (cell !== null) words = `${cell} `;
  if (column.tail && cell !== null) words += `${tailsOf(String(cell)).join(' ')} `;
  if (column.words && cell !== null) words += `${wordOf(column, cell) ?? ''} `;
  for (const other of column.also ?? []) words += `${textOf(record[other]) ?? ''} `;
  return words;
}

/** A cell in people's words; null where it has a code that tells them nothing. */
function told(field: Field, cell: Cell): Cell {
  const word = wordOf(field, cell);
  if (word !== undefined || cell === null) return word ?? null;
  if (field.mayBeCode && isBareCode(String(cell))) return null;
  return field.kind === 'choice' ? unknownCode(String(cell)) : cell;
}

/** The values of some fields in people's words, one after the other. */
function joiner(resource: Resource, names: readonly string[], gap: string): (record: Fields) => string {
  const parts = names.flatMap((name) => {
    const field = resource.fields[name];
    return field ? [{ name, field }] : [];
  });
  return (record) => {
    let text = '';
    for (const { name, field } of parts) {
      const cell = told(field, cellOf(field, valueOf(name, field, record)));
      if (cell === null) continue;
      text += `${text === '' ? '' : gap}${cell}`;
    }
    return text;
  };
}
