import type { Draft, DraftRow, EditLine } from '#contract/edit';
import { fail } from '#contract/failure';
import type { Facts, Job } from '#contract/job';
import { resourceNamed } from '#contract/resources';
import type { Jobs } from '../../jobs/jobs';
import type { AnyJobDefinition } from '../../jobs/kind';
import type { NewRow } from '../../workspace/jobs/job-rows';
import type { Drafts } from './drafts';
import { firstFieldError } from './row-problem';

export interface EditSendDeps {
  readonly drafts: Drafts;
  readonly jobs: Pick<Jobs, 'launch'>;
}

/**
 * Turns a draft into a durable job in one transaction and sends it: ready rows are sent, others skipped with
 * their reason. Fails with `changed-since` if the user confirmed another number of rows.
 */
export function sendEdits(
  { drafts, jobs }: EditSendDeps,
  kind: AnyJobDefinition,
  draft: Draft,
  count: number,
): Job {
  if (draft.counts.ready !== count || count === 0)
    throw fail('changed-since', { cause: 'another number of rows was confirmed' });
  const rows = drafts.allRows(draft.id);
  return drafts.become(draft.id, (remove) =>
    jobs.launch(kind, rows.map(plannedOf), factsOf(draft, rows), remove),
  );
}

const plannedOf = (row: DraftRow): NewRow => ({
  input: lineOf(row),
  ...(row.state === 'ready'
    ? { state: 'planned' as const, remark: null }
    : { state: 'skipped' as const, remark: row.remark ?? firstFieldError(row) ?? { code: row.state } }),
});

const lineOf = ({ key, title, subtitle, line, fields }: DraftRow): EditLine => ({
  key: key ?? '',
  title,
  subtitle,
  line,
  fields: fields.map(({ field, before, after, remark }) => ({
    field,
    ...(before === undefined ? {} : { before }),
    after,
    ...(remark === null ? {} : { remark }),
  })),
});

/** Returns the facts for the window and for a retry; `fields` has labels, for the activity log. */
function factsOf({ origin, of, title, edits, file, resource }: Draft, rows: readonly DraftRow[]): Facts {
  const { fields } = resourceNamed(resource);
  const names = new Set(rows.flatMap((row) => row.fields.map(({ field }) => field)));
  return {
    origin,
    of,
    title,
    file,
    edits: JSON.stringify(edits),
    names: [...names].join(','),
    fields: [...names].map((name) => fields[name]?.label ?? name).join(', '),
  };
}
