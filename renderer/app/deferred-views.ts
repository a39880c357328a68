import { deferred } from '../ui/deferred';

/* Screens and dialogs of the app itself that the first paint does not need. */
export const AboutDialog = deferred(() => import('./settings/AboutDialog.svelte'));
export const GuideView = deferred(() => import('./guide/GuideView.svelte'));
export const PaletteDialog = deferred(() => import('./palette/PaletteDialog.svelte'));
export const RecordFormDialog = deferred(() => import('../records/form/RecordFormDialog.svelte'));
export const SettingsView = deferred(() => import('./settings/SettingsView.svelte'));
export const ShortcutSheet = deferred(() => import('./palette/ShortcutSheet.svelte'));
