import type { LinkGroup, RecordData, RecordRef } from './opened.svelte';

/** The content of a record's print sheet. */
export interface Sheet extends RecordRef {
  readonly data: RecordData;
  readonly links: readonly LinkGroup[];
}
