import type { Draft, DraftRow, UnconfirmedValue } from '#contract/edit';
import { isEmptyText } from '#contract/exact-json/field-text';
import type { ResourceName } from '#contract/resources';
import type { EngineClient } from '../../bridge';
import { draftOfCells, type WriteActions, draftOf } from '../form/write-actions';
import { UnconfirmedValues } from '../record/unconfirmed.svelte';
import { watch } from '../../state/watch.svelte';
import type { ResourceList } from './list.svelte';
import { fieldName, changedValueText } from '../changes/change-messages';
import { countOf, midSentence } from '../../ui/format';
import type { SentCells } from './source';

/** Returns notes on rows by key: "draft, not sent; 2 unsent edits; nickname not confirmed". */
export function rowNotes(
  resource: ResourceName,
  drafts: readonly Draft[],
  unconfirmed: readonly UnconfirmedValue[],
  editedRows: readonly Pick<DraftRow, 'key' | 'fields'>[] = [],
): ReadonlyMap<string, string> {
  const notes = new Map<string, string>();
  const addNote = (key: string, text: string) => {
    const earlierNotes = notes.get(key);
    notes.set(key, earlierNotes === undefined ? text : `${earlierNotes}; ${text}`);
  };
  // Each key once: records of other lists may have the same ID.
  for (const key of new Set(drafts.map((draft) => draft.key)))
    if (key !== null && draftOf(drafts, resource, key)) addNote(key, 'draft, not sent');
  for (const { key, fields } of editedRows)
    if (key !== null) addNote(key, countOf(fields.length, 'unsent edit', 'unsent edits'));
  for (const { key, field } of unconfirmed)
    addNote(key, `${midSentence(fieldName(resource, field))} not confirmed`);
  return notes;
}

/** Returns unconfirmed sent values as cells, so that a response without them does not blank them. */
export function sentCells(resource: ResourceName, unconfirmed: readonly UnconfirmedValue[]): SentCells {
  const cells = new Map<string, Map<string, string>>();
  for (const { key, field, json } of unconfirmed) {
    const fields = cells.get(key) ?? new Map<string, string>();
    cells.set(
      key,
      fields.set(
        field,
        `${isEmptyText(json) ? 'Cleared' : changedValueText(resource, field, json)} (not confirmed)`,
      ),
    );
  }
  return cells;
}

/** Marks rows with drafts, edited cells and unconfirmed values. Call while the list's screen is created. */
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
