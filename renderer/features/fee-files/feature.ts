import type { FeatureViews } from '../feature';
import { FEE_FILES_LIST } from './fee-files-list';
import { feeFileTasks } from './files-to-do.svelte';

/** The screen belongs to the reconcile feature, whose pages show these files. */
export const FEE_FILES_VIEWS = {
  lists: { feeUploadFiles: FEE_FILES_LIST },
  todayTasks: feeFileTasks,
} as const satisfies FeatureViews;
