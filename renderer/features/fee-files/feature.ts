import type { FeatureViews } from '../feature';
import { FEE_FILES_LIST } from './fee-files-list';
import { feeFileTasks } from './files-to-do.svelte';

/** The screen is the one of reconciliations, which are its pages. */
export const FEE_FILES_VIEWS = {
  lists: { feeUploadFiles: FEE_FILES_LIST },
  todayTasks: feeFileTasks,
} as const satisfies FeatureViews;
