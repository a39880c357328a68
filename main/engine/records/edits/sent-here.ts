import { resourceNamed, type ResourceName } from '../../../../preload/contract/resources';
import type { JobStore } from '../../workspace/jobs';
import type { LastDone } from '../../workspace/last-done';
import { isSame } from './same';

/** When the value that a field of a record has now was sent from here (ISO, UTC); undefined where it was not, or not last. */
export type SentHere = (key: string, field: string, now: string | undefined) => string | undefined;

/** Of one resource; what was sent to a field is read once, when it is first asked for. */
export function sentHere(jobs: Pick<JobStore, 'lastDone'>, resource: ResourceName): SentHere {
  const { fields } = resourceNamed(resource);
  const read = new Map<string, ReadonlyMap<string, LastDone>>();
  return (key, name, now) => {
    const field = fields[name];
    if (!field) return undefined;
    const sent =
      read.get(name) ??
      new Map(jobs.lastDone(`${resource}.edit`, name, field.label).map((one) => [one.key, one]));
    read.set(name, sent);
    const last = sent.get(key);
    return last && isSame(field, now, last.after) ? last.at : undefined;
  };
}
