import type { Draft, DraftRow } from '#contract/edit';
import { fieldText, isEmptyText } from '#contract/exact-json/field-text';
import { failureOf } from '#contract/failure';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { EngineClient } from '../../bridge';
import type { PendingCell, PendingCells } from '../../grid/types';
import { showFailure } from '../../ui/toast';
import { fieldName, namedValueText } from '../changes/change-messages';
import { allDraftRows } from '../outcome/draft-rows';
import { collectedEditText, NOTHING_TO_UNDO, notCollectedText, undoneEditsText } from './cell-edit-messages';

/** The cell whose editor is open. */
export interface OpenCell {
  readonly key: string;
  readonly field: string;
  /** The exact value that an earlier edit is based on, or else the record's. */
  readonly before: string | undefined;
  /** The value of an earlier edit, or the record's. */
  readonly json: string | undefined;
  /** The value shown in the editor instead, if the user typed it before and it could not be collected. */
  readonly typed?: string | undefined;
}

const cellId = (key: string, field: string): string => `${field} ${key}`;

interface CollectedEdit {
  readonly key: string;
  readonly field: string;
  /** The value of an earlier edit of the cell; undefined if it was the first one. */
  readonly earlier: string | undefined;
}

/** Cells of one list edited in place: the open editor, and the edits collected in the list's draft. */
export class CellEdits {
  /** The cell that is being edited; null if none is. */
  open = $state.raw<OpenCell | null>(null);
  /** The rows of the draft that collects edited cells. */
  rows = $state.raw<readonly DraftRow[]>([]);
  #collectedEdits = $state.raw<readonly CollectedEdit[]>([]);
  readonly count = $derived(this.rows.reduce((sum, { fields }) => sum + fields.length, 0));
  /** True if an edit collected since the list was opened can be undone. */
  readonly canUndo = $derived(this.#collectedEdits.length > 0);
  readonly pending = $derived.by((): PendingCells => {
    const cells = new Map<string, ReadonlyMap<string, PendingCell>>();
    for (const { key, fields } of this.rows)
      if (key !== null)
        cells.set(
          key,
          new Map(
            fields.map(({ field, before, after }) => [
              field,
              { text: this.#valueText(field, after), was: this.#valueText(field, before) },
            ]),
          ),
        );
    return cells;
  });
  /** Typed values that could not be collected, by cell. */
  readonly #uncollectedValues = new Map<string, string>();
  #editCount = 0;
  #requestCount = 0;
  #loading = Promise.resolve();

  readonly #resource: ResourceName;
  readonly #engine: () => EngineClient;
  /** Shows the outcome of an action in the status line. */
  readonly #announce: (text: string) => void;
  /** Returns true if the user is still at a cell, so that an editor can open over it. */
  readonly #isAtCell: (key: string, field: string) => boolean;

  constructor(
    resource: ResourceName,
    engine: () => EngineClient,
    announce: (text: string) => void,
    isAtCell: (key: string, field: string) => boolean,
  ) {
    this.#resource = resource;
    this.#engine = engine;
    this.#announce = announce;
    this.#isAtCell = isAtCell;
  }

  /**
   * Loads the edits of the draft that collects edited cells; null if there is none. Of overlapping loads, only the
   * latest counts; all resolve once it has ended, so that `count` is current.
   */
  async load(draft: Pick<Draft, 'id'> | null): Promise<void> {
    this.#loading = this.#loadRows(draft);
    let awaited: Promise<void>;
    do {
      awaited = this.#loading;
      await awaited;
    } while (awaited !== this.#loading);
  }

  async #loadRows(draft: Pick<Draft, 'id'> | null): Promise<void> {
    const request = ++this.#requestCount;
    try {
      const rows = draft ? await allDraftRows(this.#engine(), draft.id) : [];
      if (request === this.#requestCount) this.rows = rows;
    } catch (error) {
      // Sent or discarded in between: the next list of drafts shows that.
      if (failureOf(error).kind !== 'not-found') showFailure(error);
    }
  }

  /**
   * Opens the editor of a cell with the exact value of its edit or record. Opens none if the user has left the cell or
   * begun another edit before the record is read.
   */
  async edit(key: string, field: string): Promise<void> {
    const fieldDescriptor = resourceNamed(this.#resource).fields[field];
    if (!fieldDescriptor) return;
    const edit = ++this.#editCount;
    try {
      const record = await this.#engine().records.get({ resource: this.#resource, key });
      if (!record || edit !== this.#editCount || !this.#isAtCell(key, field)) return;
      const collected = this.#collectedField(key, field);
      const before = collected ? collected.before : fieldText(record.raw, field, fieldDescriptor);
      const typed = this.#uncollectedValues.get(cellId(key, field));
      this.open = { key, field, before, json: collected?.after ?? before, typed };
    } catch (error) {
      showFailure(error);
    }
  }

  /**
   * Collects the value of the open cell and closes its editor. An unchanged value is not an edit. A value that could
   * not be collected is shown again: at once if the user is still at the cell, or else the next time it is edited.
   */
  async commit(json: string | undefined): Promise<void> {
    const { open } = this;
    this.cancel();
    const isSame = json === open?.json || (json === 'null' && open?.json === undefined);
    if (!open || json === undefined || isSame) return;
    const { key, field } = open;
    const label = fieldName(this.#resource, field);
    const earlier = this.#collectedField(key, field)?.after;
    if (await this.#collect(key, field, json)) {
      this.#collectedEdits = [...this.#collectedEdits, { key, field, earlier }];
      this.#announce(collectedEditText(label, this.#valueText(field, json), this.count));
      return;
    }
    this.#uncollectedValues.set(cellId(key, field), json);
    if (this.open === null && this.#isAtCell(key, field)) {
      this.#editCount += 1;
      this.open = { ...open, typed: json };
    } else this.#announce(notCollectedText(label));
  }

  /** Closes the editor without collecting its value. */
  cancel(): void {
    const { open } = this;
    this.open = null;
    if (open?.typed !== undefined) this.#uncollectedValues.delete(cellId(open.key, open.field));
  }

  /** Undoes the last edit collected since the list was opened, if any. */
  async undo(): Promise<void> {
    const last = this.#collectedEdits.at(-1);
    if (!last) {
      this.#announce(NOTHING_TO_UNDO);
      return;
    }
    const rest = this.#collectedEdits.slice(0, -1);
    this.#collectedEdits = rest;
    if (await this.#collect(last.key, last.field, last.earlier))
      this.#announce(undoneEditsText(fieldName(this.#resource, last.field), this.count));
    // The user can try again, unless another edit was collected or all were forgotten during the call.
    else if (this.#collectedEdits === rest) this.#collectedEdits = [...rest, last];
  }

  /** Forgets the edits that could be undone, because the draft was sent or discarded. */
  forget(): void {
    this.#collectedEdits = [];
    this.#uncollectedValues.clear();
  }

  #collectedField(key: string, field: string) {
    return this.rows.find((row) => row.key === key)?.fields.find((candidate) => candidate.field === field);
  }

  async #collect(key: string, field: string, json: string | undefined): Promise<boolean> {
    try {
      const draft = await this.#engine().edits.collect({
        resource: this.#resource,
        key,
        field,
        ...(json === undefined ? {} : { json }),
      });
      await this.load(draft);
      this.#uncollectedValues.delete(cellId(key, field));
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    }
  }

  #valueText(field: string, json: string | undefined): string {
    const empty = resourceNamed(this.#resource).fields[field]?.emptyLabel ?? 'None';
    return isEmptyText(json) ? empty : namedValueText(this.#resource, field, json ?? null);
  }
}
