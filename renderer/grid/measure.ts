import { isExact, type PlacedColumn } from './columns';
import type { GridModel } from './grid.svelte';
import type { GridColumn } from './types';

/** Pixels of a cell besides its text. */
const CELL_PADDING = 22;
/** Space for the dot before a state. */
const DOT_WIDTH = 14;
/** Space for the sort arrow of a heading. */
const HEADING_ARROW_WIDTH = 16;
/** Space for the sort arrow and its number. */
const NUMBERED_ARROW_WIDTH = 30;

let context: CanvasRenderingContext2D | null | undefined;

/** Returns the width of a text in a cell in pixels; null without a canvas. */
function widthOf(text: string): number | null {
  if (context === undefined) {
    context = document.createElement('canvas').getContext('2d');
    // The widest font of a cell: that of the title column.
    if (context) context.font = `500 13px ${getComputedStyle(document.body).fontFamily}`;
  }
  return context ? context.measureText(text).width : null;
}

/** Returns the width of a column's widest drawn cell; 0 if there is none. */
function widestCellWidth({ name, text, tone }: GridColumn, model: GridModel): number {
  let widest = 0;
  for (let row = model.view.first; row <= model.view.last; row += 1) {
    const cells = model.rows.rowAt(row)?.cells;
    const cell = cells?.[name];
    if (cell !== undefined)
      widest = Math.max(widest, (widthOf(text(cell, cells)) ?? 0) + (tone ? DOT_WIDTH : 0));
  }
  return widest;
}

/** Returns the number of lines of a text whose words wrap at a width in pixels. */
function lineCountOf(text: string, width: number): number {
  const space = widthOf(' ') ?? 0;
  let lines = 1;
  let used = 0;
  for (const word of text.split(/\s+/)) {
    const length = widthOf(word) ?? 0;
    if (used > 0 && used + space + length > width) {
      lines += 1;
      used = 0;
    }
    const broken = width > 0 ? Math.max(0, Math.ceil(length / width) - 1) : 0; // a word longer than a line
    lines += broken;
    used += (used > 0 ? space : 0) + length - broken * width;
  }
  return lines;
}

/** Returns the number of lines that the longest visible text needs in the columns that wrap. */
export function linesNeeded(model: GridModel): number {
  const { first, last } = model.view.visible;
  let neededLines = 1;
  for (const { column, width } of model.arrangement.placed) {
    const { name, text, maxLines = 1, wrapsBelow = Infinity } = column;
    for (let row = first; row <= last && neededLines < maxLines && width < wrapsBelow; row += 1) {
      const cells = model.rows.rowAt(row)?.cells;
      const cell = cells?.[name];
      const lines = cell === undefined ? 1 : lineCountOf(text(cell, cells), width - CELL_PADDING);
      neededLines = Math.max(neededLines, Math.min(lines, maxLines));
    }
  }
  return neededLines;
}

/** Returns the width in pixels at which a column fits its current content and heading. */
export function fittingWidth(place: PlacedColumn, model: GridModel): number {
  const heading = widthOf(place.column.label);
  if (heading === null) return place.width;
  return (
    Math.ceil(Math.max(heading + NUMBERED_ARROW_WIDTH, widestCellWidth(place.column, model))) + CELL_PADDING
  );
}

const headingWidth = ({ label }: GridColumn): number => Math.ceil(widthOf(label) ?? 0) + HEADING_ARROW_WIDTH;

/** Returns the pixels that the headings need, by column; empty without a canvas. */
export const headingWidths = ({ arrangement }: GridModel): Map<string, number> =>
  new Map(
    widthOf('') === null
      ? []
      : arrangement.placed.map(({ column }) => [column.name, headingWidth(column) + CELL_PADDING]),
  );

/** Returns the pixels that the drawn cells need, in text columns also the heading; empty without a canvas. */
export function contentWidths(model: GridModel): Map<string, number> {
  if (widthOf('') === null) return new Map();
  return new Map(
    model.arrangement.placed.map(({ column }) => {
      const cells = Math.ceil(widestCellWidth(column, model));
      const heading = isExact(column) ? 0 : headingWidth(column);
      return [column.name, cells === 0 ? 0 : Math.max(cells, heading) + CELL_PADDING];
    }),
  );
}
