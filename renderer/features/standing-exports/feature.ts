import { deferred } from '../../ui/deferred';
import type { FeatureViews } from '../feature';
import { StandingExportList } from './standing-exports.svelte';

export const STANDING_EXPORTS_VIEWS = {
  settings: { after: 'backups', view: deferred(() => import('./StandingExportSettings.svelte')) },
  // The texts of findings exist only in the window, so it writes their exports after a refresh.
  follow: (engine, signal) => new StandingExportList(engine).follow(signal, { writesDue: true }),
} as const satisfies FeatureViews;
