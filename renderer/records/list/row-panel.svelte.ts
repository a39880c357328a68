import { onMount, tick } from 'svelte';
import { commands } from '../../state/commands';

/** Window width up to which the panel would cover too much of the list to open with the first row. */
const MAX_NARROW_WIDTH = 860;

/**
 * Whether the panel with the details of a list's current row is shown. Hiding it keeps the row, so that the arrow
 * keys continue from there. Create it while a component is initialized.
 */
export class RowPanel {
  isShown = $state(innerWidth > MAX_NARROW_WIDTH);
  readonly #list: () => { focus(): void } | undefined;
  readonly #hasRow: () => boolean;

  /** `hasRow`: true if the list has a current row. */
  constructor(list: () => { focus(): void } | undefined, hasRow: () => boolean) {
    this.#list = list;
    this.#hasRow = hasRow;
    onMount(() => commands.on('record-panel', () => this.toggle()));
  }

  show(): void {
    this.isShown = true;
  }

  /** Shows or hides the panel; if no row is current, shows that of the first row, if there is one. */
  toggle(): void {
    const hadRow = this.#hasRow();
    if (!hadRow) this.#list()?.focus();
    if (hadRow && this.isShown) void this.close();
    else if (this.#hasRow()) this.show();
  }

  async close(): Promise<void> {
    this.isShown = false;
    await tick(); // a list that the panel covers can't be focused
    if (document.activeElement === document.body) this.#list()?.focus(); // the focus was in the removed panel
  }
}
