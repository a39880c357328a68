import { maskSecret } from '#contract/text';
import type { NamedList } from '#contract/calls/names';
import type { FieldKind } from '#contract/fields';
import type { Cell } from '#contract/query';
import { formatValue, zeroLabelOf } from '#contract/format-value';
import { memoize } from '#common/memoize';
import type { Column, Resource } from '#contract/resource';
import { shownColumnsOf } from '#contract/resources/borrowed-columns';
import { LIST_SEPARATOR } from '../../cache/schema/cells';
import type { OutputCellType, OutputColumn, OutputCell } from '../../files/tables/output-table';

/** Names by ID, for one batch of rows. */
export type NameTable = ReadonlyMap<string, string>;

/** A column of an export: the cell that it is made from, and its format. */
export interface ExportColumn extends OutputColumn {
  /** Index of its cell among those read. */
  readonly cellIndex: number;
  /** The list whose names `cell` uses. */
  readonly names?: NamedList;
  readonly cell: (value: Cell, names: NameTable, contextCell: Cell) => OutputCell;
  /** Index of another cell that it depends on. */
  readonly contextIndex?: number;
}

/** The type of an output cell, by the kind of its field. */
export const OUTPUT_CELL_TYPES: Readonly<Record<FieldKind, OutputCellType>> = {
  id: 'id',
  text: 'text',
  choice: 'text',
  boolean: 'text',
  integer: 'number',
  number: 'number',
  money: 'money',
  percent: 'percent',
  date: 'date',
  dateTime: 'dateTime',
  ids: 'text',
  texts: 'text',
  objects: 'text',
};

/** Separator of names in a list: names contain commas. */
const NAME_SEPARATOR = '; ';
const YES_NO: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' };

/** Returns a function that formats a column's cells; a secret is masked as in lists. */
function cellFormatterOf({ secret, kind, labels, maybeCode }: Column): ExportColumn['cell'] {
  if (secret) return (value) => (value === null ? null : maskSecret(String(value)));
  if (kind === 'boolean') return (value) => (value === null ? null : (YES_NO[String(value)] ?? value));
  if (kind === 'choice' || maybeCode)
    return unlessEmpty(memoize((value) => formatValue({ kind, labels, maybeCode }, value)));
  if (!labels) return (value) => value;
  return unlessEmpty((value) => (Object.hasOwn(labels, value) ? (labels[value] ?? value) : value));
}

const unlessEmpty =
  (format: (value: string | number) => OutputCell): ExportColumn['cell'] =>
  (value) =>
    value === null ? null : format(value);

/** Returns the columns to read: the wanted ones, followed by others that their labels depend on. */
export function columnsToRead(resource: Resource, wanted: readonly string[]): string[] {
  const columns = shownColumnsOf(resource).filter(({ name }) => wanted.includes(name));
  return [...new Set([...wanted, ...columns.flatMap(({ zeroLabels }) => zeroLabels?.where ?? [])])];
}

/** Adds the label of zero or empty, which depends on another cell: a rate of 0 with tiers is "Tiered". */
export function withZeroLabel(column: Column, read: readonly string[], base: ExportColumn): ExportColumn {
  const { zeroLabels } = column;
  if (!zeroLabels) return base;
  const labeledCell: ExportColumn['cell'] = (value, names, contextCell) =>
    zeroLabelOf(column, value, () => contextCell) ?? base.cell(value, names, contextCell);
  return { ...base, contextIndex: read.indexOf(zeroLabels.where), cell: labeledCell };
}

/** Returns true if labels differ from their codes only in case. Otherwise the codes get a column, for other programs. */
const hasTrivialLabels = ({ labels = {} }: Column): boolean =>
  Object.entries(labels).every(([code, text]) => code.toLowerCase() === text.toLowerCase());

/** Returns an export's columns, in order: labels, then codes; IDs, then their names, if `isNamed`. */
export function exportColumns(
  resource: Resource,
  fieldNames: readonly string[],
  isNamed: (list: string) => boolean,
): ExportColumn[] {
  const columns = new Map(shownColumnsOf(resource).map((column) => [column.name, column]));
  const read = columnsToRead(resource, fieldNames);
  return fieldNames.flatMap((name, cellIndex) => {
    const column = columns.get(name);
    if (!column) return [];
    const { kind, label, names, secret, labels } = column;
    const valueColumn = withZeroLabel(column, read, {
      cellIndex,
      heading: kind === 'dateTime' ? `${label} (UTC)` : label,
      type: secret || labels ? 'text' : OUTPUT_CELL_TYPES[kind],
      ...(column.column === undefined ? {} : { width: column.column }),
      cell: cellFormatterOf(column),
    });
    if (kind === 'choice' && !hasTrivialLabels(column))
      return [
        valueColumn,
        { cellIndex, heading: `${label} (code)`, type: 'text' as const, cell: (value: Cell) => value },
      ];
    if (!names || secret || !isNamed(names)) return [valueColumn];
    return [
      valueColumn,
      {
        cellIndex,
        heading: `${label} (name)`,
        type: 'text' as const,
        width: 220,
        names: names as NamedList,
        cell: (value: Cell, table: NameTable) => (value === null ? null : namesOf(value, table)),
      },
    ];
  });
}

function namesOf(value: string | number, table: NameTable): string {
  if (!isIdList(value)) return table.get(String(value)) ?? String(value);
  return value
    .split(LIST_SEPARATOR)
    .map((id) => table.get(id) ?? id)
    .join(NAME_SEPARATOR);
}

const isIdList = (value: string | number): value is string =>
  typeof value === 'string' && value.includes(LIST_SEPARATOR);

/** Returns the IDs of a cell. */
export const idsInCell = (value: string | number): string[] =>
  isIdList(value) ? value.split(LIST_SEPARATOR) : [String(value)];
