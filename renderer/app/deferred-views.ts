import { deferred, deferredAfterStart, deferredDialog } from '../ui/deferred';

/* Screens and dialogs of the app itself that the first paint does not need. */
export const AboutDialog = deferredDialog(() => import('./settings/AboutDialog.svelte'));
export const ConnectionDetails = deferredDialog(() => import('./connect/ConnectionDetails.svelte'));
export const ConnectionDialog = deferredDialog(() => import('./connect/ConnectionDialog.svelte'));
export const FirmKeysDialog = deferredDialog(() => import('./connect/FirmKeysDialog.svelte'));
export const GuideView = deferred(() => import('./guide/GuideView.svelte'));
export const NotOpen = deferred(() => import('./shell/NotOpen.svelte'));
export const PaletteDialog = deferredDialog(() => import('./palette/PaletteDialog.svelte'));
export const PausedDialog = deferred(() => import('./shell/PausedDialog.svelte'));
export const RecordFormDialog = deferredDialog(() => import('../records/form/RecordFormDialog.svelte'));
export const RemoveConnection = deferredDialog(() => import('./connect/RemoveConnection.svelte'));
export const RestoreDialog = deferredDialog(() => import('./backup/RestoreDialog.svelte'));
export const SettingsView = deferred(() => import('./settings/SettingsView.svelte'));
export const ShortcutSheet = deferredDialog(() => import('./palette/ShortcutSheet.svelte'));
export const Toasts = deferredAfterStart(() => import('../ui/Toasts.svelte'));
