import type { LinkGroup, RecordData, RecordRef } from './opened.svelte';

/** What a sheet of paper shows of a record. */
export interface Sheet extends RecordRef {
  readonly data: RecordData;
  readonly links: readonly LinkGroup[];
}
