import { masked } from '../../../../preload/contract/domain/masked';
import type { NamedThing } from '../../../../preload/contract/calls/names';
import type { FieldKind } from '../../../../preload/contract/fields';
import type { Cell } from '../../../../preload/contract/query';
import { formatValue, zeroWords } from '../../../../preload/contract/domain/format-value';
import { kept } from '../../../common/kept';
import { columnsOf, type Column, type Resource } from '../../../../preload/contract/resource';
import { LIST_GAP } from '../../cache/cells';
import type { CellType, TableColumn, WrittenCell } from '../../files/tables/written';

/** Names by ID, of one batch of rows. */
export type NameTable = ReadonlyMap<string, string>;

/** A column of an export: which cell of a row it is made of, and how. */
export interface ExportColumn extends TableColumn {
  /** Place among the cells that are read. */
  readonly at: number;
  /** Of what the names are that `cell` looks up. */
  readonly names?: NamedThing;
  readonly cell: (value: Cell, names: NameTable, beside: Cell) => WrittenCell;
  /** Place of another cell that it depends on. */
  readonly beside?: number;
}

const TYPES: Readonly<Record<FieldKind, CellType>> = {
  id: 'id',
  text: 'text',
  choice: 'text',
  boolean: 'text',
  integer: 'number',
  number: 'number',
  money: 'money',
  percent: 'percent',
  date: 'date',
  moment: 'moment',
  ids: 'text',
  texts: 'text',
  parts: 'text',
};

/** Between names of a list: names have commas. */
const NAMES_GAP = '; ';
const YES_NO: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' };

/** What a secret is written as is what lists show of it. */
function cellOf({ secret, kind, words, mayBeCode }: Column): ExportColumn['cell'] {
  if (secret) return (value) => (value === null ? null : masked(String(value)));
  if (kind === 'boolean') return (value) => (value === null ? null : (YES_NO[String(value)] ?? value));
  if (kind === 'choice' || mayBeCode)
    return filled(kept((value) => formatValue({ kind, words, mayBeCode }, value)));
  if (!words) return (value) => value;
  return filled((value) => (Object.hasOwn(words, value) ? (words[value] ?? value) : value));
}

const filled =
  (of: (value: string | number) => WrittenCell): ExportColumn['cell'] =>
  (value) =>
    value === null ? null : of(value);

/** What is read for some columns: they, and after them the others that their words depend on. */
export function cellsRead(resource: Resource, wanted: readonly string[]): string[] {
  const columns = columnsOf(resource).filter(({ name }) => wanted.includes(name));
  return [...new Set([...wanted, ...columns.flatMap(({ zero }) => zero?.where ?? [])])];
}

/** The column, saying what 0 or nothing means where another cell of the row tells: "Tiered". */
export function zeroIn(column: Column, read: readonly string[], made: ExportColumn): ExportColumn {
  const { zero } = column;
  if (!zero) return made;
  const meant: ExportColumn['cell'] = (value, names, beside) =>
    zeroWords(column, value, () => beside) ?? made.cell(value, names, beside);
  return { ...made, beside: read.indexOf(zero.where), cell: meant };
}

/** Codes that their words do not tell have a column of their own, by which other programs know them. */
const tellsCodes = ({ words = {} }: Column): boolean =>
  Object.entries(words).every(([code, word]) => code.toLowerCase() === word.toLowerCase());

/**
 * The columns of a file for the wanted columns of a list, in their order: its words, then its codes; its IDs, then their
 * names, where `isNamed` knows of any.
 */
export function exportColumns(
  resource: Resource,
  wanted: readonly string[],
  isNamed: (thing: string) => boolean,
): ExportColumn[] {
  const columns = new Map(columnsOf(resource).map((column) => [column.name, column]));
  const read = cellsRead(resource, wanted);
  return wanted.flatMap((name, at) => {
    const column = columns.get(name);
    if (!column) return [];
    const { kind, label, names, secret, words } = column;
    const own = zeroIn(column, read, {
      at,
      heading: kind === 'moment' ? `${label} (UTC)` : label,
      type: secret || words ? 'text' : TYPES[kind],
      ...(column.column === undefined ? {} : { width: column.column }),
      cell: cellOf(column),
    });
    if (kind === 'choice' && !tellsCodes(column))
      return [own, { at, heading: `${label} (code)`, type: 'text' as const, cell: (value: Cell) => value }];
    if (!names || secret || !isNamed(names)) return [own];
    return [
      own,
      {
        at,
        heading: `${label} (name)`,
        type: 'text' as const,
        width: 220,
        names: names as NamedThing,
        cell: (value: Cell, table: NameTable) => (value === null ? null : namesOf(value, table)),
      },
    ];
  });
}

function namesOf(value: string | number, table: NameTable): string {
  const ids = idsIn(value);
  const [only = ''] = ids;
  if (ids.length === 1) return table.get(only) ?? only; // nearly all
  return ids.map((id) => table.get(id) ?? id).join(NAMES_GAP);
}

/** The IDs of a cell. */
export const idsIn = (value: string | number): string[] =>
  typeof value === 'string' && value.includes(LIST_GAP) ? value.split(LIST_GAP) : [String(value)];
