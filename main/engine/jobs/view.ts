import type { Failure } from '#contract/failure';
import type { Job } from '#contract/job';
import type { JobCounts } from '../workspace/jobs/job-rows';
import type { StoredJob } from '../workspace/jobs/jobs';

interface JobRuntime {
  readonly counted: JobCounts;
  /** Number of records that were created without all requested values. */
  readonly incomplete: number;
  /** Why its end could not be stored. */
  readonly storeFailure: Failure | undefined;
  /** When the last row was sent, while the end is not stored yet (ISO, UTC). */
  readonly ending: string | undefined;
  readonly verification: Pick<Job, 'isChecking' | 'checkFailure'>;
}

/** Returns a job for display: its stored data and its current state. */
export const jobViewOf = (
  { id, kind, state, facts, failure, created, started, ended, checked, restored }: StoredJob,
  { counted, incomplete, storeFailure, ending, verification }: JobRuntime,
): Job => ({
  id,
  kind,
  state: storeFailure ? 'stopped' : ending ? 'done' : state,
  ...counted,
  ...(incomplete > 0 ? { incomplete } : {}),
  facts,
  failure: storeFailure ?? failure,
  createdAt: created,
  startedAt: started,
  endedAt: ending ?? ended,
  checkedAt: checked,
  restored,
  ...verification,
});
