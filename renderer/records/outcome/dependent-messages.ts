import type { DependentGroup } from '#contract/calls/dependents';
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

/** "12 accounts still refer to the deleted fee structure: Harbor Trust and 11 more." */
export function stillReferredText(
  { resource, deleted }: { readonly resource: ResourceName; readonly deleted: number },
  group: DependentGroup,
): string {
  const { singular, plural } = resourceNamed(group.resource);
  const deletedResource = resourceNamed(resource);
  const target = `the deleted ${deleted === 1 ? deletedResource.singular : deletedResource.plural}${byField(resource, group)}`;
  return `${countOf(group.total, singular, plural)} still ${group.total === 1 ? 'refers' : 'refer'} to ${target}: ${dependentNames(group)}.`;
}
