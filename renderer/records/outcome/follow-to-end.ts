import { fail } from '#contract/failure';
import type { Job } from '#contract/job';
import type { EngineClient } from '../../bridge';

/**
 * Follows a job until it neither sends nor verifies, and returns it. Fails with `engine-lost` if the connection was
 * closed before, even if it is open again.
 */
export async function followToEnd(
  jobs: EngineClient['jobs'],
  job: string,
  onUpdate: (job: Job) => void = () => undefined,
): Promise<Job> {
  for await (const update of await jobs.follow({ job })) {
    onUpdate(update);
    if (update.state !== 'running' && update.state !== 'planned' && !update.isChecking) return update;
  }
  throw fail('engine-lost', { cause: 'the connection was closed before the job ended' });
}
