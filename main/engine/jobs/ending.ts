import type { ActivityOutcome } from '#contract/features/activity/outcome';
import type { Failure } from '#contract/failure';
import type { RowState } from '#contract/job';
import type { JobCounts } from '../workspace/jobs/job-rows';
import type { JobEnding, PreviousCounts } from '../workspace/jobs/jobs';

/**
 * Returns how a job ended, for the job and for the log. The log counts rows with a known outcome only if they were
 * added to `previousCounts`, and unknown and unsent rows as they are now; its outcome depends on earlier refusals, too.
 * State `stopped`: ended by a failure; a job with unsent rows that the user stopped is `canceled`.
 * `listDecides`: rows reported as done are not done if the list contradicts them.
 */
export function endingOf(
  { counts, verified }: JobCounts,
  previousCounts: PreviousCounts | null,
  failure: Failure | null,
  wasCanceled: boolean,
  listDecides = false,
): JobEnding {
  const contradicted = listDecides ? verified.no : 0;
  const newlyContradicted = contradicted - (listDecides ? (previousCounts?.contradicted ?? 0) : 0);
  const added = (state: RowState): number => counts[state] - (previousCounts?.[state] ?? 0);
  const notSent = counts['not-sent'];
  return {
    state: failure ? 'stopped' : notSent > 0 ? 'canceled' : 'done',
    failure,
    outcome: contradicted > 0 ? 'unknown' : outcomeOf(added('done'), counts, failure, wasCanceled),
    result: {
      count: Math.max(0, added('done') - newlyContradicted),
      facts: {
        ...ifAny('conflicts', added('conflict')),
        ...ifAny('not applied', added('not-taken')), // stored logs have this name
        refused: added('refused'),
        'outcome not known': counts.unknown + contradicted,
        'not sent': notSent,
      },
    },
  };
}

function outcomeOf(
  done: number,
  counts: JobCounts['counts'],
  failure: Failure | null,
  wasCanceled: boolean,
): ActivityOutcome {
  if (counts.unknown > 0) return 'unknown';
  const refused = counts.refused + counts.conflict + counts['not-taken'];
  if (done > 0) return refused + counts['not-sent'] > 0 ? 'partly' : 'done';
  if (refused > 0) return 'refused';
  // A job that an app's end interrupted before anything was sent has failed, too.
  return failure || !wasCanceled ? 'failed' : 'canceled';
}

/** A fact that not every kind of job has. */
const ifAny = (name: string, count: number) => (count > 0 ? { [name]: count } : {});
