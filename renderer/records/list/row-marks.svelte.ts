import type { EngineClient } from '../../bridge';
import { draftOfCells, type WriteActions } from '../form/write-actions';
import { UnconfirmedValues } from '../record/unconfirmed.svelte';
import { watch } from '../../state/watch.svelte';
import type { ResourceList } from './list.svelte';
import { rowNotes, sentCells } from './row-notes';

/** Marks rows with drafts, edited cells and unconfirmed values. For one screen. */
export function markRows(
  list: ResourceList,
  writes: WriteActions | null,
  current: () => { readonly engine: EngineClient; readonly version: number },
): void {
  const { resource } = list;
  const unconfirmedValues = new UnconfirmedValues();
  watch(
    () => ({ ...current(), target: writes?.target }),
    ({ engine }) => void unconfirmedValues.load(engine, resource),
  );
  $effect(() => {
    list.grid.notes = rowNotes(resource, writes?.drafts ?? [], unconfirmedValues.list, list.cells.rows);
  });
  const cellDraft = $derived(draftOfCells(writes?.drafts ?? [], resource));
  watch(
    () => ({ ...current(), id: cellDraft?.id, at: cellDraft?.updatedAt }),
    () => void list.cells.load(cellDraft),
  );
  $effect(() => {
    list.grid.pending = list.cells.pending;
  });
  watch(
    () => sentCells(resource, unconfirmedValues.list),
    (cells) => list.setSentCells(cells),
  );
}
