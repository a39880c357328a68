import type { EngineClient } from '../../bridge';
import { countOf } from '../../ui/format';
import { draftAbout, draftStand, draftTitle } from '../../records/drafts/bulk-messages';
import { BulkDrafts } from '../../records/drafts/drafts.svelte';
import { EditJobs } from '../../records/outcome/edit-jobs.svelte';
import { draftRoute, editsRoute, jobRoute } from '../../records/outcome/edit-routes';
import {
  countsText,
  isEditsJob,
  isOpenEnd,
  jobTitleText,
  standWords,
} from '../../records/outcome/outcome-messages';
import { watchStream } from '../../state/watch.svelte';
import type { TodayCardProps, TodayTask, TodayTasks } from '../feature';
import type { Job } from '#contract/job';

const MAX_SHOWN = 3;

const needsWork = (job: Job): boolean => job.state === 'running' || isOpenEnd(job);

/** Yields the number of drafts and of unresolved outcomes, again after every change of a draft. */
export async function* followOpenEdits(engine: EngineClient, signal: AbortSignal): AsyncGenerator<number> {
  for await (const drafts of await engine.edits.follow(undefined, { signal })) {
    const jobs = await engine.jobs.list();
    yield drafts.length + jobs.filter(isEditsJob).filter(needsWork).length;
  }
}

/** On Today: unresolved outcomes, and drafts that were not sent. */
export function openEditTasks(read: () => Pick<TodayCardProps, 'engine' | 'version'>): TodayTasks {
  const engine = $derived(read().engine);
  const version = $derived(read().version);
  const drafts = $derived(new BulkDrafts(engine));
  const jobs = $derived(new EditJobs(engine));
  watchStream(
    () => drafts,
    (current, signal) => void current.follow(signal),
  );
  watchStream(
    () => ({ jobs, version, drafts: drafts.list }),
    (now, signal) => void now.jobs.load(signal),
  );
  const list = $derived.by((): readonly TodayTask[] | null => {
    // A list that cannot be read leaves its lines out; the Edits screen says why.
    const waiting = drafts.list ?? (drafts.failure ? [] : null);
    const open = jobs.list?.filter(needsWork) ?? (jobs.failure ? [] : null);
    if (!waiting || !open) return null;
    const beyond = waiting.length - MAX_SHOWN;
    return [
      ...open.map((job): TodayTask => ({
        id: `job-${job.id}`,
        urgency: 'interrupted',
        title: jobTitleText(job),
        about: countsText(job),
        mark: standWords(job),
        route: jobRoute(job.id),
      })),
      ...waiting.slice(0, MAX_SHOWN).map((draft): TodayTask => ({
        id: `draft-${draft.id}`,
        urgency: 'draft',
        title: draftTitle(draft),
        about: draftAbout(draft),
        tip: draftAbout(draft, true),
        mark: draftStand(draft),
        route: draftRoute(draft.id),
      })),
      ...(beyond > 0
        ? [
            {
              id: 'more-drafts',
              urgency: 'draft',
              title: countOf(beyond, 'more draft', 'more drafts'),
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
  };
}
