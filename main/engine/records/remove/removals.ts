import { createLine, removeLine, type RemoveLine } from '#contract/creation';
import { MAX_DRAFT_RECORDS, type Draft, type DraftRow } from '#contract/edit';
import { fail } from '#contract/failure';
import type { Job, JobRow } from '#contract/job';
import type { Query, Selection } from '#contract/query';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import type { NewDraft, NewDraftRow } from '../../workspace/drafts/drafts';
import type { NewRow } from '../../workspace/jobs/job-rows';
import { isCreatable, type NewRecord } from '../create/creations';
import { recreatable } from '../create/from-raw';
import type { RecordJobDeps } from '../create/kind';
import { titleOfOne, type DraftHandler } from '../draft-handler';
import type { Drafts } from '../edits/drafts';
import { recordCalls } from '../record-calls';
import { ANOTHER_RECORD, isNamedAs } from './kind';

export interface RemovalDeps extends RecordJobDeps {
  readonly drafts: Drafts;
  readonly reader: Pick<CacheReader, 'records' | 'selectedRecords' | 'selectedCount'>;
  readonly closed: AbortSignal;
  /** Creates a draft of new records. */
  readonly createMany: (draft: Omit<NewDraft, 'kind'>, records: readonly NewRecord[]) => Draft;
}

type Named = Pick<DraftRow, 'key' | 'title' | 'subtitle'>;

/** Returns the row of a record to delete; only records with a numeric ID can be deleted. */
function rowOf({ key, title, subtitle }: Named): NewDraftRow {
  const hasNumericId = key !== null && /^\d+$/.test(key);
  const issue = hasNumericId ? null : { code: 'no-id' };
  return { key, title, subtitle, line: null, state: hasNumericId ? 'ready' : 'wrong', fields: [], issue };
}

/** Creates and checks drafts of deletions, and turns them into job rows. */
export class RecordRemovals implements DraftHandler {
  readonly #deps: RemovalDeps;

  constructor(deps: RemovalDeps) {
    this.#deps = deps;
  }

  /** Creates a draft that deletes a selection; fails with `too-large` above MAX_DRAFT_RECORDS records. */
  draftSelected(query: Query, selection: Selection): Draft {
    const { drafts, reader } = this.#deps;
    const { resource } = query;
    expectRemovable(resource);
    if (reader.selectedCount({ query, selection }) > MAX_DRAFT_RECORDS)
      throw fail('too-large', { where: resource });
    const rows = [...reader.selectedRecords({ query, selection }, MAX_DRAFT_RECORDS)].map(rowOf);
    if (rows.length === 0) throw fail('not-found', { where: resource });
    return drafts.create({ resource, kind: 'remove', origin: 'bulk', title: titleOfOne(rows) }, rows);
  }

  /** Creates a draft that deletes the records a job created. */
  draftRemovalOfCreated({ id: job, restored, kind: { resource } }: Job, rows: readonly JobRow[]): Draft {
    const { drafts } = this.#deps;
    expectRemovable(resource);
    const created = rows.flatMap(({ input, responseIds }): NewDraftRow[] => {
      const [key] = responseIds;
      const { title, subtitle } = createLine.parse(input);
      return key === undefined ? [] : [rowOf({ key, title, subtitle })];
    });
    if (created.length === 0) throw fail('refused', { cause: 'the job has created nothing' });
    const title = titleOfOne(created);
    return drafts.create(
      { resource, kind: 'remove', origin: 'undo', sourceJob: job, title, restored },
      created,
    );
  }

  saveRow(): Draft {
    throw fail('unexpected', { cause: 'a deletion has no fields' });
  }

  fix(): Draft {
    throw fail('unexpected', { cause: 'a deletion has no fields' });
  }

  /** Drafts the deleted records as new ones, as far as that is possible. */
  undo({ id: job, restored, kind: { resource } }: Job, rows: readonly JobRow[]): Draft {
    const { createMany } = this.#deps;
    const records = recordsToRecreate(resource, rows);
    if (records.length === 0) throw fail('refused', { cause: 'the job has deleted nothing that is known' });
    return createMany({ resource, origin: 'undo', sourceJob: job, restored }, records);
  }

  /** Drafts the deletion of what a job certainly did not delete. */
  draftRetry({ id: job, restored, kind: { resource } }: Job, rows: readonly JobRow[]): Draft {
    const { drafts } = this.#deps;
    const lines = rows
      .filter(
        ({ state, verified }) =>
          state === 'refused' ||
          state === 'not-sent' ||
          ((state === 'unknown' || state === 'done') && verified === false),
      )
      .map(({ input }) => removeLine.parse(input));
    if (lines.length === 0) throw fail('refused', { cause: 'no row of the job can be tried again' });
    const rowsToRetry = lines.map(rowOf);
    const origin = lines.every(({ undoes }) => undoes) ? 'undo' : 'bulk';
    return drafts.create(
      { resource, kind: 'remove', origin, sourceJob: job, title: titleOfOne(rowsToRetry), restored },
      rowsToRetry,
    );
  }

  /**
   * Reads the service's list: which records are already gone, and the current state of the others, which an
   * undo needs.
   */
  check(id: string): Promise<Draft> {
    const { drafts, service, lists, closed } = this.#deps;
    return drafts.check(id, async (rows) => {
      const { resource, origin } = drafts.get(id);
      const { records, isComplete } = await recordCalls(service, resource).list(closed);
      const existing = rows.flatMap(({ key }) => records.get(key ?? '') ?? []);
      if (existing.length > 0) {
        // Differences from the cache were not made by this app.
        const editedFields = existing.map(() => []);
        await lists.put(resource, existing, editedFields);
      }
      return rows.map((row): DraftRow => {
        if (row.key === null || (row.state === 'wrong' && row.issue?.code !== ANOTHER_RECORD)) return row;
        const raw = records.get(row.key);
        if (raw !== undefined && origin === 'undo' && !isNamedAs(resource, row, raw))
          return { ...row, state: 'wrong', issue: { code: ANOTHER_RECORD, facts: { id: row.key } } };
        if (raw !== undefined) return { ...row, state: 'ready', issue: null };
        return isComplete ? { ...row, state: 'gone' } : row;
      });
    });
  }

  /** Returns the job rows; each has all known data of its record. */
  plan({ resource, origin }: Draft, rows: readonly DraftRow[]): { rows: NewRow[] } {
    const { reader } = this.#deps;
    const raws = new Map<string, string>();
    for (const { key, raw } of reader.records(
      resource,
      rows.flatMap(({ key }) => key ?? []),
    ))
      raws.set(key, raw);
    const planned = rows.map(({ key, title, subtitle, line, state, issue }): NewRow => {
      const raw = raws.get(key ?? '') ?? '';
      const undoes = origin === 'undo' ? { undoes: true } : {};
      const input: RemoveLine = { key: key ?? '', title, subtitle, line, raw, ...undoes };
      return state === 'ready'
        ? { input, state: 'planned', issue: null }
        : { input, state: 'skipped', issue: issue ?? { code: state } };
    });
    return { rows: planned };
  }
}

/**
 * Returns the records a job deleted as records to create: the fields that a new record can have, and those it
 * cannot. They will get new IDs. Records without known data are omitted.
 */
function recordsToRecreate(resource: ResourceName, rows: readonly JobRow[]): NewRecord[] {
  const descriptor = resourceNamed(resource);
  return rows
    .filter(({ state, verified }) => state === 'done' && verified !== false)
    .flatMap(({ input }): NewRecord[] => {
      const { key, raw } = removeLine.parse(input);
      if (raw === '') return [];
      const { values, omittedFields } = recreatable(descriptor, raw);
      return [
        { values, line: null, issue: { code: 'recreates', facts: { key, left: omittedFields.join(',') } } },
      ];
    });
}

export const isRemovable = (resource: ResourceName): boolean =>
  isCreatable(resource) && resourceNamed(resource).service.operations.includes('remove');

function expectRemovable(resource: ResourceName): void {
  if (!isRemovable(resource)) throw fail('unexpected', { cause: `records of ${resource} cannot be deleted` });
}
