import type { ActivityOutcome } from '#contract/features/activity/outcome';
import type { Failure } from '#contract/failure';
import type { RowState } from '#contract/job';
import type { JobCounts } from '../workspace/jobs/job-rows';
import type { JobEnding } from '../workspace/jobs/jobs';

/**
 * Returns how a job ended, for the job and for the log, which counts only what this run added to `before`.
 * `listDecides`: rows reported as done are not done if the list contradicts them.
 */
export function endingOf(
  { counts, verified }: JobCounts,
  before: JobCounts['counts'] | null,
  failure: Failure | null,
  stopped: boolean,
  listDecides = false,
): JobEnding {
  const denied = listDecides ? verified.no : 0;
  const added = (state: RowState): number => counts[state] - (before?.[state] ?? 0);
  const notSent = counts['not-sent'];
  return {
    state: failure ? 'stopped' : notSent > 0 ? 'canceled' : 'done',
    failure,
    outcome: denied > 0 ? 'unknown' : outcomeOf(added('done'), counts, failure, stopped),
    result: {
      count: Math.max(0, added('done') - denied),
      facts: {
        ...ifAny('conflicts', added('conflict')),
        ...ifAny('not applied', added('not-taken')),
        refused: added('refused'),
        'outcome not known': counts.unknown + denied,
        'not sent': notSent,
      },
    },
  };
}

function outcomeOf(
  done: number,
  counts: JobCounts['counts'],
  failure: Failure | null,
  stopped: boolean,
): ActivityOutcome {
  if (counts.unknown > 0) return 'unknown';
  const refused = counts.refused + counts.conflict + counts['not-taken'];
  if (done > 0) return refused + counts['not-sent'] > 0 ? 'partly' : 'done';
  if (refused > 0) return 'refused';
  return failure || !stopped ? 'failed' : 'canceled';
}

/** A fact that not every kind of job has. */
const ifAny = (name: string, count: number) => (count > 0 ? { [name]: count } : {});
