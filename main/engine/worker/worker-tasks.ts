import { backUp } from '../backup/back-up';
import { countWork } from '../backup/count-work';
import { rescue } from '../backup/rescue';
import { prepareQuarantined, prepareRestore } from '../backup/restore';
import { ALL_SAVED_WORK } from '../features/saved-work';
import { openEncrypted } from '../sqlite/open-database';
import { isIntact } from '../sqlite/integrity';
import { verifyLog } from '../workspace/activity/verify-log';
import type { WorkspaceNote } from '../workspace/activity/note';

/** Verifies the hash chain of an activity log that may be open elsewhere. */
function verifyLogFile(file: string, keyHex: string, noted?: Pick<WorkspaceNote, 'lines' | 'hash'>) {
  const db = openEncrypted(file, keyHex, { readonly: true });
  try {
    return verifyLog(db, noted);
  } finally {
    db.close();
  }
}

/** Saved work contains functions, which can't be sent to another thread, so each thread imports it. */
const savedWork = ALL_SAVED_WORK;
type WithoutSavedWork<Target> = Omit<Target, 'savedWork'>;

/**
 * Long tasks on whole files of saved work. Each runs in a worker thread, so that the engine stays responsive.
 */
export const workerTasks = {
  verify: verifyLogFile,
  isIntact,
  backUp,
  prepareRestore: (
    file: string,
    passphrase: string,
    target: WithoutSavedWork<Parameters<typeof prepareRestore>[2]>,
  ) => prepareRestore(file, passphrase, { ...target, savedWork }),
  prepareQuarantined: (work: WithoutSavedWork<Parameters<typeof prepareQuarantined>[0]>) =>
    prepareQuarantined({ ...work, savedWork }),
  countWork,
  rescue: (location: WithoutSavedWork<Parameters<typeof rescue>[0]>) => rescue({ ...location, savedWork }),
};
export type WorkerTasks = typeof workerTasks;
export type WorkerTaskName = keyof WorkerTasks;
/** The tasks as called from another thread. */
export type WorkerClient = {
  readonly [J in WorkerTaskName]: (
    ...args: Parameters<WorkerTasks[J]>
  ) => Promise<Awaited<ReturnType<WorkerTasks[J]>>>;
};
