import { sameValue } from '#contract/same-value';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { JobStore } from '../../workspace/jobs/jobs';
import type { LastDone } from '../../workspace/jobs/last-done';

/**
 * Returns the time (ISO, UTC) when a job of this app sent the value that a field has now, or found it already there;
 * undefined if none did, or if another value was sent later.
 */
export type SentAtLookup = (
  key: string,
  field: string,
  currentValue: string | undefined,
) => string | undefined;

/** Returns the lookup of one resource, which reads each field's history once, on first use. */
export function sentAtLookup(jobs: Pick<JobStore, 'lastDone'>, resource: ResourceName): SentAtLookup {
  const { fields } = resourceNamed(resource);
  const historyByField = new Map<string, ReadonlyMap<string, LastDone>>();
  return (key, name, currentValue) => {
    const field = fields[name];
    if (!field) return undefined;
    const history =
      historyByField.get(name) ??
      new Map(jobs.lastDone({ resource, operation: 'edit' }, name).map((done) => [done.key, done]));
    historyByField.set(name, history);
    const last = history.get(key);
    return last && sameValue(field, currentValue, last.after) ? last.at : undefined;
  };
}
