import type { WantedField } from '#contract/creation';
import { MAX_DRAFT_RECORDS, type Draft, type DraftRow, type FieldEdit } from '#contract/edit';
import { fail } from '#contract/failure';
import type { Query, Selection } from '#contract/query';
import { isEditable, resourceNamed, type ResourceName } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import type { NewDraftRow } from '../../workspace/drafts/drafts';
import type { JobStore } from '../../workspace/jobs/jobs';
import { titleOfOne } from '../draft-handler';
import type { Drafts } from './drafts';
import { judgeRow, judgeRowState } from './judge';
import { resolveEdits } from './resolve';
import { sentAtLookup } from './sent-here';

export interface DraftFactoryDeps {
  readonly drafts: Drafts;
  readonly reader: Pick<CacheReader, 'records' | 'selectedRecords' | 'selectedCount'>;
  readonly jobs: Pick<JobStore, 'lastDone'>;
}

/** A cached record as the base of edits. */
export interface EditableRecord {
  readonly key: string;
  readonly title: string;
  readonly subtitle: string;
  readonly raw: string;
}

/** A record that a plan would create. */
export interface PlannedRecord {
  readonly title: string;
  readonly subtitle: string;
  readonly fields: readonly WantedField[];
}

/** Creates and changes drafts of edits from cached data. Does not use the service. */
export class EditDraftFactory {
  readonly #deps: DraftFactoryDeps;

  constructor(deps: DraftFactoryDeps) {
    this.#deps = deps;
  }

  #recordOf(resource: ResourceName, key: string): EditableRecord | null {
    const { reader } = this.#deps;
    return [...reader.records(resource, [key])][0] ?? null;
  }

  /** Opens the draft of one record, compared with the cache; reuses an existing one. */
  open(resource: ResourceName, key: string): Draft {
    const { drafts, jobs } = this.#deps;
    expectEditable(resource);
    const record = this.#recordOf(resource, key);
    const draftId = drafts.ofForm(resource, key);
    if (draftId !== null) {
      const [row] = drafts.allRows(draftId);
      const { checkedAt } = drafts.get(draftId);
      // A check against the service is valid until the next one: the cached copy may be older.
      if (!row || checkedAt !== null) return drafts.get(draftId);
      const sent = sentAtLookup(jobs, resource);
      const judged = judgeRow(resourceNamed(resource), row, record?.raw ?? null, (...field) =>
        sent(key, ...field),
      );
      return drafts.put(draftId, [{ ...row, ...judged }]);
    }
    if (!record) throw fail('not-found', { where: resource });
    const draft = { resource, kind: 'edit', origin: 'form', title: record.title } as const;
    return drafts.create(draft, [draftRowOf(resource, record, [])]);
  }

  /** Replaces all edits of one row. */
  saveRow(id: string, index: number, edits: readonly FieldEdit[]): Draft {
    const { drafts } = this.#deps;
    const { resource } = drafts.get(id);
    const row = drafts.row(id, index);
    const raw = (row.key === null ? null : this.#recordOf(resource, row.key))?.raw ?? '{}';
    const fields = resolveEdits(resourceNamed(resource), raw, edits, row.fields);
    const state = row.state === 'gone' ? 'gone' : judgeRowState(fields, row.issue);
    return drafts.put(id, [{ ...row, fields, state }]);
  }

  /**
   * Collects the edit of one cell in the list's draft of cells; an undefined value undoes it. Returns null when nothing
   * is left: the draft is removed.
   */
  collect(resource: ResourceName, key: string, field: string, json: string | undefined): Draft | null {
    const { drafts } = this.#deps;
    expectEditable(resource);
    const id = drafts.ofCells(resource);
    const rows: NewDraftRow[] = id === null ? [] : drafts.allRows(id);
    const rowIndex = rows.findIndex((row) => row.key === key);
    const earlierRow = rows[rowIndex];
    const record = this.#recordOf(resource, key);
    if (!record && !earlierRow) throw fail('not-found', { where: resource });
    const others = (earlierRow?.fields ?? []).filter((other) => other.field !== field);
    const edits = [
      ...others.map((other) => ({ op: 'set' as const, field: other.field, json: other.after })),
      ...(json === undefined ? [] : [{ op: 'set' as const, field, json }]),
    ];
    const fields = resolveEdits(resourceNamed(resource), record?.raw ?? '{}', edits, earlierRow?.fields);
    const row = earlierRow ?? (record && draftRowOf(resource, record, []));
    const isGone = earlierRow?.state === 'gone';
    const editedRow = row &&
      fields.length > 0 && {
        ...row,
        fields,
        state: isGone ? ('gone' as const) : judgeRowState(fields, row.issue),
      };
    const nextRows = rows.flatMap((old, index) =>
      index !== rowIndex ? [old] : editedRow ? [editedRow] : [],
    );
    if (!earlierRow && editedRow) nextRows.push(editedRow);
    if (nextRows.length > MAX_DRAFT_RECORDS) throw fail('too-large', { where: resource });
    if (nextRows.length === 0) {
      if (id !== null) drafts.remove(id);
      return null;
    }
    if (id !== null) return drafts.replaceRows(id, nextRows);
    const title = nextRows[0]?.title ?? null;
    return drafts.create({ resource, kind: 'edit', origin: 'cells', title }, nextRows);
  }

  /** Replaces the value of one field in a row; errors of its other values and of the line stay. */
  fix(id: string, index: number, field: string, json: string): Draft {
    const { drafts } = this.#deps;
    const { resource } = drafts.get(id);
    const row = drafts.row(id, index);
    const raw = (row.key === null ? null : this.#recordOf(resource, row.key))?.raw ?? '{}';
    const edit = { op: 'set', field, json } as const;
    const fixed = resolveEdits(resourceNamed(resource), raw, [edit], row.fields);
    const fields = row.fields.flatMap((draftField) => (draftField.field === field ? fixed : [draftField]));
    const state = row.state === 'gone' ? 'gone' : judgeRowState(fields, row.issue);
    return drafts.put(id, [{ ...row, fields, state }]);
  }

  /** Replaces the shared edits of a draft, resolved again for each cached record. */
  change(id: string, edits: readonly FieldEdit[]): Draft {
    const { drafts, reader } = this.#deps;
    const { resource, kind, edits: previousEdits } = drafts.get(id);
    if (kind !== 'edit' || previousEdits.length === 0)
      throw fail('unexpected', { cause: 'the rows of this draft have separate edits' });
    const rows = drafts.allRows(id);
    const keys = rows.flatMap(({ key }) => key ?? []);
    const records = new Map([...reader.records(resource, keys)].map((record) => [record.key, record]));
    const newRows = rows.map((row): DraftRow => {
      const record = records.get(row.key ?? '');
      if (!record) return { ...row, fields: [], state: 'gone' };
      return { ...draftRowOf(resource, record, edits), index: row.index, line: row.line };
    });
    return drafts.change(id, edits, newRows);
  }

  /** Creates a draft of a plan's separate edits per record; records no longer cached are omitted. */
  draftPlannedEdits(resource: ResourceName, edits: ReadonlyMap<string, readonly FieldEdit[]>): Draft {
    const { drafts, reader } = this.#deps;
    expectEditable(resource);
    const rows = [...reader.records(resource, [...edits.keys()])].map((record) =>
      draftRowOf(resource, record, edits.get(record.key) ?? []),
    );
    return drafts.create({ resource, kind: 'edit', origin: 'plan', title: titleOfOne(rows) }, rows);
  }

  /** Creates a draft of a plan's new records, with the exact texts of their fields. */
  draftPlannedRecords(resource: ResourceName, records: readonly PlannedRecord[]): Draft {
    const { drafts } = this.#deps;
    const rows = records.map(({ title, subtitle, fields }): NewDraftRow => {
      const edits = fields.map(({ field, after }) => ({ op: 'set' as const, field, json: after }));
      const resolvedFields = resolveEdits(resourceNamed(resource), '{}', edits);
      return {
        key: null,
        title,
        subtitle,
        line: null,
        fields: resolvedFields,
        issue: null,
        state: judgeRowState(resolvedFields, null),
      };
    });
    return drafts.create({ resource, kind: 'create', origin: 'plan', title: titleOfOne(rows) }, rows);
  }

  /** Creates a draft with the same edits for a selection, resolved for each record. */
  draftMany(query: Query, selection: Selection, edits: readonly FieldEdit[]): Draft {
    const { drafts, reader } = this.#deps;
    const { resource } = query;
    expectEditable(resource);
    const chosen = { query, selection };
    const count = reader.selectedCount(chosen);
    if (count > MAX_DRAFT_RECORDS) throw fail('too-large', { where: resource });
    const rows = [...reader.selectedRecords(chosen, MAX_DRAFT_RECORDS)].map((record) =>
      draftRowOf(resource, record, edits),
    );
    return drafts.create(
      { resource, kind: 'edit', origin: 'bulk', title: titleOfOne(rows), edits: [...edits] },
      rows,
    );
  }
}

/** Returns a draft row: edits resolved against one record. */
export function draftRowOf(
  resource: ResourceName,
  { key, title, subtitle, raw }: EditableRecord,
  edits: readonly FieldEdit[],
): NewDraftRow {
  const fields = resolveEdits(resourceNamed(resource), raw, edits);
  // A record without an ID cannot be sent.
  const issue = /^\d+$/.test(key) ? null : { code: 'no-id' };
  return { key, title, subtitle, line: null, fields, issue, state: judgeRowState(fields, issue) };
}

function expectEditable(resource: ResourceName): void {
  if (!isEditable(resource)) throw fail('unexpected', { cause: `records of ${resource} cannot be changed` });
}
