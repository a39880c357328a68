import type { DependentGroup } from '#contract/calls/dependents';
import { createLine, removeLine } from '#contract/creation';
import type { Draft, FieldEdit } from '#contract/edit';
import { fail } from '#contract/failure';
import { jobKindText, type Job, type JobRow } from '#contract/job';
import type { Query, Selection } from '#contract/query';
import { RESOURCE_NAMES, resourceNamed, type ResourceName } from '#contract/resources';
import type { OpenConnection } from '../connection/open-connection';
import { perConnection } from '../connection/per-connection';
import type { AnyJobDefinition } from '../jobs/kind';
import { systemClock } from '../service/clock';
import { creations, isCreatable } from './create/creations';
import { createRecordsJob } from './create/kind';
import { dependentsByKey, dependentsOf } from './dependents';
import type { Drafts } from './edits/drafts';
import { editsOf } from './edits/edits';
import { removeRecordsJob } from './remove/kind';
import { createMissingOperations } from './missing-operations';
import { isRemovable, removals, recordsToRecreate } from './remove/removals';

export type WritesDeps = Pick<
  OpenConnection,
  'service' | 'reader' | 'jobs' | 'closed' | 'putRecords' | 'removeRecords'
>;
export type Writes = ReturnType<typeof createWrites>;

const ALL = 1_000_000;

/** Creating and deleting records of one connection, of every resource whose descriptor has calls for it (spec 4.6). */
export function createWrites(opened: WritesDeps, drafts: Drafts) {
  const { service, reader, jobs, closed } = opened;
  const parts = {
    service,
    lists: {
      put: (resource: ResourceName, raws: readonly string[], made: readonly (readonly string[])[]) =>
        opened.putRecords(resource, raws, made, 'created'),
      remove: (resource: ResourceName, keys: readonly string[]) => opened.removeRecords(resource, keys),
      known: (resource: ResourceName, keys: readonly string[]) =>
        new Set([...reader.records(resource, keys)].map(({ key }) => key)),
    },
  };
  const missing = createMissingOperations(opened, systemClock);
  const kinds = new Map<string, AnyJobDefinition>();
  const add = (kind: AnyJobDefinition) => kinds.set(jobKindText(kind), kind);
  for (const resource of RESOURCE_NAMES) {
    if (isCreatable(resource)) add(createRecordsJob(resource, parts));
    if (isRemovable(resource)) add(removeRecordsJob(resource, { ...parts, missing }));
  }
  for (const kind of kinds.values()) jobs.register(kind);

  const create = creations({ ...parts, drafts, reader, closed });
  const remove = removals({ ...parts, drafts, reader, closed });
  const rowsOf = (job: string): JobRow[] => jobs.rows(job, { offset: 0, limit: ALL }).rows;

  const referringTo = (resource: ResourceName, keys: readonly string[]): DependentGroup[] =>
    dependentsByKey(reader, resource, keys).filter(({ how }) => how === 'refers');

  return {
    missing: (resource: ResourceName) => missing.of(resource),
    create: (...of: Parameters<typeof create.create>) => create.create(...of),
    createMany: (...of: Parameters<typeof create.many>) => create.many(...of),
    remove: (...of: Parameters<typeof remove.selected>) => remove.selected(...of),

    /** Whether a draft, or a job, creates or deletes records. */
    drafts: (id: string): boolean => drafts.get(id).kind !== 'edit',
    sends: ({ kind }: Job): boolean => kinds.has(jobKindText(kind)),

    keep: (id: string, index: number, edits: readonly FieldEdit[]): Draft => {
      if (drafts.get(id).kind === 'remove') throw fail('unexpected', { cause: 'a deletion has no fields' });
      return create.keep(id, index, edits);
    },

    check: (id: string): Promise<Draft> =>
      drafts.get(id).kind === 'create' ? create.check(id) : remove.check(id),

    /** Sends the rows that are ready, once: the draft becomes the job, in one transaction. Fails as `changed-since` for another number. */
    send(id: string, count: number): Job {
      const { resource, kind: operation, origin, of, title, file, counts } = drafts.get(id);
      if (counts.ready !== count || count === 0)
        throw fail('changed-since', { cause: 'another number of rows was confirmed' });
      const text = jobKindText({ resource, operation });
      const kind = kinds.get(text);
      if (!kind) throw fail('unexpected', { cause: `nothing sends ${text}` });
      const rows = operation === 'create' ? create.plan(id) : remove.plan(id);
      return drafts.become(id, (gone) => jobs.launch(kind, rows, { origin, of, title, file }, gone));
    },

    /** What was created is deleted; what was deleted is created again, as far as that can be. */
    undo(job: string): Draft {
      const stored = jobs.get(job);
      const { resource, operation } = stored.kind;
      if (operation === 'create') return remove.ofCreated(resource, stored, rowsOf(job));
      const records = recordsToRecreate(resource, rowsOf(job));
      if (records.length === 0) throw fail('refused', { cause: 'the job has deleted nothing that is known' });
      return create.many({ resource, origin: 'undo', of: job, restored: stored.restored }, records);
    },

    again(job: string): Draft {
      const stored = jobs.get(job);
      const { resource, operation } = stored.kind;
      return (operation === 'create' ? create : remove).again(resource, stored, rowsOf(job));
    },

    dependents: (request: { query: Query; selection: Selection }): DependentGroup[] =>
      dependentsOf(reader, request),
    dependentsOfDraft: (id: string): DependentGroup[] => {
      const keys = drafts.allRows(id).flatMap(({ key }) => key ?? []);
      return dependentsOf(reader, selectionOf(drafts.get(id).resource, keys));
    },

    /** What still refers to the records that a job has deleted. */
    dependentsOfDeleted(job: string): DependentGroup[] {
      const { resource, operation } = jobs.get(job).kind;
      const gone =
        operation === 'remove'
          ? rowsOf(job).filter(({ state, seen }) => state === 'done' && seen !== false)
          : [];
      const keys = gone.flatMap(({ input }) => removeLine.safeParse(input).data?.key ?? []);
      return referringTo(resource, keys);
    },

    /**
     * Records that a job created to replace deleted ones, and the records that still refer to the old ones.
     */
    replaced(job: string) {
      const { resource } = jobs.get(job).kind;
      const pairs = rowsOf(job).flatMap(({ input, answer }) => {
        const [to] = answer;
        const line = createLine.safeParse(input);
        const { instead: from = null, title = '' } = line.data ?? {};
        return to === undefined || from === null ? [] : [{ from, to, title }];
      });
      const keys = pairs.map(({ from }) => from);
      return { pairs, groups: referringTo(resource, keys) };
    },
  };
}

export const writesOf = perConnection((opened) => createWrites(opened, editsOf(opened).drafts));

const selectionOf = (resource: ResourceName, keys: string[]) => ({
  query: { resource, search: '', filters: [], sort: resourceNamed(resource).sort },
  selection: { kind: 'keys' as const, keys },
});
