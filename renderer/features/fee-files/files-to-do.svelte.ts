import { countOf } from '../../ui/format';
import { LatestResponse, watchStream } from '../../state/watch.svelte';
import type { TodayCardProps, TodayTask, TodayTasks } from '../feature';
import { feeFilesOf } from './fee-files.svelte';

const KINDS = [
  {
    kind: 'unsaved',
    what: 'not saved',
    about: 'Save these: the service deletes them when the billing report is deleted.',
  },
  {
    kind: 'lost',
    what: 'modified, missing or unreadable',
    about: 'The saved archives were changed, moved or deleted, or can’t be read.',
  },
  { kind: 'unreconciled', what: 'saved, not reconciled', about: 'Not compared with their records yet.' },
  { kind: 'unsigned', what: 'reconciled, not signed off', about: 'Waiting for a decision.' },
] as const;

/** Returns the tasks for Today: fee upload files that are not saved, reconciled or signed off yet. */
export function feeFileTasks(
  read: () => Pick<TodayCardProps, 'engine' | 'desktop' | 'version' | 'isComplete'>,
): TodayTasks {
  const engine = $derived(read().engine);
  const desktop = $derived(read().desktop);
  const version = $derived(read().version);
  const files = $derived(feeFilesOf({ engine, desktop }));
  watchStream(
    () => files,
    (current, signal) => current.connect(signal),
  );
  // As text: each progress of a job brings equal values in new arrays.
  const savedState = $derived(JSON.stringify([files.state.saved, files.state.colleagues]));
  const response = new LatestResponse(
    () => ({ engine, version, savedState }),
    (now) => now.engine.feeFiles.filesToDo(),
  );
  const isDownloaded = $derived(read().isComplete('feeUploadFiles'));
  const list = $derived.by((): readonly TodayTask[] | null => {
    if (!isDownloaded) return []; // an incomplete list is not counted
    const matches = response.value;
    if (!matches) return response.failure ? [] : null;
    return KINDS.filter(({ kind }) => matches[kind].length > 0).map(({ kind, what, about }) => ({
      id: `files-${kind}`,
      urgency: 'fee-file',
      title: `${countOf(matches[kind].length, 'fee upload file', 'fee upload files')} ${what}`,
      about,
      mark: null,
      route: {
        screen: 'resource',
        resource: 'feeUploadFiles',
        filters: [{ op: 'in', field: 'id', values: [...matches[kind]] }],
      },
    }));
  });
  return {
    get list() {
      return list;
    },
    get failure() {
      return response.failure;
    },
    get unknown() {
      return isDownloaded ? null : 'fee files';
    },
  };
}
