import { MOST_KEYS } from './marks';
import type { GridSelection } from './selection.svelte';
import type { GridSource } from './types';
import type { RowWindow } from './window.svelte';

const TOO_MANY =
  'At most 20,000 single rows can be selected. Select all that match with Ctrl+A, or filter the list first.';

interface Parts {
  readonly rows: RowWindow;
  readonly selection: GridSelection;
  readonly source: () => GridSource | null;
  /** Says why something could not be selected. */
  readonly say: (words: string) => void;
  readonly fail: (error: unknown) => void;
}

/** How rows are picked: one by one, in ranges, all at once. Ranges reach beyond the rows at hand. */
export class Picking {
  #parts: Parts;
  /** Where a range begins: the row last picked. */
  #start: number | null = null;
  #latest = 0;
  /** What is marked is one row, by a plain click: the person may have meant its cell. */
  #clicked: string | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  only(row: number): void {
    const key = this.#keyAt(row);
    if (key !== undefined) this.#parts.selection.only(key);
    this.#begin(row);
    this.#clicked = key ?? null;
  }

  /** Whether a plain click alone made what is marked. */
  get isClicked(): boolean {
    const { value } = this.#parts.selection;
    return value.kind === 'keys' && value.keys.length === 1 && value.keys[0] === this.#clicked;
  }

  toggle(row: number): void {
    const key = this.#keyAt(row);
    if (key === undefined) return;
    this.#begin(row);
    if (!this.#parts.selection.toggle(key)) this.#parts.say(TOO_MANY);
  }

  /** Picks everything from the start of the range to a row; `more` keeps what is already picked. */
  async extend(row: number, from: number, more = false): Promise<void> {
    this.#start ??= Math.max(0, from);
    const first = Math.min(this.#start, row);
    const length = Math.abs(this.#start - row) + 1;
    this.#latest += 1;
    const mine = this.#latest;
    const { selection, say, fail } = this.#parts;
    this.#clicked = null;
    if (length > MOST_KEYS) {
      say(TOO_MANY);
      return;
    }
    try {
      const keys = await this.#keys(first, length);
      if (mine !== this.#latest) return;
      if (!(more ? selection.add(keys) : selection.replace(keys))) say(TOO_MANY);
    } catch (error) {
      fail(error);
    }
  }

  /** The cursor moved on: the next range begins where it then is. */
  restart(): void {
    this.#start = null;
  }

  all(): void {
    this.#latest += 1;
    this.#parts.selection.all();
  }

  clear(): void {
    this.#latest += 1;
    this.#start = null;
    this.#parts.selection.clear();
  }

  #begin(row: number): void {
    this.#clicked = null;
    this.#start = row;
    this.#latest += 1;
  }

  /** The key of a record; the heading of a group is none. */
  #keyAt(row: number): string | undefined {
    const at = this.#parts.rows.rowAt(row);
    return at?.group ? undefined : at?.key;
  }

  /** Keys of a stretch: from the rows at hand where they are all here, else from the source. */
  async #keys(from: number, length: number): Promise<readonly string[]> {
    const here: string[] = [];
    for (let row = from; row < from + length; row += 1) {
      const at = this.#parts.rows.rowAt(row);
      if (at === undefined) return (await this.#parts.source()?.keys(from, length)) ?? [];
      if (!at.group) here.push(at.key);
    }
    return here;
  }
}
