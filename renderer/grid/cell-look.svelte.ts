import type { Placed } from './columns';
import { hiddenHit } from './found';
import type { GridModel } from './grid.svelte';
import type { GridRow } from './types';

/** How the cells of a grid look and what they say. `titled`: the column that titles a row. */
export class CellLook {
  constructor(
    private readonly model: () => GridModel,
    private readonly titled: () => string | undefined,
  ) {}

  get #placed(): readonly Placed[] {
    return this.model().arrangement.placed;
  }

  /** What does not change from row to row, as classes by column. */
  readonly fixed = $derived.by(() =>
    this.#placed.map(({ column, pinned, edge }) =>
      [
        column.numeric && 'numeric',
        pinned && 'pinned',
        edge && 'edge',
        column.name === this.titled() && 'titled',
      ]
        .filter((name) => name !== false)
        .join(' '),
    ),
  );

  /** The column that also says where else a row was found. */
  readonly hinting = $derived.by(() =>
    Math.max(
      0,
      this.#placed.findIndex(({ column }) => column.name === this.titled()),
    ),
  );

  hintOf(row: GridRow | undefined): string | null {
    const { search } = this.model();
    if (!row || row.group || !search) return null;
    const columns = this.#placed.map(({ column }) => column);
    return hiddenHit(row, columns, search);
  }

  /** A cell in words; nothing while it is on its way. */
  textOf(row: GridRow | undefined, { column }: Placed): string {
    const cell = row?.cells[column.name];
    return cell === undefined ? '' : column.text(cell, row?.cells);
  }

  toneOf(row: GridRow | undefined, { column }: Placed): string {
    if (!column.tone) return '';
    const cell = row?.cells[column.name];
    const tone = cell === undefined ? undefined : column.tone(cell);
    return tone === undefined ? '' : `tone ${tone}`;
  }
}
