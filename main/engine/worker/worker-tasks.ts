import { backUp } from '../backup/back-up';
import { countWork } from '../backup/count-work';
import { rescue } from '../backup/rescue';
import { prepareQuarantined, prepareRestore } from '../backup/restore';
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

/**
 * Long tasks on whole files of saved work. Each runs in a worker thread, so that the engine stays responsive.
 */
export const tasks = {
  verify: verifyLogFile,
  isIntact,
  backUp,
  prepareRestore,
  prepareQuarantined,
  countWork,
  rescue,
};
export type WorkerTasks = typeof tasks;
export type WorkerTaskName = keyof WorkerTasks;
/** The tasks as called from another thread. */
export type WorkerClient = {
  readonly [J in WorkerTaskName]: (
    ...args: Parameters<WorkerTasks[J]>
  ) => Promise<Awaited<ReturnType<WorkerTasks[J]>>>;
};
