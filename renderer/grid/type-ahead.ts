import { compareTexts, plainLetters } from '#contract/text';
import type { Cell } from '#contract/query';
import { Debounce } from '../ui/debounce';
import { midSentence } from '../ui/format';
import type { RowWindow } from './window.svelte';
import type { GridColumn, GridSort, GridSource } from './types';

/** A pause of this length ends the typed prefix. */
const TYPING_PAUSE_MS = 1000;

type KeyStroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>;

export interface TypeAheadDeps {
  readonly rows: Pick<RowWindow, 'total'>;
  readonly source: () => GridSource | null;
  readonly sort: () => GridSort;
  readonly columns: () => readonly GridColumn[];
  readonly isGrouped: () => boolean;
  readonly moveTo: (row: number) => void;
  readonly announce: (text: string) => void;
  readonly fail: (error: unknown) => void;
}

const normalizedText = (text: string): string => plainLetters(text).toLowerCase();
const startsWith = (cell: Cell, prefix: string): boolean =>
  normalizedText(String(cell ?? '')).startsWith(normalizedText(prefix));

/**
 * Jumps to the first row whose sorted column begins with the typed characters. Works only in an ungrouped list sorted
 * by a text column. Typing begins with a letter or digit, so that "/", "?" and Space keep their actions.
 */
export class TypeAhead {
  readonly #deps: TypeAheadDeps;
  #prefix = '';
  readonly #clearLater = new Debounce(TYPING_PAUSE_MS);
  #request = 0;

  constructor(deps: TypeAheadDeps) {
    this.#deps = deps;
  }

  /** Handles a key press. Returns false for keys that do not extend the prefix. */
  takeKey({ key, ctrlKey, metaKey, altKey, isComposing }: KeyStroke): boolean {
    if (ctrlKey || metaKey || altKey || isComposing || !/^.$/u.test(key)) return false;
    const column = this.#column;
    const source = this.#deps.source();
    if (!column || !source) return false;
    if (this.#prefix === '' && !/[\p{L}\p{N}]/u.test(key)) return false;
    this.#prefix += key;
    this.#clearLater.call(() => (this.#prefix = ''));
    void this.#jump(source, column, this.#prefix);
    return true;
  }

  /** Ends the typed prefix and a pending jump; called for any other action of the user, and for another query. */
  cancel(): void {
    this.#request += 1;
    this.#prefix = '';
    this.#clearLater.cancel();
  }

  /** The column of the main sort order, if it orders by the text that it shows. */
  get #column(): GridColumn | undefined {
    if (this.#deps.isGrouped()) return undefined;
    const { field } = this.#deps.sort();
    return this.#deps.columns().find(({ name, sortsAsText }) => name === field && sortsAsText === true);
  }

  async #jump(source: GridSource, { name, label }: GridColumn, prefix: string): Promise<void> {
    const request = ++this.#request;
    const cellAt = async (row: number): Promise<Cell> =>
      (await source.window([name], row, 1)).rows[0]?.cells[0] ?? null;
    const direction = this.#deps.sort().descending ? -1 : 1;
    // Blank cells come last in either direction.
    const isBefore = (cell: Cell): boolean =>
      cell !== null && !startsWith(cell, prefix) && direction * compareTexts(String(cell), prefix) < 0;
    const total = this.#deps.rows.total ?? 0;
    try {
      let [first, last] = [0, total];
      while (first < last) {
        const middle = Math.floor((first + last) / 2);
        if (isBefore(await cellAt(middle))) first = middle + 1;
        else last = middle;
        if (request !== this.#request) return;
      }
      const isFound = first < total && startsWith(await cellAt(first), prefix);
      if (request !== this.#request) return;
      if (isFound) this.#deps.moveTo(first);
      this.#deps.announce(isFound ? '' : `No ${midSentence(label)} begins with “${prefix}”.`);
    } catch (error) {
      if (request === this.#request) this.#deps.fail(error);
    }
  }
}
