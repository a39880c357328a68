import type { RecordRef } from './opened-record.svelte';

/** The record that stays visible next to the open one. */
class Pinned {
  record = $state.raw<RecordRef | null>(null);
  #connection = '';

  /** Unpins a record of another connection. */
  use(connection: string): void {
    if (connection !== this.#connection) this.record = null;
    this.#connection = connection;
  }
}
export const pinned = new Pinned();
