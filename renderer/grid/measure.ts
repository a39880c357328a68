import type { Placed } from './columns';
import type { GridModel } from './grid.svelte';
import type { GridColumn } from './types';

/** Pixels of a cell beside its text. */
const PADDING = 22;
/** The dot before a word of state. */
const DOT = 14;
/** Room for the sort arrow and its number. */
const ARROW = 30;

let pen: CanvasRenderingContext2D | null | undefined;

/** The width of a text in a cell, in pixels; null where nothing can be drawn. */
function widthOf(text: string): number | null {
  if (pen === undefined) {
    pen = document.createElement('canvas').getContext('2d');
    if (pen) pen.font = `500 13px ${getComputedStyle(document.body).fontFamily}`;
  }
  return pen ? pen.measureText(text).width : null;
}

/** The widest cell of a column among the rows drawn; 0 where none is here. */
function widestCell({ name, text, tone }: GridColumn, model: GridModel): number {
  let widest = 0;
  for (let row = model.view.first; row <= model.view.last; row += 1) {
    const cells = model.rows.rowAt(row)?.cells;
    const cell = cells?.[name];
    if (cell !== undefined) widest = Math.max(widest, (widthOf(text(cell, cells)) ?? 0) + (tone ? DOT : 0));
  }
  return widest;
}

/** The width in pixels at which a column shows what is in it now, heading included. */
export function fittingWidth(place: Placed, model: GridModel): number {
  const heading = widthOf(place.column.label);
  if (heading === null) return place.width;
  return Math.ceil(Math.max(heading + ARROW, widestCell(place.column, model))) + PADDING;
}

/** What the numbers and dates in sight need, in pixels by column. */
export const exactNeeds = (model: GridModel): Map<string, number> =>
  new Map(
    model.arrangement.placed
      .filter(({ column }) => column.exact ?? column.numeric)
      .map(({ column }) => [column.name, Math.ceil(widestCell(column, model)) + PADDING]),
  );
