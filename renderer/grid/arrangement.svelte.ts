import type { ColumnLayout } from '#contract/query';
import {
  fitLayout,
  moved,
  placeColumns,
  defaultLayout,
  resized,
  withPinned,
  withShown,
  movedByOne,
} from './columns';
import { MARK_WIDTH, type GridColumn } from './types';

/** Visible columns with their order and width; reports changes by the user. */
export class Arrangement {
  columns = $state.raw<readonly GridColumn[]>([]);
  layout = $state.raw<ColumnLayout>([]);
  /** Width of the grid in pixels, which the columns fill. */
  availableWidth = $state(0);
  #needs = $state.raw<ReadonlyMap<string, number>>(new Map());
  #held = $state.raw<ReadonlyMap<string, number>>(new Map());
  readonly placed = $derived(
    placeColumns(this.columns, this.layout, {
      start: MARK_WIDTH,
      width: this.availableWidth,
      needs: this.#needs,
      held: this.#held,
    }),
  );
  /** Width of a whole row in pixels. */
  readonly width = $derived(this.placed.reduce((sum, place) => sum + place.width, MARK_WIDTH));
  /** Width of the sticky columns, including the checkboxes. */
  readonly stuck = $derived(
    this.placed.reduce((sum, place) => (place.sticks ? sum + place.width : sum), MARK_WIDTH),
  );
  /** Names of the visible columns, from left to right. */
  readonly names = $derived(this.placed.map((place) => place.column.name));
  #onChange: (layout: ColumnLayout) => void;

  constructor(onChange: (layout: ColumnLayout) => void) {
    this.#onChange = onChange;
  }

  /** Sets the columns and their stored layout. */
  use(columns: readonly GridColumn[], remembered: ColumnLayout | null): void {
    this.columns = columns;
    this.layout = fitLayout(columns, remembered);
  }

  /** `settled` is false during a drag; nothing is stored then. */
  resize(name: string, width: number, settled = true): void {
    this.#set(resized(this.layout, name, width), settled);
  }
  /** While a column edge is dragged, columns to its left keep their width; null ends the drag. */
  hold(name: string | null): void {
    const at = this.names.indexOf(name ?? '');
    this.#held = new Map(
      this.placed.slice(0, Math.max(0, at)).map(({ column, width }) => [column.name, width]),
    );
  }
  /** True once the content of visible cells was measured. */
  isMeasured = false;
  /** Sets the pixels that the headings of a list without rows need. */
  needHeadings(widths: ReadonlyMap<string, number>): void {
    this.isMeasured = false;
    this.#needs = widths;
  }
  /** Sets the pixels that the visible cells need, by column. They only grow, so that nothing jumps. */
  need(widths: ReadonlyMap<string, number>): void {
    this.isMeasured ||= widths.size > 0;
    const more = [...widths].filter(([name, width]) => width > (this.#needs.get(name) ?? 0));
    if (more.length > 0) this.#needs = new Map([...this.#needs, ...more]);
  }
  show(name: string, show: boolean): void {
    this.#set(withShown(this.layout, name, show));
  }
  pin(name: string, pin: boolean): void {
    this.#set(withPinned(this.layout, name, pin));
  }
  move(name: string, before: string | null): void {
    this.#set(moved(this.layout, name, before));
  }
  step(name: string, step: -1 | 1): void {
    this.#set(movedByOne(this.layout, name, step));
  }
  reset(): void {
    this.#set(defaultLayout(this.columns));
  }

  #set(layout: ColumnLayout, settled = true): void {
    this.layout = layout;
    if (settled) this.#onChange(layout);
  }
}
