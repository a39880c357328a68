import type { DependentGroup, DependentRecords } from '#contract/calls/dependents';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { countOf, listText } from '../../ui/format';
import { fieldName } from '../changes/change-messages';

/** "Harbor Trust, Reed IRA, and 10 more". */
export const dependentNames = ({ total, titles }: Pick<DependentGroup, 'total' | 'titles'>): string =>
  listText(titles, total - titles.length);

/**
 * Returns the field by which a group refers to records of `to`, in parentheses; blank if it has their name.
 */
export function byField(
  to: ResourceName,
  { resource, field }: Pick<DependentGroup, 'resource' | 'field'>,
): string {
  const name = fieldName(resource, field);
  const { singular, plural } = resourceNamed(to);
  return [singular, plural].includes(name.toLowerCase()) ? '' : ` (${name})`;
}

/** Returns the warning about lists that may have more records that refer to `target` ("these fee structures"). */
export function incompleteHoldersText(
  { groups, incompleteLists }: DependentRecords,
  target: string,
): string | null {
  if (incompleteLists.length === 0) return null;
  const records = listText(incompleteLists.map((list) => resourceNamed(list).plural));
  const doubt = groups.some(({ relation }) => relation === 'referencing')
    ? `More ${records} may refer to ${target}`
    : `It is unknown which ${records} refer to ${target}`;
  return `${doubt}: ${records} are not downloaded completely.`;
}

interface Deleted {
  readonly resource: ResourceName;
  /** Number of deleted records. */
  readonly deleted: number;
}

/** Returns the records that a job has deleted: "the deleted fee structures". */
export function deletedRecords({ resource, deleted }: Deleted): string {
  const { singular, plural } = resourceNamed(resource);
  return `the deleted ${deleted === 1 ? singular : plural}`;
}

/** "12 accounts still refer to the deleted fee structure: Harbor Trust and 11 more." */
export function stillReferredText({ resource, deleted }: Deleted, group: DependentGroup): string {
  const { singular, plural } = resourceNamed(group.resource);
  const target = `${deletedRecords({ resource, deleted })}${byField(resource, group)}`;
  return `${countOf(group.total, singular, plural)} still ${group.total === 1 ? 'refers' : 'refer'} to ${target}: ${dependentNames(group)}.`;
}
