import type { Cell } from '../../../preload/contract/query';
import { columnsOf, type Column, type Resource } from '../../../preload/contract/resource';
import type { GridColumn } from '../../grid/types';
import { formatValue, isNumeric } from '../../kit/format';
import { toneOf } from '../../kit/tone';
import { masked } from '../record/secret';

/** A cached column as the grid shows it. */
export function gridColumn(column: Column): GridColumn {
  const { tones } = column;
  const shape = { kind: column.kind, words: column.words };
  const text = column.secret ? (cell: Cell) => masked(cell) : (cell: Cell) => formatValue(shape, cell);
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

export const gridColumns = (descriptor: Resource): GridColumn[] => columnsOf(descriptor).map(gridColumn);

/** The fields that the filter bar offers: those of the service's filter bodies (spec 2.1, 4.4–4.6). */
export const filterColumns = (descriptor: Resource): Column[] =>
  columnsOf(descriptor).filter((column) => column.filter);
