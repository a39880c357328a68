import type { ColumnLayout } from '../../preload/contract/query';
import type { GridColumn } from './types';

export const NARROWEST = 48;
export const WIDEST = 1200;
type Place = ColumnLayout[number];

/** The layout that the columns themselves propose. */
export const proposed = (columns: readonly GridColumn[]): ColumnLayout =>
  columns.map(({ name, width, shown }) => ({ name, width, shown, pinned: false }));

/**
 * A remembered layout made to fit today's columns: columns that are gone fall out, new ones come at the end, hidden or
 * shown as they propose. At least one column stays in sight.
 */
export function fitLayout(columns: readonly GridColumn[], remembered: ColumnLayout | null): ColumnLayout {
  const fallback = proposed(columns);
  if (!remembered) return fallback;
  const known = new Map(fallback.map((place) => [place.name, place]));
  const kept = remembered.filter((place) => known.delete(place.name));
  const fitted = [...kept, ...known.values()];
  return fitted.some((place) => place.shown) ? fitted : fallback;
}

const edit = (layout: ColumnLayout, name: string, change: Partial<Place>): ColumnLayout =>
  layout.map((place) => (place.name === name ? { ...place, ...change } : place));

export const resized = (layout: ColumnLayout, name: string, width: number): ColumnLayout =>
  edit(layout, name, { width: Math.round(Math.min(Math.max(width, NARROWEST), WIDEST)) });

/** Shows or hides a column; the last one in sight cannot be hidden. */
export function shown(layout: ColumnLayout, name: string, show: boolean): ColumnLayout {
  const changed = edit(layout, name, { shown: show });
  return changed.some((place) => place.shown) ? changed : layout;
}

export const pinned = (layout: ColumnLayout, name: string, pin: boolean): ColumnLayout =>
  edit(layout, name, { pinned: pin });

/** Puts a column before another one; at the end when `before` is null. Joins the pinned ones or leaves them with it. */
export function moved(layout: ColumnLayout, name: string, before: string | null): ColumnLayout {
  const place = layout.find((each) => each.name === name);
  if (!place || name === before) return layout;
  const rest = layout.filter((each) => each.name !== name);
  const at = before === null ? rest.length : rest.findIndex((each) => each.name === before);
  if (at < 0) return layout;
  return [...rest.slice(0, at), place, ...rest.slice(at)];
}

/** Moves a column one place to the left or right among those shown in its part (pinned or not). */
export function stepped(layout: ColumnLayout, name: string, step: -1 | 1): ColumnLayout {
  const place = layout.find((each) => each.name === name);
  if (!place) return layout;
  const row = layout.filter((each) => each.shown && each.pinned === place.pinned);
  const at = row.indexOf(place);
  const neighbor = row[at + step];
  if (!neighbor) return layout;
  if (step < 0) return moved(layout, name, neighbor.name);
  return moved(layout, name, layout[layout.indexOf(neighbor) + 1]?.name ?? null);
}

/** A shown column with its place on screen. */
export interface Placed {
  readonly column: GridColumn;
  readonly width: number;
  readonly pinned: boolean;
  /** Stays in sight where the list scrolls sideways: a pinned one; where none is, the first one if there is room. */
  readonly sticks: boolean;
  /** Pixels from the left edge of the row. */
  readonly left: number;
  /** The last of those that stick has an edge over what scrolls under it. */
  readonly edge: boolean;
}

/** What the columns of a grid are laid into. */
export interface Room {
  /** Pixels from the left edge of the row to the first column. */
  readonly start: number;
  /** Width of the whole grid in pixels; 0: not known yet. */
  readonly width: number;
  /** Pixels that a number or a date was found to need, by column. */
  readonly needs: ReadonlyMap<string, number>;
  /** Columns whose widths stay as they are on the screen, while an edge to the right of them is dragged. */
  readonly held: ReadonlyMap<string, number>;
}

/** What is exact gets little of the room that is left: it would only stand farther from its neighbors. */
const EXACT_SHARE = 0.3;
const isExact = ({ exact, numeric }: GridColumn): boolean => exact ?? numeric;

/**
 * Widths that fill the room: columns as wide as they propose share what is left by their widths; those that a person made
 * wider or narrower keep theirs. Never less than the widths of the layout, nor than a number needs.
 */
function filled(shown: readonly (readonly [GridColumn, Place])[], room: Room): Map<string, number> {
  const base = new Map(
    shown.map(([column, { name, width }]) => [
      name,
      room.held.get(name) ?? (isExact(column) ? Math.max(width, room.needs.get(name) ?? 0) : width),
    ]),
  );
  const weights = new Map(
    shown
      .filter(([column, { name, width }]) => width === column.width && !room.held.has(name))
      .map(([column, { name, width }]) => [name, isExact(column) ? width * EXACT_SHARE : width]),
  );
  const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
  const left = room.width - room.start - sum(base.values());
  const whole = sum(weights.values());
  if (left <= 0 || whole === 0) return base;
  let given = 0;
  let shared = 0;
  for (const [name, weight] of weights) {
    shared += weight;
    const share = Math.round((left * shared) / whole) - given; // whole pixels that add up
    given += share;
    base.set(name, (base.get(name) ?? 0) + share);
  }
  return base;
}

/** The part of the list that the first column may take together with the marks, and what makes it worth keeping in sight. */
const STUCK_SHARE = 0.5;
const STUCK_LEAST = 96;

/**
 * The width at which the first column stays in sight though nobody pinned it; null: it scrolls with the others, since
 * everything has room, or too little would be left for the rest. Words are narrowed for it, numbers never.
 */
function stuckWidth(column: GridColumn, widths: ReadonlyMap<string, number>, room: Room): number | null {
  const width = widths.get(column.name) ?? 0;
  const over = room.start + [...widths.values()].reduce((sum, each) => sum + each, 0) - room.width;
  const most = Math.floor(room.width * STUCK_SHARE) - room.start;
  if (room.width === 0 || over <= 0 || most < STUCK_LEAST) return null;
  if (width <= most) return width;
  return isExact(column) ? null : Math.max(most, width - over);
}

/** The shown columns from left to right: pinned ones first, each part in the order of the layout. */
export function placed(columns: readonly GridColumn[], layout: ColumnLayout, room: Room): Placed[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const visible = layout.filter((place) => place.shown);
  const pinnedFirst = [...visible.filter((p) => p.pinned), ...visible.filter((p) => !p.pinned)];
  const known = pinnedFirst.flatMap((place) => {
    const column = byName.get(place.name);
    return column ? [[column, place] as const] : [];
  });
  const widths = filled(known, room);
  const first = known[0];
  const stuck = first && !first[1].pinned ? stuckWidth(first[0], widths, room) : null;
  if (first && stuck !== null) widths.set(first[1].name, stuck);
  const sticks = known.map(([, place], at) => place.pinned || (at === 0 && stuck !== null));
  let left = room.start;
  return known.map(([column, place], nth) => {
    const width = widths.get(place.name) ?? place.width;
    const at = {
      column,
      width,
      pinned: place.pinned,
      sticks: sticks[nth] === true,
      left,
      edge: nth === sticks.lastIndexOf(true),
    };
    left += width;
    return at;
  });
}
