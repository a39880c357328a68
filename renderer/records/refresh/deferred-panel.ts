import { deferred } from '../../ui/deferred';

/** The panel with the progress of a refresh. */
export const RefreshPanel = deferred(() => import('./RefreshPanel.svelte'));
