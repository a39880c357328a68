import { COMMANDS, type Command } from '#contract/calls/desktop';
import { failureOf } from '#contract/failure';
import { SCREENS } from '#contract/screens';
import { canLeaveScreen } from '../../ui/leave-guards';
import { showFailure, showToast } from '../../ui/toast';
import { sameRoute, type Route } from '../../routes';
import type { AppState } from '../../state/app.svelte';
import { copyLink } from '../links/copy-link';
import { linkToRoute } from '../links/link-routes';
import { refreshEverything, startRefresh, stopRefresh } from '../../records/refresh/actions';
import type { Shell } from './shell.svelte';
import { isShownInSidebar } from './sidebar';

/** Returns the shell's command handlers. "record-panel" belongs to a visible list, as does "find" if there is one. */
export function shellCommands(app: AppState, shell: Shell): readonly (readonly [Command, () => void])[] {
  const whenOpen = (run: () => void) => () => {
    if (app.session?.open) run();
  };
  const whenLeaving = (run: () => void) => () => {
    if (canLeaveScreen()) run();
  };
  const refresh = (start: typeof startRefresh) => {
    if (!app.engine || !app.live) return;
    shell.isProgressOpen = app.route.screen !== 'today';
    void start(app.engine);
  };
  return [
    ['palette', () => (shell.palette = true)],
    ['shortcuts', () => (shell.shortcuts = true)],
    ['about', () => (shell.about = true)],
    ['toggle-sidebar', () => shell.toggleSidebar()],
    [
      'close-connection',
      whenOpen(whenLeaving(() => void app.desktop?.connections.close().catch(showFailure))),
    ],
    ['lock', () => void lockNow(app)],
    [
      'copy-link',
      whenOpen(() => {
        const to = linkToRoute(app.route);
        if (app.desktop && to) void copyLink(app.desktop, to);
      }),
    ],
    ['back', whenLeaving(() => app.history.back())],
    ['forward', whenLeaving(() => app.history.forward())],
    ...SCREENS.map(({ command, route, group }) => {
      const open = whenLeaving(() => app.go(route));
      return [command, group === 'app' ? open : whenOpen(open)] as const;
    }),
    // Without a list to search, the palette searches everything.
    ['find', () => (shell.palette = true)],
    ['refresh', () => refresh(startRefresh)],
    ['refresh-all', () => refresh(refreshEverything)],
    [
      'cancel-refresh',
      () => {
        if (app.engine && app.live) void stopRefresh(app.engine);
      },
    ],
  ];
}

/** Locks Firm Desk; if the lock is off, opens the setting that turns it on. */
async function lockNow({ desktop, go }: AppState): Promise<void> {
  try {
    await desktop?.appLock.lock();
  } catch (error) {
    if (failureOf(error).kind !== 'conflict') {
      showFailure(error);
      return;
    }
    if (canLeaveScreen()) go({ screen: 'settings' });
    showToast('The app lock is off', { text: 'Turn it on in Settings first.' });
  }
}

/**
 * Returns the commands that would have no effect now, such as going to the current screen. The native menu
 * disables them.
 */
export function inactiveCommands(
  app: Pick<AppState, 'session' | 'live' | 'history' | 'commands'>,
): Command[] {
  const { session, live, history, commands } = app;
  const isOpen = Boolean(session?.open);
  const leavesScreen = (route: Route) => !sameRoute(route, history.current);
  const enabled: Partial<Record<Command, boolean>> = {
    'close-connection': isOpen,
    'copy-link': isOpen && linkToRoute(history.current) !== null,
    'toggle-sidebar': isOpen,
    back: history.canGoBack,
    forward: history.canGoForward,
    refresh: live !== null,
    'refresh-all': live !== null,
    'cancel-refresh': live?.run?.state === 'running' || live?.run?.state === 'paused',
  };
  for (const screen of SCREENS)
    enabled[screen.command] =
      (isOpen || screen.group === 'app') && leavesScreen(screen.route) && isShownInSidebar(screen, live);
  return COMMANDS.filter((command) => !commands.has(command) || enabled[command] === false);
}
