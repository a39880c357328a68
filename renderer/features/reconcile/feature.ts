import FileArchive from '@lucide/svelte/icons/file-archive';
import type { FeatureViews } from '../feature';
import FeeFilesScreen from './FeeFilesScreen.svelte';

export const RECONCILE_VIEWS = {
  tasks: { feeFiles: { icon: FileArchive, view: FeeFilesScreen } },
} as const satisfies FeatureViews;
