import { rowOfSlot } from './scroll-map';
import type { GridRow } from './types';

/** One row element: the index of the row it shows, and that row once it is here. */
export class Slot {
  index = $state(-1);
  row = $state.raw<GridRow | undefined>(undefined);
}

export interface Span {
  readonly first: number;
  readonly last: number;
}

/** What the row elements are to show. */
export interface Scene {
  /** Row elements there are. */
  readonly size: number;
  /** First row drawn, margin included. */
  readonly first: number;
  /** The rows that people see. */
  readonly seen: Span;
  readonly rowAt: (index: number) => GridRow | undefined;
}

/** Where more rows than these change out of sight, they wait until those in sight are painted. */
const FEW = 4;
/** What is out of sight is drawn when nothing has moved for so long. */
const CALM_MS = 60;

/**
 * The row elements of a grid. Each is filled again as the list moves under it. An answer or a leap changes all of them at
 * once: then the rows that are here and in sight come first, and when there is time those in the margin and places for
 * those on their way, so that what people wait for is painted sooner. An element left behind still shows its own row at
 * its own place, out of sight.
 */
export class Pool {
  slots = $state.raw<readonly Slot[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Shows the scene; called whenever anything of it changes. `later` is asked for the margin, once all is calm. */
  show(scene: Scene, later: () => Scene): void {
    clearTimeout(this.#timer);
    const { size, seen } = scene;
    const resized = this.slots.length !== size;
    if (resized) this.slots = Array.from({ length: size }, (_, at) => this.slots[at] ?? new Slot());
    const wrong: [Slot, number, GridRow | undefined][] = [];
    this.slots.forEach((slot, at) => {
      const index = rowOfSlot(at, scene.first, size);
      const row = scene.rowAt(index);
      if (slot.index === index && slot.row === row) return;
      if (row && index >= seen.first && index <= seen.last) fill(slot, index, row);
      else wrong.push([slot, index, row]);
    });
    // Elements take other rows when their number changes: one left behind could then be a second of the same row.
    if (resized || wrong.length <= FEW) for (const each of wrong) fill(...each);
    else this.#timer = setTimeout(() => this.#complete(later()), CALM_MS);
  }

  /** The grid is going away. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #complete({ size, first, rowAt }: Scene): void {
    if (size !== this.slots.length) return; // the next scene is on its way
    this.slots.forEach((slot, at) => {
      const index = rowOfSlot(at, first, size);
      fill(slot, index, rowAt(index));
    });
  }
}

function fill(slot: Slot, index: number, row: GridRow | undefined): void {
  slot.index = index;
  slot.row = row;
}
