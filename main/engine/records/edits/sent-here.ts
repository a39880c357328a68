import { resourceNamed, type ResourceName } from '#contract/resources';
import type { JobStore } from '../../workspace/jobs/jobs';
import type { LastDone } from '../../workspace/jobs/last-done';
import { isSame } from './same';

/**
 * Returns when this app sent the value that a field has now (ISO, UTC); undefined if it did not, or not last.
 */
export type SentAtLookup = (key: string, field: string, now: string | undefined) => string | undefined;

/** Reads each field's history of one resource once, on first use. */
export function sentAtLookup(jobs: Pick<JobStore, 'lastDone'>, resource: ResourceName): SentAtLookup {
  const { fields } = resourceNamed(resource);
  const read = new Map<string, ReadonlyMap<string, LastDone>>();
  return (key, name, now) => {
    const field = fields[name];
    if (!field) return undefined;
    const sent =
      read.get(name) ??
      new Map(jobs.lastDone({ resource, operation: 'edit' }, name).map((one) => [one.key, one]));
    read.set(name, sent);
    const last = sent.get(key);
    return last && isSame(field, now, last.after) ? last.at : undefined;
  };
}
