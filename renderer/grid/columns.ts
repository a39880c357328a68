import type { ColumnLayout } from '#contract/query';
import type { GridColumn } from './types';

export const MIN_WIDTH = 48;
export const MAX_WIDTH = 1200;
type LayoutEntry = ColumnLayout[number];

/** Returns the default layout of the columns. */
export const defaultLayout = (columns: readonly GridColumn[]): ColumnLayout =>
  columns.map(({ name, width, shown }) => ({ name, width, shown, pinned: false }));

/**
 * Adapts a stored layout to the current columns: removed columns are dropped, new ones are added at the end
 * with their default visibility. At least one column stays visible.
 */
export function fitLayout(columns: readonly GridColumn[], storedLayout: ColumnLayout | null): ColumnLayout {
  const fallback = defaultLayout(columns);
  if (!storedLayout) return fallback;
  const unmatched = new Map(fallback.map((place) => [place.name, place]));
  const kept = storedLayout.filter((place) => unmatched.delete(place.name));
  const fitted = [...kept, ...unmatched.values()];
  return fitted.some((place) => place.shown) ? fitted : fallback;
}

const edit = (layout: ColumnLayout, name: string, change: Partial<LayoutEntry>): ColumnLayout =>
  layout.map((place) => (place.name === name ? { ...place, ...change } : place));

export const withWidth = (layout: ColumnLayout, name: string, width: number): ColumnLayout =>
  edit(layout, name, { width: Math.round(Math.min(Math.max(width, MIN_WIDTH), MAX_WIDTH)) });

/** Shows or hides a column; the last visible one cannot be hidden. */
export function withShown(layout: ColumnLayout, name: string, show: boolean): ColumnLayout {
  const changed = edit(layout, name, { shown: show });
  return changed.some((place) => place.shown) ? changed : layout;
}

export const withPinned = (layout: ColumnLayout, name: string, pin: boolean): ColumnLayout =>
  edit(layout, name, { pinned: pin });

/**
 * Moves a column before another one, or to the end if `before` is null. It stays pinned or unpinned, and pinned
 * columns come first wherever they are in the layout.
 */
export function moveColumn(layout: ColumnLayout, name: string, before: string | null): ColumnLayout {
  const place = layout.find((each) => each.name === name);
  if (!place || name === before) return layout;
  const others = layout.filter((each) => each.name !== name);
  const index = before === null ? others.length : others.findIndex((each) => each.name === before);
  return index < 0 ? layout : others.toSpliced(index, 0, place);
}

/** Moves a column by one among the visible columns of its part (pinned or not): left for -1, right for 1. */
export function moveColumnByOne(layout: ColumnLayout, name: string, step: -1 | 1): ColumnLayout {
  const place = layout.find((each) => each.name === name);
  if (!place) return layout;
  const part = layout.filter((each) => each.shown && each.pinned === place.pinned);
  const neighbor = part[part.indexOf(place) + step];
  if (!neighbor) return layout;
  if (step < 0) return moveColumn(layout, name, neighbor.name);
  return moveColumn(layout, name, layout[layout.indexOf(neighbor) + 1]?.name ?? null);
}

/** A visible column with its position. */
export interface PlacedColumn {
  readonly column: GridColumn;
  readonly width: number;
  readonly pinned: boolean;
  /**
   * True if it stays visible when scrolling sideways: pinned columns, or else the first one if there is space.
   */
  readonly sticks: boolean;
  /** Pixels from the left edge of the row. */
  readonly left: number;
  /** True for the last sticky column, which has an edge. */
  readonly edge: boolean;
}

type ShownColumns = readonly (readonly [GridColumn, LayoutEntry])[];

/** The space for a grid's columns. */
export interface AvailableSpace {
  /** Pixels from the left edge of the row to the first column. */
  readonly start: number;
  /** Width of the whole grid in pixels; 0 while unknown. */
  readonly width: number;
  /** Pixels that the visible cells need, by column. */
  readonly contentWidths: ReadonlyMap<string, number>;
  /** Columns that keep their width while an edge to the right of them is dragged. */
  readonly frozenWidths: ReadonlyMap<string, number>;
}

/** How much spare width numbers and dates get, relative to texts: more would only move them apart. */
const EXACT_SHARE = 0.3;
export const isExact = ({ exact, numeric }: GridColumn): boolean => exact ?? numeric;

/** Maximum width in pixels that a text gets because of its content; in a wide grid, a share of it. */
const MAX_TEXT_WIDTH = 420;
const MAX_TEXT_SHARE = 0.25;
const MAX_PRIMARY_SHARE = 0.6;

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

/** Returns the width at which a text column's visible cells are not cut, within limits; 0 while unknown. */
function contentWidth({ name, primary }: GridColumn, { contentWidths, width }: AvailableSpace): number {
  const share = primary ? MAX_PRIMARY_SHARE : MAX_TEXT_SHARE;
  const maxWidth = Math.max(MAX_TEXT_WIDTH, Math.floor(width * share));
  return Math.min(contentWidths.get(name) ?? 0, maxWidth);
}

/**
 * Returns widths that fill the grid. Columns with their default width fit their content, so that short cells
 * free width for cut ones, primary columns first. The remaining width is divided in proportion. Columns that
 * the user resized keep their width unless compared ones must shrink, and numbers are never cut.
 */
function fillWidths(shown: ShownColumns, space: AvailableSpace): Map<string, number> {
  const isFree = (column: GridColumn, { name, width }: LayoutEntry): boolean =>
    width === column.width && !space.frozenWidths.has(name);
  const widthOf = (column: GridColumn, place: LayoutEntry): number => {
    const { name, width } = place;
    const frozenWidth = space.frozenWidths.get(name);
    if (frozenWidth !== undefined) return frozenWidth;
    if (isExact(column)) return Math.max(width, space.contentWidths.get(name) ?? 0);
    const wanted = contentWidth(column, space);
    if (!isFree(column, place) || wanted === 0) return width;
    return column.primary ? Math.max(wanted, MIN_WIDTH) : Math.max(Math.min(width, wanted), MIN_WIDTH);
  };
  const widths = new Map(shown.map(([column, place]) => [place.name, widthOf(column, place)]));
  fitCompared(widths, shown, space);
  const spare = () => space.width - space.start - sum(widths.values());
  const free = shown.filter(([column, place]) => isFree(column, place));
  const missingWidths = new Map(
    free.map(([column, { name }]) => [
      name,
      isExact(column) ? 0 : Math.max(0, contentWidth(column, space) - (widths.get(name) ?? 0)),
    ]),
  );
  distributeWidth(widths, missingWidths, Math.min(spare(), sum(missingWidths.values())));
  if (space.width > 0 && spare() < 0) fitEdge(widths, shown, missingWidths, space);
  const weights = new Map(
    free.map(([column, { name, width }]) => [name, isExact(column) ? width * EXACT_SHARE : width]),
  );
  distributeWidth(widths, weights, spare());
  return widths;
}

/** Minimum width in pixels of a column that shrinks for another one. */
const MIN_COMPARED_WIDTH = 140;
/** Minimum width in pixels of a text that ends at the right edge of the grid: that of an account number. */
const MIN_EDGE_WIDTH = 104;

/** Shrinks the widest of the compared columns until the last is in view, and the start of a column after it. */
function fitCompared(
  widths: Map<string, number>,
  shown: ShownColumns,
  { start, width, frozenWidths }: AvailableSpace,
): void {
  const isCompared = ([{ name, compared }]: readonly [GridColumn, LayoutEntry]): boolean =>
    compared === true && !frozenWidths.has(name);
  const widthAt = ([, { name }]: readonly [GridColumn, LayoutEntry]): number => widths.get(name) ?? 0;
  const compared = shown.filter(isCompared).sort((a, b) => widthAt(a) - widthAt(b));
  const end = shown.findLastIndex(isCompared) + 1;
  const next = shown[end];
  const startOfNext = next?.[0].startsInView ? Math.min(widthAt(next), MIN_EDGE_WIDTH) : 0;
  const over = start + sum(shown.slice(0, end).map(widthAt)) + startOfNext - width;
  if (width === 0 || over <= 0) return;
  let remaining = sum(compared.map(widthAt)) - over;
  for (const [index, column] of compared.entries()) {
    const maxWidth = Math.max(MIN_COMPARED_WIDTH, Math.floor(remaining / (compared.length - index)));
    const fitted = Math.min(widthAt(column), maxWidth);
    widths.set(column[1].name, fitted);
    remaining -= fitted;
  }
}

/**
 * If the grid's right edge cuts a column that yields, the truncated columns before it grow first. A text column
 * then ends at the edge, so that it has an ellipsis.
 */
function fitEdge(
  widths: Map<string, number>,
  shown: ShownColumns,
  missingWidths: ReadonlyMap<string, number>,
  { start, width }: AvailableSpace,
): void {
  let left = start;
  const index = shown.findIndex(([, { name }]) => (left += widths.get(name) ?? 0) > width);
  const crossing = shown[index];
  if (!crossing?.[0].yields || !missingWidths.has(crossing[1].name)) return;
  const [column, { name }] = crossing;
  const space = width - (left - (widths.get(name) ?? 0));
  const missingBefore = new Map(
    shown.slice(0, index).map(([, place]) => [place.name, missingWidths.get(place.name) ?? 0]),
  );
  const endsAtEdge = !isExact(column) && space >= MIN_EDGE_WIDTH;
  const grown = Math.min(endsAtEdge ? space - MIN_EDGE_WIDTH : space, sum(missingBefore.values()));
  distributeWidth(widths, missingBefore, grown);
  if (endsAtEdge) widths.set(name, space - grown);
}

/** Adds `spare` pixels to widths in proportion to weights, in whole pixels that add up. */
function distributeWidth(
  widths: Map<string, number>,
  weights: ReadonlyMap<string, number>,
  spare: number,
): void {
  const totalWeight = sum(weights.values());
  if (spare <= 0 || totalWeight === 0) return;
  let distributed = 0;
  let weightSoFar = 0;
  for (const [name, weight] of weights) {
    weightSoFar += weight;
    const part = Math.round((spare * weightSoFar) / totalWeight) - distributed;
    distributed += part;
    widths.set(name, (widths.get(name) ?? 0) + part);
  }
}

/** Maximum share of the list for the checkboxes and a sticky first column, while other columns are out of view. */
const MAX_STICKY_SHARE = 0.5;
/** A list next to a record has space for little more than the names, which are what the user chooses by. */
const MAX_PRIMARY_STICKY_SHARE = 0.7;
/** Minimum width in pixels at which a sticky column is useful. */
const MIN_STICKY_WIDTH = 96;

/**
 * Returns the width at which the first column is sticky without being pinned. Returns null if it scrolls with
 * the others, because all fit, or too little width would be left. A text column shrinks for it, but no more than all
 * columns need to fit; a number never does.
 */
function stickyWidth(
  column: GridColumn,
  widths: ReadonlyMap<string, number>,
  space: AvailableSpace,
): number | null {
  const width = widths.get(column.name) ?? 0;
  const over = space.start + sum(widths.values()) - space.width;
  const maxWidth =
    Math.floor(space.width * (column.primary ? MAX_PRIMARY_STICKY_SHARE : MAX_STICKY_SHARE)) - space.start;
  if (space.width === 0 || over <= 0 || maxWidth < MIN_STICKY_WIDTH) return null;
  if (width <= maxWidth) return width;
  return isExact(column) ? null : Math.max(maxWidth, width - over);
}

/** Drops extra columns, the last first, until the others fit. Returns the rest with their widths. */
function fitColumns(
  shown: ShownColumns,
  space: AvailableSpace,
): { shown: ShownColumns; widths: Map<string, number> } {
  const widths = fillWidths(shown, space);
  const isTooWide = space.width > 0 && space.start + sum(widths.values()) > space.width;
  const last = shown.findLastIndex(([column, { pinned }]) => column.extra === true && !pinned);
  if (!isTooWide || last < 0) return { shown, widths };
  return fitColumns(shown.toSpliced(last, 1), space);
}

/** Returns the visible columns from left to right: pinned ones first, each part in layout order. */
export function placeColumns(
  columns: readonly GridColumn[],
  layout: ColumnLayout,
  space: AvailableSpace,
): PlacedColumn[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const visible = layout.filter((place) => place.shown);
  const pinnedFirst = [...visible.filter((p) => p.pinned), ...visible.filter((p) => !p.pinned)];
  const all = pinnedFirst.flatMap((place) => {
    const column = byName.get(place.name);
    return column ? [[column, place] as const] : [];
  });
  const { shown, widths } = fitColumns(all, space);
  const first = shown[0];
  const stuck = first && !first[1].pinned ? stickyWidth(first[0], widths, space) : null;
  if (first && stuck !== null) widths.set(first[1].name, stuck);
  const sticks = shown.map(([, place], index) => place.pinned || (index === 0 && stuck !== null));
  let left = space.start;
  return shown.map(([column, place], nth) => {
    const width = widths.get(place.name) ?? place.width;
    const placed = {
      column,
      width,
      pinned: place.pinned,
      sticks: sticks[nth] === true,
      left,
      edge: nth === sticks.lastIndexOf(true),
    };
    left += width;
    return placed;
  });
}
