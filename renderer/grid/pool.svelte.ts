import { Debounce } from '../ui/debounce';
import { rowOfSlot } from './scroll-map';
import type { GridRow } from './types';

/** One row element: the index of its row, and the row once it is loaded. */
export class Slot {
  index = $state(-1);
  row = $state.raw<GridRow | undefined>(undefined);
}

export interface RowSpan {
  readonly first: number;
  readonly last: number;
}

/** The rows that the row elements show. */
export interface RowScene {
  /** Number of row elements. */
  readonly size: number;
  /** First row drawn, including the margin. */
  readonly first: number;
  /** The visible rows. */
  readonly visible: RowSpan;
  readonly rowAt: (index: number) => GridRow | undefined;
}

/** If more rows than this are deferred (hidden rows and placeholders), they wait for the first paint. */
const MAX_IMMEDIATE_ROWS = 4;
/** Idle time before deferred rows are drawn. */
const IDLE_MS = 60;

/**
 * The recycled row elements of a grid. A new response or a jump changes all of them: visible loaded rows are
 * drawn first, the margin and placeholders when idle, so that the first paint is earlier. An element not yet
 * updated still shows its old row at the old position, out of view.
 */
export class RowPool {
  slots = $state.raw<readonly Slot[]>([]);
  readonly #completeLater = new Debounce(IDLE_MS);

  /** Draws the scene; called after every change. `latestScene` returns the scene to complete when idle. */
  show(scene: RowScene, latestScene: () => RowScene): void {
    this.#completeLater.cancel();
    const { size, visible } = scene;
    const resized = this.slots.length !== size;
    if (resized)
      this.slots = Array.from({ length: size }, (_, slotIndex) => this.slots[slotIndex] ?? new Slot());
    const deferred: [Slot, number, GridRow | undefined][] = [];
    this.slots.forEach((slot, slotIndex) => {
      const index = rowOfSlot(slotIndex, scene.first, size);
      const row = scene.rowAt(index);
      if (slot.index === index && slot.row === row) return;
      if (row && index >= visible.first && index <= visible.last) fill(slot, index, row);
      else deferred.push([slot, index, row]);
    });
    // If the number of elements changes, each gets another row; one not updated could show a row twice.
    if (resized || deferred.length <= MAX_IMMEDIATE_ROWS) for (const each of deferred) fill(...each);
    else this.#completeLater.call(() => this.#complete(latestScene()));
  }

  /** Called when the grid is removed. */
  stop(): void {
    this.#completeLater.cancel();
  }

  #complete({ size, first, rowAt }: RowScene): void {
    if (size !== this.slots.length) return; // the next scene will draw it
    this.slots.forEach((slot, slotIndex) => {
      const index = rowOfSlot(slotIndex, first, size);
      fill(slot, index, rowAt(index));
    });
  }
}

function fill(slot: Slot, index: number, row: GridRow | undefined): void {
  slot.index = index;
  slot.row = row;
}
