import type { OpenConnection } from '../../connection/open-connection';
import type { FeeFileJobs } from './jobs';
import { allFiles } from './periods';

type Watched = Pick<OpenConnection, 'live' | 'closed' | 'reader'> & {
  readonly workspace: {
    readonly feeFiles: {
      readonly isAutoSaveOn: boolean;
      readonly folder: string | null;
      saved(): readonly { readonly fileId: string }[];
    };
  };
};

/**
 * Saves new fee upload files after each completed refresh to the chosen folder if the user enabled this. Runs until
 * the connection closes.
 */
export function autoSaveNewFiles(opened: Watched, jobs: Pick<FeeFileJobs, 'save'>): void {
  void watch(opened, jobs);
}

async function watch(
  { live, closed, reader, workspace }: Watched,
  jobs: Pick<FeeFileJobs, 'save'>,
): Promise<void> {
  let wasActive = false;
  for await (const { run } of live.follow(closed)) {
    const hasEnded = wasActive && run?.state === 'done';
    wasActive = run?.state === 'running' || run?.state === 'paused';
    const { feeFiles } = workspace;
    if (!hasEnded || !feeFiles.isAutoSaveOn || feeFiles.folder === null) continue;
    const saved = new Set(feeFiles.saved().map(({ fileId }) => fileId));
    const unsaved = allFiles(reader).filter((key) => !saved.has(key));
    if (unsaved.length > 0) jobs.save(unsaved, null);
  }
}
