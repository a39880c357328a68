import { untrack } from 'svelte';
import type { EngineClient } from '../../bridge';
import { dependsOn } from '../../grid/depends-on';
import type { Writing } from '../form/write-actions';
import { NotConfirmed } from '../record/unconfirmed.svelte';
import type { ResourceList } from './list.svelte';
import { rowNotes, sentCells } from './row-notes';

/** Marks rows with drafts and rows with unconfirmed values. For one screen. */
export function markRows(
  list: ResourceList,
  writes: Writing | null,
  now: () => { readonly engine: EngineClient; readonly version: number },
): void {
  const { resource } = list;
  const notConfirmed = new NotConfirmed();
  $effect(() => {
    const { engine, version } = now();
    dependsOn(version, writes?.target);
    void notConfirmed.load(engine, resource);
  });
  $effect(() => {
    list.grid.notes = rowNotes(resource, writes?.drafts ?? [], notConfirmed.list);
  });
  $effect(() => {
    const cells = sentCells(resource, notConfirmed.list);
    untrack(() => list.takeSent(cells));
  });
}
