import { EditJobs } from '../../records/outcome/edit-jobs.svelte';
import { unfinishedLabel } from '../../records/outcome/outcome-messages';
import { watchStream } from '../../state/watch.svelte';
import type { TodayCardProps, TodayTask, TodayTasks } from '../feature';
import { hasUnresolvedRows, isCodesJob, isCreate } from './job-messages';
import { codesText } from './messages';

/** Returns the tasks for Today: lists of advisor codes with codes that were not sent or whose outcome is unknown. */
export function unfinishedCodeTasks(read: () => Pick<TodayCardProps, 'engine'>): TodayTasks {
  const jobs = $derived(new EditJobs(read().engine, isCodesJob));
  watchStream(
    () => jobs,
    (current, signal) => void current.follow(signal),
  );
  const list = $derived.by((): readonly TodayTask[] | null => {
    const unfinished = jobs.list?.filter(hasUnresolvedRows) ?? (jobs.failure ? [] : null);
    return (
      unfinished?.map((job) => ({
        id: `codes-${job.id}`,
        urgency: 'interrupted',
        title: `${isCreate(job) ? 'Create' : 'Delete'} ${codesText(job.total - job.counts.skipped)}`,
        about: 'See each code and what remains to be done',
        mark: unfinishedLabel(job, codesText),
        route: { screen: 'task', task: 'advisorCodes', page: { kind: 'job', id: job.id } },
      })) ?? null
    );
  });
  return {
    get list() {
      return list;
    },
    get failure() {
      return jobs.failure;
    },
  };
}
