import { COMMANDS, type Command } from '../../../preload/contract/calls/desktop';
import { showFailure } from '../../kit/toast';
import { sameRoute, type Route } from '../../routes';
import type { AppState } from '../../state/app.svelte';
import { startRefresh, stopRefresh } from '../refresh/actions';
import type { Shell } from './shell.svelte';

type GoCommand = Extract<Command, `go-${string}`>;

/** Where the commands of the Go menu lead. */
const PLACES: Readonly<Record<GoCommand, Route>> = {
  'go-today': { place: 'today' },
  'go-accounts': { place: 'resource', resource: 'accounts' },
  'go-related-persons': { place: 'resource', resource: 'relatedPersons' },
  'go-billing-groups': { place: 'resource', resource: 'billingGroups' },
  'go-asset-adjustments': { place: 'resource', resource: 'assetAdjustments' },
  'go-fee-structures': { place: 'resource', resource: 'feeStructures' },
  'go-tax-ids': { place: 'task', task: 'taxIds' },
  'go-roi': { place: 'task', task: 'roi' },
  'go-advisor-codes': { place: 'task', task: 'advisorCodes' },
  'go-fee-files': { place: 'task', task: 'feeFiles' },
  'go-changes': { place: 'changes' },
  'go-activity': { place: 'task', task: 'activity' },
};

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
    ['close-connection', whenOpen(() => void app.desktop?.connections.close().catch(showFailure))],
    ['back', () => app.history.back()],
    ['forward', () => app.history.forward()],
    ...(Object.entries(PLACES) as [GoCommand, Route][]).map(
      ([command, route]) => [command, whenOpen(() => app.go(route))] as const,
    ),
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

/** Commands that would do nothing now, for the native menu to show greyed. Going where one is does nothing. */
export function idleCommands(app: Pick<AppState, 'session' | 'live' | 'history' | 'commands'>): Command[] {
  const { session, live, history, commands } = app;
  const isOpen = Boolean(session?.open);
  const elsewhere = (route: Route) => !sameRoute(route, history.current);
  const does: Partial<Record<Command, boolean>> = {
    connections: elsewhere({ place: 'connect' }),
    settings: elsewhere({ place: 'settings' }),
    'close-connection': isOpen,
    'toggle-sidebar': isOpen,
    back: history.canGoBack,
    forward: history.canGoForward,
    refresh: live !== null,
    'cancel-refresh': live?.run?.state === 'running' || live?.run?.state === 'paused',
  };
  for (const [command, route] of Object.entries(PLACES) as [GoCommand, Route][])
    does[command] = isOpen && elsewhere(route);
  return COMMANDS.filter((command) => !commands.has(command) || does[command] === false);
}
