import type { Command } from '../../../preload/contract/desktop';
import type { AppState } from '../../state/app.svelte';
import { startRefresh, stopRefresh } from '../refresh/actions';
import type { Shell } from './shell.svelte';

/** What the shell does for the commands of the menu; "find" and "record-panel" belong to the list in sight. */
export function shellCommands(app: AppState, shell: Shell): readonly (readonly [Command, () => void])[] {
  const whenOpen = (does: () => void) => () => {
    if (app.session?.open) does();
  };
  return [
    ['palette', () => (shell.palette = true)],
    ['shortcuts', () => (shell.shortcuts = true)],
    ['about', () => (shell.about = true)],
    ['toggle-sidebar', () => shell.toggleSidebar()],
    ['connections', () => app.go({ place: 'connect' })],
    ['settings', () => app.go({ place: 'settings' })],
    ['go-today', whenOpen(() => app.go({ place: 'today' }))],
    ['go-accounts', whenOpen(() => app.go({ place: 'resource', resource: 'accounts' }))],
    // Where there is no list to search in, everything is searched.
    ['find', () => (shell.palette = true)],
    [
      'refresh',
      () => {
        if (!app.engine || !app.live) return;
        shell.refresh = app.route.place !== 'today';
        void startRefresh(app.engine);
      },
    ],
    [
      'cancel-refresh',
      () => {
        if (app.engine && app.live) void stopRefresh(app.engine);
      },
    ],
  ];
}
