import type { Query } from '#contract/query';
import type { ResourceName } from '#contract/resources';
import type { GridModel } from '../../grid/grid.svelte';
import { bookmarks } from '../bookmarks/bookmarks.svelte';
import { OpenedRecord, type RecordRef } from '../record/opened-record.svelte';
import type { ListContext, ListView } from './list-view';
import { Debounce } from '../../ui/debounce';

/** Delay before the panel follows the cursor, so that a held arrow key does not load every record. */
const DEBOUNCE_MS = 60;

/** A cursor position: a row of a query's result. */
interface CursorPosition {
  readonly row: number;
  readonly query: unknown;
}

interface CursorFollowerDeps {
  readonly cursorPosition: () => CursorPosition;
  /** True if the panel is open. */
  readonly isOpen: () => boolean;
  readonly open: (key: string) => void;
}

/** Keeps the panel next to a list on the record under the cursor. */
class CursorFollower {
  readonly #deps: CursorFollowerDeps;
  readonly #openLater = new Debounce(DEBOUNCE_MS);
  #shownKey: string | undefined;
  /** Cursor position when the panel last showed its record. */
  #positionWhenShown: CursorPosition | undefined;
  /** The record that stays open while the cursor is moved to its place in rows that are being loaded. */
  #heldKey: string | undefined;

  constructor(deps: CursorFollowerDeps) {
    this.#deps = deps;
  }

  /** Called when a record is opened in the panel. */
  opened(key: string): void {
    this.#shownKey = key;
    this.#heldKey = undefined;
    this.#positionWhenShown = this.#deps.cursorPosition();
  }

  /** Keeps a record open until `release`, or until another record is opened. */
  hold(key: string): void {
    this.stop();
    this.#shownKey = this.#heldKey = key;
  }

  /** Ends `hold` at the current cursor position. */
  release(key: string): void {
    if (key === this.#heldKey) this.opened(key);
  }

  /** Called when the cursor moves to a record. */
  follow(key: string | undefined): void {
    // Cancels a pending update, which is for a row that the cursor has left.
    this.stop();
    if (key === undefined || this.#heldKey !== undefined || !this.#deps.isOpen()) return;
    const position = this.#deps.cursorPosition();
    if (key === this.#shownKey) {
      this.#positionWhenShown = position;
      return;
    }
    // Records were added or removed under an unmoved cursor: the open record stays, or the next edit would
    // hit another one.
    if (this.#positionWhenShown?.row === position.row && this.#positionWhenShown.query === position.query)
      return;
    this.#openLater.call(() => {
      if (this.#deps.isOpen()) this.#deps.open(key);
    });
  }

  stop(): void {
    this.#openLater.cancel();
  }
}

interface RecordPanelDeps {
  readonly resource: ResourceName;
  readonly view: ListView;
  readonly context: () => ListContext;
  readonly grid: () => GridModel;
  /** The query that the rows answer. */
  readonly query: () => Query | null;
}

/**
 * The panel next to a list: a record, or what the view shows for a row that is not a record. It follows the
 * cursor.
 */
export class RecordPanelState {
  readonly record = new OpenedRecord();
  /** Key of a row that is not a record. */
  nonRecordKey = $state<string | null>(null);
  readonly #deps: RecordPanelDeps;
  readonly #cursorFollower: CursorFollower;

  constructor(deps: RecordPanelDeps) {
    this.#deps = deps;
    this.#cursorFollower = new CursorFollower({
      cursorPosition: () => ({ row: deps.grid().cursor.row, query: deps.query() }),
      isOpen: () => this.isOpen,
      open: (key) => this.open(key, { isPassing: true }),
    });
  }

  /** True if the panel is open. */
  get isOpen(): boolean {
    return this.record.open || this.nonRecordKey !== null;
  }
  /** Key of the row shown in the panel. */
  get key(): string | null {
    return this.nonRecordKey ?? this.record.trail[0]?.key ?? null;
  }
  readonly canStep = $derived.by(() => {
    const [isFirst, grid] = [this.record.trail.length === 1, this.#deps.grid()];
    return {
      back: isFirst && grid.cursor.row > 0,
      forward: isFirst && grid.cursor.row < grid.total - 1,
    };
  });

  /** Opens the panel for a row. `isPassing`: the panel follows the cursor, which does not count as a visit of the record. */
  open(key: string, { isPassing } = { isPassing: false }): void {
    const { resource, view, context } = this.#deps;
    this.#cursorFollower.opened(key);
    if (!isPassing) bookmarks.recordVisit({ resource, key });
    const isNonRecord = view.panel?.appliesTo(key, context()) ?? false;
    this.nonRecordKey = isNonRecord ? key : null;
    if (isNonRecord) this.record.close();
    else this.record.show({ resource, key });
  }

  /**
   * Opens the record of a link. It stays open until `release`, even if the list does not have it: until then,
   * the user does not move the cursor.
   */
  openLinked(key: string): void {
    this.open(key);
    this.#cursorFollower.hold(key);
  }

  /** Opens the panel as it was left; its record stays open until `release`. */
  restore(trail: readonly RecordRef[]): void {
    this.record.trail = trail;
    const [first] = trail;
    if (first) this.#cursorFollower.hold(first.key);
  }

  /** Called when rows and cursor are in place: the panel follows the cursor once it moves on. */
  release(key: string): void {
    this.#cursorFollower.release(key);
  }

  /** Returns true if the panel was open. */
  close(): boolean {
    const { isOpen } = this;
    this.nonRecordKey = null;
    this.record.close();
    return isOpen;
  }

  /** Closes the panel, or opens the record under the cursor. */
  toggle(): void {
    const key = this.#deps.grid().active?.key;
    if (!this.close() && key !== undefined) this.open(key);
  }

  /** Opens the previous or next record, in list order. */
  step(step: -1 | 1): void {
    if (step < 0 ? this.canStep.back : this.canStep.forward) this.#deps.grid().step(step);
  }

  /** Called when the cursor moves to a record. */
  follow(key: string | undefined): void {
    this.#cursorFollower.follow(key);
  }

  /** Called when the list is removed. */
  stop(): void {
    this.#cursorFollower.stop();
  }
}
