import type { Draft } from '#contract/edit';
import { fail } from '#contract/failure';
import type { Job } from '#contract/job';
import { EDITABLE, resourceNamed, type ResourceName } from '#contract/resources';
import type { OpenConnection } from '../../connection/open-connection';
import { perConnection } from '../../connection/per-connection';
import type { AnyJobDefinition } from '../../jobs/kind';
import { Drafts } from './drafts';
import { askedOf, silentOf, unreadRemark, withoutReadingRemark } from './incomplete';
import { judgeRow, resolveConflicts } from './judge';
import { editRecordsJob, type EditJobDeps } from './kind';
import { createDraftFactory } from './make-drafts';
import { freshReader } from './read-fresh';
import { sendEdits } from './send';
import { sentAtLookup } from './sent-here';
import { unconfirmedIn } from './unconfirmed';
import { followUpDrafts } from './undo';

export type EditsDeps = Pick<
  OpenConnection,
  'workspace' | 'reader' | 'closed' | 'jobs' | 'service' | 'putRecords'
>;

/** Which conflicts to resolve: of one row or all, of one field or all. */
interface ConflictSelection {
  readonly index?: number | undefined;
  readonly field?: string | undefined;
}

/** Edits of existing records of one connection (spec 4.2, 4.6). */
export function createEdits(opened: EditsDeps) {
  const { workspace, reader, closed, jobs, service } = opened;
  const drafts = new Drafts(workspace.drafts, closed);
  const put: EditJobDeps['put'] = (...records) => opened.putRecords(...records);
  const sentTo = (resource: ResourceName) => sentAtLookup(workspace.jobs, resource);
  const cached: EditJobDeps['cached'] = (resource, keys) =>
    new Map([...reader.records(resource, keys)].map(({ key, raw }) => [key, raw]));
  const kinds = new Map<ResourceName, AnyJobDefinition>(
    EDITABLE.map((resource) => [resource, editRecordsJob(resource, { service, put, cached, sentTo })]),
  );
  for (const kind of kinds.values()) jobs.register(kind);
  const kindOf = (resource: ResourceName): AnyJobDefinition => {
    const kind = kinds.get(resource);
    if (!kind) throw fail('unexpected', { cause: `records of ${resource} cannot be changed` });
    return kind;
  };

  const after = followUpDrafts({ drafts, jobs, reader });
  return {
    drafts,
    ...createDraftFactory({ drafts, reader, jobs: workspace.jobs }),

    /** Reads the records again and updates the row states. */
    check(id: string): Promise<Draft> {
      const { resource } = drafts.get(id);
      const read = freshReader(service, resource);
      const descriptor = resourceNamed(resource);
      return drafts.check(id, async (rows) => {
        const rowOf = new Map(rows.flatMap((row) => (row.key === null ? [] : [[row.key, row] as const])));
        const known = cached(resource, [...rowOf.keys()]);
        const fresh = await read([...rowOf.keys()], closed, (key) => {
          const fields = rowOf.get(key)?.fields ?? [];
          return {
            raw: known.get(key),
            optional: silentOf(descriptor, fields),
            asked: askedOf(descriptor, fields),
          };
        });
        const sent = sentTo(resource);
        return rows.map((row) => {
          const key = row.key ?? '';
          const now = fresh.texts.get(key) ?? null;
          const before = withoutReadingRemark(row);
          if (now === null) {
            const remark = unreadRemark(fresh, key);
            if (remark.code !== 'not-found') return { ...before, remark, state: 'wrong' };
          }
          return { ...before, ...judgeRow(descriptor, before, now, (...field) => sent(key, ...field)) };
        });
      });
    },

    /** Sends the ready rows; `count` is the number that the user confirmed. */
    send(id: string, count: number): Job {
      const draft = drafts.get(id);
      return sendEdits({ drafts, jobs }, kindOf(draft.resource), draft, count);
    },

    /** Creates a draft that undoes a job. */
    undo: (job: string): Draft => after.undo(jobs.get(job)),
    /** Creates a draft of what a job certainly did not do. */
    again: (job: string): Draft => after.again(jobs.get(job)),

    /** Returns values sent to a list's records that are not confirmed. */
    unconfirmed: (resource: ResourceName) => unconfirmedIn({ jobs: workspace.jobs, reader }, resource),

    /** Resolves conflicts with either value. */
    resolve(id: string, take: 'mine' | 'theirs', { index, field }: ConflictSelection): Draft {
      const { resource } = drafts.get(id);
      const rows = index === undefined ? drafts.allRows(id) : [drafts.row(id, index)];
      return drafts.put(
        id,
        rows.map((row) => resolveConflicts(resource, row, take, field)),
      );
    },
  };
}

/** The edits of an open connection; all its drafts are created here. */
export const editsOf = perConnection(createEdits);
