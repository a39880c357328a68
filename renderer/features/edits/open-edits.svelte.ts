import type { Draft } from '#contract/edit';
import type { Job } from '#contract/job';
import { resourceNamed } from '#contract/resources';
import { countOf } from '../../ui/format';
import { draftAbout, draftStatusLabel, draftTitle } from '../../records/drafts/bulk-messages';
import { AllDrafts } from '../../records/drafts/drafts.svelte';
import { EditJobs } from '../../records/outcome/edit-jobs.svelte';
import { draftRoute, editsRoute, outcomeRouteOf } from '../../records/outcome/edit-routes';
import {
  countsText,
  isEditsJob,
  isUnresolved,
  jobTitleText,
  jobStatusLabel,
} from '../../records/outcome/outcome-messages';
import { follow, readOnEvent } from '../../state/follow';
import { watchStream } from '../../state/watch.svelte';
import type { FollowWaiting, TodayCardProps, TodayTask, TodayTasks } from '../feature';

const MAX_SHOWN = 3;

/** Returns true for edits and interrupted jobs, unless their list shows its own jobs. */
const isListed = (job: Job): boolean =>
  !resourceNamed(job.kind.resource).ownJobs && (isEditsJob(job) || job.state === 'interrupted');

/** Returns true unless the draft was handed over to a colleague. */
const isOwnDraft = ({ isHandedOver }: Draft): boolean => !isHandedOver;

/** Counts drafts and unresolved outcomes. */
export const followOpenEdits: FollowWaiting = (engine, onCount, signal) => {
  let draftCount: number | null = null;
  let unresolvedCount: number | null = null;
  const report = () => {
    if (draftCount !== null && unresolvedCount !== null) onCount(draftCount + unresolvedCount);
  };
  void follow({
    signal,
    open: (until) => engine.edits.follow(undefined, { signal: until }),
    onValue: (drafts) => {
      draftCount = drafts.filter(isOwnDraft).length;
      report();
    },
  });
  void follow({
    signal,
    open: (until) => readOnEvent(engine.jobs.changes(undefined, { signal: until }), () => engine.jobs.list()),
    onValue: (jobs) => {
      unresolvedCount = jobs.filter(isEditsJob).filter(isUnresolved).length;
      report();
    },
  });
};

/** Returns the tasks for Today: unresolved outcomes, drafts that were not sent, and running jobs. */
export function openEditTasks(read: () => Pick<TodayCardProps, 'engine'>): TodayTasks {
  const engine = $derived(read().engine);
  const drafts = $derived(new AllDrafts(engine));
  const jobs = $derived(new EditJobs(engine, isListed));
  watchStream(
    () => drafts,
    (current, signal) => void current.follow(signal),
  );
  watchStream(
    () => jobs,
    (current, signal) => void current.follow(signal),
  );
  const list = $derived.by((): readonly TodayTask[] | null => {
    const waiting = (drafts.list ?? (drafts.failure ? [] : null))?.filter(isOwnDraft);
    const allJobs = jobs.list ?? (jobs.failure ? [] : null);
    if (!waiting || !allJobs) return null;
    const moreCount = waiting.length - MAX_SHOWN;
    const jobTask = (job: Job, urgency: TodayTask['urgency']): TodayTask => ({
      id: `job-${job.id}`,
      urgency,
      title: jobTitleText(job),
      about: countsText(job),
      mark: jobStatusLabel(job),
      route: outcomeRouteOf(job),
    });
    return [
      ...allJobs.filter(isUnresolved).map((job) => jobTask(job, 'interrupted')),
      ...allJobs.filter(({ state }) => state === 'running').map((job) => jobTask(job, 'running')),
      ...waiting.slice(0, MAX_SHOWN).map((draft): TodayTask => ({
        id: `draft-${draft.id}`,
        urgency: 'draft',
        title: draftTitle(draft),
        about: draftAbout(draft),
        tip: draftAbout(draft, true),
        mark: draftStatusLabel(draft),
        route: draftRoute(draft.id),
      })),
      ...(moreCount > 0
        ? [
            {
              id: 'more-drafts',
              urgency: 'draft',
              title: countOf(moreCount, 'more draft', 'more drafts'),
              about: 'Show all edits',
              mark: null,
              route: editsRoute,
            } as const,
          ]
        : []),
    ];
  });
  return {
    get list() {
      return list;
    },
    get failure() {
      return jobs.failure ?? drafts.failure;
    },
  };
}
