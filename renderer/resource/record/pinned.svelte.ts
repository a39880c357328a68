import type { RecordRef } from './opened.svelte';

/** The record that stays in sight beside the one that is open. */
class Pinned {
  record = $state.raw<RecordRef | null>(null);
  #connection = '';

  /** Records of another connection are others, whatever their IDs. */
  use(connection: string): void {
    if (connection !== this.#connection) this.record = null;
    this.#connection = connection;
  }
}
export const pinned = new Pinned();
