import type { Attachment } from 'svelte/attachments';
import { EMPTY } from '../ui/format';
import { writeCell, type CellContent } from './cell-content';
import type { PlacedColumn } from './columns';
import { dependsOn } from './depends-on';
import { hiddenMatch } from './matches';
import type { GridModel } from './grid.svelte';
import type { Slot } from './pool.svelte';
import type { GridRow } from './types';

const NO_WORDS: readonly string[] = [];

/**
 * Style and content of a grid's cells. `titleColumn` is the name of the title column, `activeId` the ID of the
 * active cell.
 * One effect per row writes its changes; one per cell cost more than the writes themselves.
 */
export class CellAppearance {
  readonly #model: () => GridModel;
  readonly #titleColumn: () => string | undefined;
  readonly #activeId: () => string;

  constructor(model: () => GridModel, titleColumn: () => string | undefined, activeId: () => string) {
    this.#model = model;
    this.#titleColumn = titleColumn;
    this.#activeId = activeId;
  }

  get #placed(): readonly PlacedColumn[] {
    return this.#model().arrangement.placed;
  }

  /** Classes by column that are the same in all rows. */
  readonly columnClasses = $derived.by(() => {
    const isTall = this.#model().view.lines > 1;
    return this.#placed.map(({ column, sticks, edge }) =>
      [
        column.numeric && 'numeric',
        sticks && 'stuck',
        edge && 'edge',
        ((column.maxLines ?? 1) > 1 || (isTall && column.name === this.#titleColumn())) && 'wraps',
        column.name === this.#titleColumn() && 'titled',
      ]
        .filter((name) => name !== false)
        .join(' '),
    );
  });

  /** The column that also shows where else a row matched. */
  readonly #hintColumn = $derived.by(() =>
    Math.max(
      0,
      this.#placed.findIndex(({ column }) => column.name === this.#titleColumn()),
    ),
  );

  /** Keeps a row element's cells up to date; a group heading writes its own. */
  readonly fillCells =
    (slot: Slot): Attachment<HTMLElement> =>
    (rowElement) => {
      const { row } = slot;
      if (row?.group) return;
      const { search } = this.#model();
      const placed = this.#placed;
      const hint = row && search ? hiddenMatch(row, this.#columns, search) : null;
      for (const [index, place] of placed.entries()) {
        const cell = rowElement.children[index + 1];
        if (cell) writeCell(cell, this.#content(row, place, index === this.#hintColumn ? hint : null));
      }
    };

  /** Keeps the active cell marked, if it is in this row element. */
  readonly markActive =
    (slot: Slot): Attachment<HTMLElement> =>
    (rowElement) => {
      const { cursor } = this.#model();
      if (slot.index !== cursor.row || slot.row?.group) return;
      dependsOn(this.#columnOrder); // a changed set or order of columns moves the cells; a changed width does not
      const cell = rowElement.children[cursor.column];
      if (!cell) return;
      const target = cell.querySelector('[role=checkbox]') ?? cell; // what screen readers focus
      target.id = this.#activeId();
      cell.classList.add('active');
      return () => {
        target.removeAttribute('id');
        cell.classList.remove('active');
      };
    };

  readonly #columnOrder = $derived.by(() => this.#placed.map(({ column }) => column.name).join());

  readonly #columns = $derived.by(() => this.#placed.map(({ column }) => column));

  /** Returns a cell's formatted content; blank while it is loading. */
  #content(row: GridRow | undefined, { column }: PlacedColumn, hint: string | null): CellContent {
    const cell = row?.cells[column.name];
    if (cell === undefined)
      return { text: '', isBlank: false, tone: undefined, highlighted: NO_WORDS, hint: null };
    const pending = row && this.#model().pending.get(row.key)?.get(column.name);
    if (pending)
      return {
        text: pending.text,
        was: pending.was,
        isBlank: false,
        tone: undefined,
        highlighted: NO_WORDS,
        hint,
      };
    const words = this.#model().search?.words;
    const text = column.text(cell, row?.cells);
    return {
      text: text === '' ? EMPTY : text,
      isBlank: cell === null || text === '',
      exact: column.exactText?.(cell),
      tone: column.tone?.(cell),
      highlighted: (words && (column.searched || hint !== null) && words) || NO_WORDS,
      hint,
    };
  }
}
