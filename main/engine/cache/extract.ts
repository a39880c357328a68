import { createHash } from 'node:crypto';
import { exactFieldsOf, fieldsOf, isInexact, type Fields } from '../../../preload/contract/exact-json/fields';
import { isBareCode, unknownCode } from '../../../preload/contract/domain/unknown-code';
import type { Field, FieldKind } from '../../../preload/contract/fields';
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

/** How a field of a record is read: worked out once for each table, as it is asked for with every record. */
interface Reading {
  readonly name: string;
  readonly field: Field;
  readonly fits: (value: unknown) => boolean;
  /** Any string fits it, and is its cell. */
  readonly isText: boolean;
  readonly hasOthers: boolean;
  /** Of its cell; -1: it is no column. */
  readonly place: number;
}

const TEXTUAL: ReadonlySet<FieldKind> = new Set<FieldKind>(['id', 'text', 'choice']);

function readingOf(name: string, field: Field, place: number): Reading {
  const { kind, also } = field;
  return { name, field, fits: FITS[kind], isText: TEXTUAL.has(kind), hasOthers: also !== undefined, place };
}

/** Makes the reader of one table's records; records that are no objects have no fields. */
export function extractor(table: Table): (raw: string) => Extract {
  const { resource, columns, searched, paired, lettered, stored } = table;
  const places = new Map(columns.map((column, at) => [column.name, at]));
  const placeOf = (name: string): number => places.get(name) ?? -1;
  const readings = Object.entries(resource.fields).map(([name, field]) =>
    readingOf(name, field, placeOf(name)),
  );
  const spellings = Object.values(resource.fields).flatMap((field) => field.also ?? []);
  const sought = searched.map((column) => soughtOf(column, placeOf(column.name)));
  const sorted = lettered.map((column) => placeOf(column.name));
  const titled = joiner(resource, resource.title, ' ', placeOf);
  const subtitled = joiner(resource, resource.subtitle, ' · ', placeOf);
  const blank: readonly Cell[] = stored.map(() => null);

  return (raw) => {
    let record = fieldsOf(raw);
    if (!record) {
      return {
        key: unnamed(raw),
        title: NO_RECORD,
        subtitle: '',
        drift: '?',
        isNameless: true,
        cells: blank,
        words: '',
      };
    }
    const cells = blank.slice();
    let drift = '';
    let inexact = false;
    for (const { name, field, fits, isText, hasOthers, place } of readings) {
      const value = record[name];
      if (isText && typeof value === 'string') {
        if (place >= 0 && value !== '') cells[place] = value;
        continue;
      }
      if (value !== null && value !== undefined) {
        if (!fits(value)) drift += drift === '' ? name : `,${name}`;
        if (typeof value !== 'string' && isInexact(value)) inexact = true;
      } else if (!hasOthers) continue;
      if (place >= 0) cells[place] = cellOf(field, valueOf(name, field, record));
    }
    for (const name of spellings) if (isInexact(record[name])) inexact = true;
    if (inexact) {
      record = exactFieldsOf(raw) ?? record;
      for (const { name, field, place } of readings)
        if (place >= 0) cells[place] = cellOf(field, valueOf(name, field, record));
    }
    const key = keyOf(resource, record);
    if (key === null) drift += drift === '' ? '?' : ',?';
    let next = columns.length;
    for (const column of paired) cells[next++] = pairsCell(column, valueOf(column.name, column, record));
    for (const at of sorted) cells[next++] = letterKeyOf(cells[at] ?? null);
    let words = '';
    for (const one of sought) words += searchable(one, cells, record);
    return {
      key: key ?? unnamed(raw),
      title: titled(record, cells),
      subtitle: subtitled(record, cells),
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

/** What is searched for of a column. */
interface Sought {
  readonly place: number;
  readonly hasTail: boolean;
  /** The words of its codes that are not the code itself. */
  readonly words: ReadonlyMap<string, string>;
  readonly others: readonly string[];
}

function soughtOf({ tail, words = {}, also = [] }: Column, place: number): Sought {
  const told = Object.entries(words).filter(([code, word]) => word.toLowerCase() !== code.toLowerCase());
  return { place, hasTail: tail === true, words: new Map(told), others: also };
}

function searchable(
  { place, hasTail, words, others }: Sought,
  cells: readonly Cell[],
  record: Fields,
): string {
  const cell = cells[place] ?? null;
  let found = '';
  if (cell !== null) {
    const text = String(cell);
    found = `${text} `;
    if (hasTail) for (const tail of tailsOf(text)) found += `${tail} `;
    const word = words.get(text);
    if (word !== undefined) found += `${word} `;
  }
  for (const name of others) {
    const other = textOf(record[name]);
    if (other !== null && other !== cell) found += `${other} `;
  }
  return found;
}

/** A cell in people's words; null where it has a code that tells them nothing. */
function told(field: Field, cell: Cell): Cell {
  const word = wordOf(field, cell);
  if (word !== undefined || cell === null) return word ?? null;
  if (field.mayBeCode && isBareCode(String(cell))) return null;
  return field.kind === 'choice' ? unknownCode(String(cell)) : cell;
}

/** The values of some fields in people's words, one after the other. */
function joiner(
  resource: Resource,
  names: readonly string[],
  gap: string,
  placeOf: (name: string) => number,
): (record: Fields, cells: readonly Cell[]) => string {
  const parts = names.flatMap((name) => {
    const field = resource.fields[name];
    return field ? [{ name, field, place: placeOf(name) }] : [];
  });
  return (record, cells) => {
    let text = '';
    for (const { name, field, place } of parts) {
      const cell = told(
        field,
        place >= 0 ? (cells[place] ?? null) : cellOf(field, valueOf(name, field, record)),
      );
      if (cell === null) continue;
      text += `${text === '' ? '' : gap}${cell}`;
    }
    return text;
  };
}
