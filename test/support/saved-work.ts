import { ALL_SAVED_WORK } from '#engine/features/saved-work';
import { workerTasks } from '#engine/worker/worker-tasks';
import { openWorkspace } from '#engine/workspace/open/workspace';

export const workspaceMigrations = ALL_SAVED_WORK.migrations;

/** Opens saved work with the stores of all features. */
export const openTestWorkspace = (
  file: string,
  keyHex: string,
  options?: Parameters<typeof openWorkspace>[3],
) => openWorkspace(file, keyHex, ALL_SAVED_WORK, options);

export const { prepareQuarantined, prepareRestore, rescue } = workerTasks;
