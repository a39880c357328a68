import { deferred, deferredDialog } from '../ui/deferred';

/* Screens and dialogs of the app itself that the first paint does not need. */
export const AboutDialog = deferredDialog(() => import('./settings/AboutDialog.svelte'));
export const GuideView = deferred(() => import('./guide/GuideView.svelte'));
export const PaletteDialog = deferredDialog(() => import('./palette/PaletteDialog.svelte'));
export const RecordFormDialog = deferredDialog(() => import('../records/form/RecordFormDialog.svelte'));
export const SettingsView = deferred(() => import('./settings/SettingsView.svelte'));
export const ShortcutSheet = deferredDialog(() => import('./palette/ShortcutSheet.svelte'));
