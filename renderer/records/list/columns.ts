import type { FieldKind } from '#contract/fields';
import type { Cell } from '#contract/query';
import { clipboardCell } from '#contract/spreadsheet-cells';
import { searchWordsOf } from '#contract/text';
import type { ResourceName } from '#contract/resources';
import { columnsOf, type Column, type Resource } from '#contract/resource';
import type { GridSearch } from '../../grid/matches';
import type { GridColumn, GridRow } from '../../grid/types';
import {
  exactMoneyTip,
  formatCents,
  formatValue,
  isNumeric,
  spreadsheetNumber,
  zeroLabelOf,
} from '../../ui/format';
import { exceptionToneOf } from '../../ui/tone';
import { cellNamedText, namedText } from '../names/names.svelte';
import { masked } from '../record/secret';
import type { ListField, ListContext } from './list-view';

/** Kinds whose values would be wrong if cut. */
const EXACT_KINDS = new Set<FieldKind>(['id', 'integer', 'number', 'money', 'percent', 'date', 'dateTime']);

/** Converts a cached column to a grid column. */
export function gridColumn(column: Column): GridColumn {
  const { tones, zeroLabels } = column;
  const isMoney = column.kind === 'money' && !column.labels;
  const isCounted = isNumeric(column.kind) && !column.labels;
  const named = namedText(column);
  const short = cellNamedText(column);
  const baseText = short ?? (isMoney ? formatCents : (cell: Cell) => formatValue(column, cell));
  const zeroText = (cell: Cell, row: GridRow['cells'] = {}) =>
    zeroLabelOf(column, cell, (field) => row[field]);
  const text = column.secret
    ? (cell: Cell) => masked(cell)
    : zeroLabels
      ? (cell: Cell, row?: GridRow['cells']) => zeroText(cell, row) ?? baseText(cell)
      : baseText;
  return {
    name: column.name,
    label: column.label,
    width: column.column ?? 120, // the descriptor's column width
    shown: column.shown === true,
    numeric: isNumeric(column.kind),
    summed: column.summable === true,
    exact: EXACT_KINDS.has(column.kind) && !column.labels && !column.names,
    filterable: isFilterable(column),
    help: column.help,
    searched: column.search === true,
    sortsAsText: column.kind === 'text' && !column.labels && !column.names && !column.secret,
    text,
    ...(named && short
      ? {
          exactText: (cell: Cell) => (named(cell) === short(cell) ? undefined : named(cell)),
          clipboardText: (cell: Cell) => clipboardCell(named(cell)),
        }
      : {}),
    ...(isMoney ? { exactText: exactMoneyTip } : {}),
    ...(isCounted
      ? {
          clipboardText: (cell: Cell, row?: GridRow['cells']) =>
            zeroText(cell, row) ?? spreadsheetNumber(column.kind, cell),
        }
      : {}),
    ...(zeroLabels ? { contextFields: [zeroLabels.where] } : {}),
    ...(tones ? { tone: (cell: Cell) => exceptionToneOf(tones, cell) } : {}),
  };
}

/** Returns the columns of a list; its view may format them, and add columns that cannot be sorted. */
export const gridColumns = (descriptor: Resource, context: () => ListContext): GridColumn[] =>
  columnsOf(descriptor).map((column) => {
    const { cell, text, neededList }: Partial<ListField> = column;
    return {
      ...gridColumn(column),
      primary: column.name === descriptor.title[0],
      ...(text ? { text: (value: Cell, row = {}) => text(value, context(), row) } : {}),
      ...(cell ? { sortable: false as const } : {}),
      ...(neededList ? { isOffered: () => hasRecords(context(), neededList) } : {}),
    };
  });

const hasRecords = ({ live }: ListContext, list: ResourceName): boolean =>
  live.resources.some(({ resource, count }) => resource === list && count > 0);

/** Returns true if rows can be filtered by a column; values computed per row cannot. */
export const isFilterable = (column: Column & Partial<ListField>): boolean =>
  column.cell === undefined && (column.kind !== 'objects' || column.itemKey !== undefined);

/** The most common filters, where a list has them. */
const COMMON_FILTERS = ['status', 'custodian'];

/**
 * Returns the fields of the filter panel: the most common ones, those that the service filters by (spec 2.1,
 * 4.4–4.6), then all other columns.
 */
export function filterColumns(
  descriptor: Resource,
  isOffered: (name: string) => boolean = () => true,
): { common: Column[]; others: Column[] } {
  const all = columnsOf(descriptor).filter((column) => isFilterable(column) && isOffered(column.name));
  const mostCommon = COMMON_FILTERS.flatMap((name) => all.filter((column) => column.name === name));
  const filteredByService = all.filter((column) => column.filter && !mostCommon.includes(column));
  const others = all.filter((column) => !column.filter && !mostCommon.includes(column));
  return { common: [...mostCommon, ...filteredByService], others };
}

/** Returns the search words and the searched columns, including those named by an alias. */
export function searchIn(
  descriptor: Resource,
  columns: readonly GridColumn[],
  search: string,
): GridSearch | null {
  const words = searchWordsOf(search);
  if (words.length === 0) return null;
  const searchedColumns = columnsOf(descriptor).filter((column) => column.search);
  const searchedNames = new Set(searchedColumns.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  return { words, columns: columns.filter(({ name }) => searchedNames.has(name)) };
}
