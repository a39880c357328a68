import type { ResourceState, Run } from '#contract/calls/live';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { isFirstDownload, listsNotProvided, totalChanges } from '../../records/refresh/progress';
import { listText } from '../../ui/format';
import type { Latest } from './today.svelte';

const pluralsText = (resources: readonly ResourceName[]): string =>
  listText(resources.map((resource) => resourceNamed(resource).plural));

/** Returns what a refresh cannot know: about lists that the service did not provide or that may be incomplete. */
export function unreadListsTexts(run: Run, lists: readonly ResourceState[]): string[] {
  const notProvided = listsNotProvided(run, lists);
  const uncertain = run.resources.flatMap((progress) => (progress.uncertain ? progress.resource : []));
  return [
    ...(notProvided.length > 0 ? [`The service didn’t provide ${pluralsText(notProvided)}.`] : []),
    ...(uncertain.length > 0
      ? [`Not confirmed complete, so removed records are unknown: ${pluralsText(uncertain)}.`]
      : []),
  ];
}

/** Returns what is known if no changes since the last visit are stored. `runs`: the last refreshes. */
export function noChangesSinceText(
  since: string,
  {
    latest,
    runs,
    lists,
  }: { latest: Latest | undefined; runs: readonly Run[]; lists: readonly ResourceState[] },
): string {
  const isAfter = (time: string): boolean => Date.parse(time) > Date.parse(since);
  const isLater = ({ startedAt }: Run): boolean => isAfter(startedAt);
  const completed = latest?.completed;
  if (!completed || !isAfter(completed.endedAt ?? completed.startedAt))
    return 'No complete refresh since then, so changes are unknown.';
  const laterRuns = runs.filter(isLater);
  const found = totalChanges({ resources: laterRuns.flatMap(({ resources }) => resources) });
  // Only new records of a list's first download are not stored as changes.
  if (found.changed + found.removed > 0) return 'Changes since then are no longer stored.';
  // The data on this computer may have been rebuilt since the visit.
  if (laterRuns.some(isFirstDownload))
    return 'Changes since then are unknown: there was no earlier data to compare with.';
  const hasNewLists = laterRuns.some(({ resources }) =>
    resources.some((progress) => isFirstDownload({ resources: [progress] })),
  );
  const isKnown =
    isLater(completed) &&
    latest.last?.id === completed.id &&
    !hasNewLists &&
    unreadListsTexts(completed, lists).length === 0;
  return isKnown ? 'No changes since then.' : 'No changes found so far.';
}
