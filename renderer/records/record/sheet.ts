import type { RecordLinkGroup, RecordData, RecordRef } from './opened.svelte';

/** The content of a record's print sheet. */
export interface RecordSheet extends RecordRef {
  readonly data: RecordData;
  readonly links: readonly RecordLinkGroup[];
}
