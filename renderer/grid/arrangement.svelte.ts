import type { ColumnLayout } from '#contract/query';
import {
  fitLayout,
  moveColumn,
  placeColumns,
  defaultLayout,
  withWidth,
  withPinned,
  withShown,
  moveColumnByOne,
} from './columns';
import { CHECKBOX_COLUMN_WIDTH, type GridColumn } from './types';

/** A change of the columns by the user, which can be applied to any layout of them. */
export type LayoutChange = (layout: ColumnLayout) => ColumnLayout;

/** Visible columns with their order and width; reports changes by the user. */
export class ColumnArrangement {
  columns = $state.raw<readonly GridColumn[]>([]);
  layout = $state.raw<ColumnLayout>([]);
  /** Width of the grid in pixels, which the columns fill. */
  availableWidth = $state(0);
  #contentWidths = $state.raw<ReadonlyMap<string, number>>(new Map());
  #frozenWidths = $state.raw<ReadonlyMap<string, number>>(new Map());
  readonly placed = $derived(
    placeColumns(this.columns, this.layout, {
      start: CHECKBOX_COLUMN_WIDTH,
      width: this.availableWidth,
      contentWidths: this.#contentWidths,
      frozenWidths: this.#frozenWidths,
    }),
  );
  /** Width of a whole row in pixels. */
  readonly width = $derived(this.placed.reduce((sum, place) => sum + place.width, CHECKBOX_COLUMN_WIDTH));
  /** Width of the sticky columns, including the checkboxes. */
  readonly stickyWidth = $derived(
    this.placed.reduce((sum, place) => (place.sticks ? sum + place.width : sum), CHECKBOX_COLUMN_WIDTH),
  );
  /** Names of the visible columns, from left to right. */
  readonly names = $derived(this.placed.map((place) => place.column.name));
  #onChange: (layout: ColumnLayout, change: LayoutChange) => void;

  constructor(onChange: (layout: ColumnLayout, change: LayoutChange) => void) {
    this.#onChange = onChange;
  }

  /** Sets the columns and their stored layout. */
  use(columns: readonly GridColumn[], storedLayout: ColumnLayout | null): void {
    this.columns = columns;
    this.layout = fitLayout(columns, storedLayout);
  }

  /** Sets a column's width and reports the change. */
  resize(name: string, width: number): void {
    this.#apply((layout) => withWidth(layout, name, width));
  }

  /** Shows a width while the column's edge is dragged, without reporting a change. */
  previewWidth(name: string, width: number): void {
    this.layout = withWidth(this.layout, name, width);
  }
  /** While a column edge is dragged, columns to its left keep their width; null ends the drag. */
  freezeWidthsBefore(name: string | null): void {
    const index = this.names.indexOf(name ?? '');
    this.#frozenWidths = new Map(
      this.placed.slice(0, Math.max(0, index)).map(({ column, width }) => [column.name, width]),
    );
  }
  /** True once the content of visible cells has been measured. */
  isMeasured = false;
  /** Sets the pixels that the headings of a list without rows need. */
  setHeadingWidths(widths: ReadonlyMap<string, number>): void {
    this.isMeasured = false;
    this.#contentWidths = widths;
  }
  /** Sets the pixels that the visible cells need, by column. They only grow, so that nothing jumps. */
  growToContent(widths: ReadonlyMap<string, number>): void {
    this.isMeasured ||= widths.size > 0;
    const widened = [...widths].filter(([name, width]) => width > (this.#contentWidths.get(name) ?? 0));
    if (widened.length > 0) this.#contentWidths = new Map([...this.#contentWidths, ...widened]);
  }
  show(name: string, show: boolean): void {
    this.#apply((layout) => withShown(layout, name, show));
  }
  pin(name: string, pin: boolean): void {
    this.#apply((layout) => withPinned(layout, name, pin));
  }
  move(name: string, before: string | null): void {
    this.#apply((layout) => moveColumn(layout, name, before));
  }
  step(name: string, step: -1 | 1): void {
    this.#apply((layout) => moveColumnByOne(layout, name, step));
  }
  reset(): void {
    this.#apply(() => defaultLayout(this.columns));
  }

  #apply(change: LayoutChange): void {
    this.layout = change(this.layout);
    this.#onChange(this.layout, change);
  }
}
