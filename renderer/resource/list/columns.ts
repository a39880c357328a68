import type { Cell } from '../../../preload/contract/query';
import { columnsOf, type Column, type Resource } from '../../../preload/contract/resource';
import type { GridColumn } from '../../grid/types';
import { formatValue, isNumeric } from '../../kit/format';
import { toneOf } from '../../kit/tone';
import { namedWords } from '../names/names.svelte';
import { masked } from '../record/secret';
import type { ListField, ListMeans } from './list-view';

/** A cached column as the grid shows it. */
export function gridColumn(column: Column): GridColumn {
  const { tones } = column;
  const shape = { kind: column.kind, words: column.words };
  const text = column.secret
    ? (cell: Cell) => masked(cell)
    : (namedWords(column) ?? ((cell: Cell) => formatValue(shape, cell)));
  return {
    name: column.name,
    label: column.label,
    width: column.column ?? 120,
    shown: column.shown === true,
    numeric: isNumeric(column.kind),
    filterable: column.filter === true,
    help: column.help,
    text,
    ...(tones ? { tone: (cell: Cell) => toneOf(tones, cell) } : {}),
  };
}

/** The columns of a list; its view may know their words, and cells of its own that cannot be sorted by. */
export const gridColumns = (descriptor: Resource, means: () => ListMeans): GridColumn[] =>
  columnsOf(descriptor).map((column) => {
    const { cell, text }: Partial<ListField> = column;
    return {
      ...gridColumn(column),
      ...(text ? { text: (value: Cell, row = {}) => text(value, means(), row) } : {}),
      ...(cell ? { sortable: false as const } : {}),
    };
  });

/** The fields that the filter bar offers: those of the service's filter bodies (spec 2.1, 4.4–4.6). */
export const filterColumns = (descriptor: Resource): Column[] =>
  columnsOf(descriptor).filter((column) => column.filter);
