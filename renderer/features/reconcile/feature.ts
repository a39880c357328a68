import FileArchive from '@lucide/svelte/icons/file-archive';
import { deferred } from '../../ui/deferred';
import type { FeatureViews } from '../feature';

export const RECONCILE_VIEWS = {
  tasks: { feeFiles: { icon: FileArchive, view: deferred(() => import('./FeeFilesScreen.svelte')) } },
} as const satisfies FeatureViews;
