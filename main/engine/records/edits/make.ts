import type { WantedField } from '../../../../preload/contract/creation';
import { MOST_EDITED, type Draft, type DraftRow, type FieldEdit } from '../../../../preload/contract/edit';
import { fail } from '../../../../preload/contract/failure';
import type { Query, Selection } from '../../../../preload/contract/query';
import { isEditable, resourceNamed, type ResourceName } from '../../../../preload/contract/resources';
import type { CacheReader } from '../../cache/reader';
import type { NewDraftRow } from '../../workspace/drafts';
import type { JobStore } from '../../workspace/jobs';
import type { Drafts } from './drafts';
import { judged, stateOf } from './judge';
import { resolved } from './resolve';
import { sentHere } from './sent-here';

export interface MakeParts {
  readonly drafts: Drafts;
  readonly reader: Pick<CacheReader, 'records' | 'selectedRecords' | 'selectedCount'>;
  readonly jobs: Pick<JobStore, 'lastDone'>;
}

/** A record of the cache, as edits are laid over it. */
export interface Editable {
  readonly key: string;
  readonly title: string;
  readonly subtitle: string;
  readonly raw: string;
}

/** A record that is to be created, as a plan has it. */
export interface PlannedRecord {
  readonly title: string;
  readonly subtitle: string;
  readonly fields: readonly WantedField[];
}

/** How drafts of edits are made and changed, from what is on this computer. Reads no service. */
export function draftMaker({ drafts, reader, jobs }: MakeParts) {
  const recordOf = (resource: ResourceName, key: string): Editable | null =>
    [...reader.records(resource, [key])][0] ?? null;

  return {
    /** The draft of one record, compared with what this computer has of it; opened again where there is one. */
    open(resource: ResourceName, key: string): Draft {
      expectEditable(resource);
      const record = recordOf(resource, key);
      const known = drafts.ofForm(resource, key);
      if (known !== null) {
        const [row] = drafts.allRows(known);
        const { checkedAt } = drafts.get(known);
        // What the service itself has shown counts more than an older copy.
        if (!row || checkedAt !== null) return drafts.get(known);
        const sent = sentHere(jobs, resource);
        const stands = judged(resourceNamed(resource), row, record?.raw ?? null, (...field) =>
          sent(key, ...field),
        );
        return drafts.put(known, [{ ...row, ...stands }]);
      }
      if (!record) throw fail('not-found', { where: resource });
      const draft = { resource, kind: 'edit', origin: 'form', title: record.title } as const;
      return drafts.create(draft, [rowOf(resource, record, [])]);
    },

    /** The edits of one row, all of them. */
    keep(id: string, index: number, edits: readonly FieldEdit[]): Draft {
      const { resource } = drafts.get(id);
      const row = drafts.row(id, index);
      const raw = (row.key === null ? null : recordOf(resource, row.key))?.raw ?? '{}';
      const fields = resolved(resourceNamed(resource), raw, edits, row.fields);
      const state = row.state === 'gone' ? 'gone' : stateOf(fields, row.remark);
      return drafts.put(id, [{ ...row, fields, state }]);
    },

    /** Other shared edits for the records of a draft, resolved again for each as this computer has it now. */
    change(id: string, edits: readonly FieldEdit[]): Draft {
      const { resource, kind, edits: before } = drafts.get(id);
      if (kind !== 'edit' || before.length === 0)
        throw fail('unexpected', { cause: 'the rows of this draft have edits of their own' });
      const rows = drafts.allRows(id);
      const keys = rows.flatMap(({ key }) => key ?? []);
      const records = new Map([...reader.records(resource, keys)].map((record) => [record.key, record]));
      const changed = rows.map((row): DraftRow => {
        const record = records.get(row.key ?? '');
        if (!record) return { ...row, fields: [], state: 'gone' };
        return { ...rowOf(resource, record, edits), index: row.index, line: row.line };
      });
      return drafts.change(id, edits, changed);
    },

    /** Edits that a plan has computed, for each record its own; records that are not here any more are left out. */
    planned(resource: ResourceName, edits: ReadonlyMap<string, readonly FieldEdit[]>): Draft {
      expectEditable(resource);
      const rows = [...reader.records(resource, [...edits.keys()])].map((record) =>
        rowOf(resource, record, edits.get(record.key) ?? []),
      );
      const title = rows.length === 1 ? (rows[0]?.title ?? null) : null;
      return drafts.create({ resource, kind: 'edit', origin: 'plan', title }, rows);
    },

    /** Records that a plan would create, by the exact texts of their fields. */
    plannedNew(resource: ResourceName, records: readonly PlannedRecord[]): Draft {
      const rows = records.map(({ title, subtitle, fields }): NewDraftRow => {
        const edits = fields.map(({ field, after }) => ({ op: 'set' as const, field, json: after }));
        const wanted = resolved(resourceNamed(resource), '{}', edits);
        return {
          key: null,
          title,
          subtitle,
          line: null,
          fields: wanted,
          remark: null,
          state: stateOf(wanted, null),
        };
      });
      const title = rows.length === 1 ? (rows[0]?.title ?? null) : null;
      return drafts.create({ resource, kind: 'create', origin: 'plan', title }, rows);
    },

    /** The same edits for a selection, resolved for each of its records. */
    many(query: Query, selection: Selection, edits: readonly FieldEdit[]): Draft {
      const { resource } = query;
      expectEditable(resource);
      const chosen = { query, selection };
      const count = reader.selectedCount(chosen);
      if (count > MOST_EDITED) throw fail('too-large', { where: resource });
      const rows = [...reader.selectedRecords(chosen, MOST_EDITED)].map((record) =>
        rowOf(resource, record, edits),
      );
      const title = rows.length === 1 ? (rows[0]?.title ?? null) : null;
      return drafts.create({ resource, kind: 'edit', origin: 'bulk', title, edits: [...edits] }, rows);
    },
  };
}

/** A row of a draft: edits resolved against one record. */
export function rowOf(
  resource: ResourceName,
  { key, title, subtitle, raw }: Editable,
  edits: readonly FieldEdit[],
): NewDraftRow {
  const fields = resolved(resourceNamed(resource), raw, edits);
  // What the service does not name cannot be sent back to it.
  const remark = /^\d+$/.test(key) ? null : { code: 'no-id' };
  return { key, title, subtitle, line: null, fields, remark, state: stateOf(fields, remark) };
}

function expectEditable(resource: ResourceName): void {
  if (!isEditable(resource)) throw fail('unexpected', { cause: `records of ${resource} cannot be changed` });
}
