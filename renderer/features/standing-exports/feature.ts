import type { FeatureViews } from '../feature';
import StandingExportSettings from './StandingExportSettings.svelte';

export const STANDING_EXPORTS_VIEWS = {
  settings: { after: 'backups', view: StandingExportSettings },
} as const satisfies FeatureViews;
