import type { EngineClient } from '../../bridge';
import type { Writing } from '../form/write-actions';
import { NotConfirmed } from '../record/unconfirmed.svelte';
import { watch } from '../../state/watch.svelte';
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
  watch(
    () => ({ ...now(), target: writes?.target }),
    ({ engine }) => void notConfirmed.load(engine, resource),
  );
  $effect(() => {
    list.grid.notes = rowNotes(resource, writes?.drafts ?? [], notConfirmed.list);
  });
  watch(
    () => sentCells(resource, notConfirmed.list),
    (cells) => list.takeSent(cells),
  );
}
