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

  constructor(list: () => { focus(): void } | undefined) {
    this.#list = list;
    onMount(() => commands.on('record-panel', () => this.toggle()));
  }

  show(): void {
    this.isShown = true;
  }

  toggle(): void {
    if (this.isShown) void this.close();
    else this.show();
  }

  async close(): Promise<void> {
    this.isShown = false;
    await tick(); // a list that the panel covers can't be focused
    if (document.activeElement === document.body) this.#list()?.focus(); // the focus was in the removed panel
  }
}
