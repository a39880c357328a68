import type { ConflictChoice, Draft, DraftRow, EditLine } from '#contract/edit';
import type { JobFacts, Job, JobRow } from '#contract/job';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import type { JobStore } from '../../workspace/jobs/jobs';
import type { NewRow } from '../../workspace/jobs/job-rows';
import { firstFieldError, type DraftHandler } from '../draft-handler';
import type { Drafts } from './drafts';
import { expectedFieldsOf, optionalFieldsOf, unreadIssue, withoutReadingIssue } from './incomplete';
import { judgeRow, resolveConflicts } from './judge';
import type { EditJobDeps } from './kind';
import { EditDraftFactory } from './make-drafts';
import { FreshReader } from './read-fresh';
import { sentAtLookup } from './sent-here';
import { FollowUpDrafts } from './undo';

export interface EditDraftsDeps extends Pick<EditJobDeps, 'service'> {
  readonly drafts: Drafts;
  readonly reader: Pick<CacheReader, 'records' | 'selectedRecords' | 'selectedCount'>;
  readonly jobs: Pick<JobStore, 'lastDone'>;
  readonly closed: AbortSignal;
}

/** The conflicts to resolve: of one row or all, of one field or all. */
export interface ConflictSelection {
  readonly index?: number | undefined;
  readonly field?: string | undefined;
}

/** Edits of existing records (spec 4.2, 4.6). */
export class EditDrafts extends EditDraftFactory implements DraftHandler {
  readonly #deps: EditDraftsDeps;
  readonly #followUps: FollowUpDrafts;
  readonly sentTo = (resource: ResourceName) => sentAtLookup(this.#deps.jobs, resource);
  readonly cached: EditJobDeps['cached'] = (resource, keys) =>
    new Map([...this.#deps.reader.records(resource, keys)].map(({ key, raw }) => [key, raw]));

  constructor(deps: EditDraftsDeps) {
    super(deps);
    this.#deps = deps;
    this.#followUps = new FollowUpDrafts(deps);
  }

  undo(job: Job, rows: readonly JobRow[]): Draft {
    return this.#followUps.undo(job, rows);
  }

  draftRetry(job: Job, rows: readonly JobRow[]): Draft {
    return this.#followUps.draftRetry(job, rows);
  }

  /** Reads the records again and updates the row states. */
  check(id: string): Promise<Draft> {
    const { drafts, service, closed } = this.#deps;
    const { resource } = drafts.get(id);
    const freshReader = new FreshReader(service, resource);
    const descriptor = resourceNamed(resource);
    return drafts.check(id, async (rows) => {
      const rowOf = new Map(rows.flatMap((row) => (row.key === null ? [] : [[row.key, row] as const])));
      const cachedTexts = this.cached(resource, [...rowOf.keys()]);
      const fresh = await freshReader.read([...rowOf.keys()], closed, (key) => {
        const fields = rowOf.get(key)?.fields ?? [];
        return {
          raw: cachedTexts.get(key),
          optional: optionalFieldsOf(descriptor, fields),
          fieldsToWrite: expectedFieldsOf(descriptor, fields),
        };
      });
      const sent = this.sentTo(resource);
      return rows.map((row) => {
        const key = row.key ?? '';
        const current = fresh.texts.get(key) ?? null;
        const rowBefore = withoutReadingIssue(row);
        if (current === null) {
          const issue = unreadIssue(fresh, key);
          // An issue of the row itself stays, because the next check only removes those of readings.
          if (issue.code !== 'not-found')
            return { ...rowBefore, issue: rowBefore.issue ?? issue, state: 'wrong' };
        }
        return {
          ...rowBefore,
          ...judgeRow(descriptor, rowBefore, current, (...field) => sent(key, ...field)),
        };
      });
    });
  }

  /** Resolves conflicts with either value. */
  resolve(id: string, choice: ConflictChoice, { index, field }: ConflictSelection): Draft {
    const { drafts } = this.#deps;
    const { resource } = drafts.get(id);
    const rows = index === undefined ? drafts.allRows(id) : [drafts.row(id, index)];
    return drafts.put(
      id,
      rows.map((row) => resolveConflicts(resource, row, choice, field)),
    );
  }

  plan(draft: Draft, rows: readonly DraftRow[]): { rows: NewRow[]; facts: JobFacts } {
    return { rows: rows.map(plannedOf), facts: factsOf(draft, rows) };
  }
}

const plannedOf = (row: DraftRow): NewRow => ({
  input: lineOf(row),
  ...(row.state === 'ready'
    ? { state: 'planned' as const, issue: null }
    : { state: 'skipped' as const, issue: row.issue ?? firstFieldError(row) ?? { code: row.state } }),
});

const lineOf = ({ key, title, subtitle, line, fields }: DraftRow): EditLine => ({
  key: key ?? '',
  title,
  subtitle,
  line,
  fields: fields.map(({ field, before, after, issue }) => ({
    field,
    ...(before === undefined ? {} : { before }),
    after,
    ...(issue === null ? {} : { issue }),
  })),
});

/** Returns the facts for a retry; `fields` has labels, for the activity log. */
function factsOf({ edits, resource }: Draft, rows: readonly DraftRow[]): JobFacts {
  const { fields } = resourceNamed(resource);
  const names = new Set(rows.flatMap((row) => row.fields.map(({ field }) => field)));
  return {
    edits: JSON.stringify(edits),
    names: [...names].join(','),
    fields: [...names].map((name) => fields[name]?.label ?? name).join(', '),
  };
}
