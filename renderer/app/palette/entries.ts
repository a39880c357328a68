import ArrowLeft from '@lucide/svelte/icons/arrow-left';
import Ban from '@lucide/svelte/icons/ban';
import CircleHelp from '@lucide/svelte/icons/circle-question-mark';
import DatabaseBackup from '@lucide/svelte/icons/database-backup';
import Info from '@lucide/svelte/icons/info';
import Link from '@lucide/svelte/icons/link';
import Lock from '@lucide/svelte/icons/lock';
import Moon from '@lucide/svelte/icons/moon';
import PanelLeft from '@lucide/svelte/icons/panel-left';
import Plug from '@lucide/svelte/icons/plug';
import RefreshCcwDot from '@lucide/svelte/icons/refresh-ccw-dot';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import RotateCcw from '@lucide/svelte/icons/rotate-ccw';
import ScrollText from '@lucide/svelte/icons/scroll-text';
import Sun from '@lucide/svelte/icons/sun';
import SunMoon from '@lucide/svelte/icons/sun-moon';
import Unplug from '@lucide/svelte/icons/unplug';
import type { Command } from '#contract/calls/desktop';
import type { Live, ConnectionSession } from '#contract/calls/live';
import { SCREENS } from '#contract/screens';
import type { Icon } from '../../ui/icon';
import { isRunning } from '../../records/refresh/progress';
import { screenIcon } from '../screen-icon';
import { isShownInSidebar } from '../shell/sidebar';
import type { ThemeChoice } from '../settings/preferences.svelte';
import { applicationLabel } from '../shell/connection-status';

export interface PaletteEntry {
  readonly id: string;
  /** The heading that it is listed below. */
  readonly group: string;
  readonly title: string;
  readonly subtitle?: string;
  /** Other search words. */
  readonly keywords?: string | undefined;
  readonly icon: Icon;
  readonly shortcut?: string | undefined;
  /** True if it has a star. */
  readonly favorite?: boolean;
  /** True if its heading already says that it is a favorite. */
  readonly isBelowFavorites?: boolean;
  readonly run: () => void;
}

interface PaletteDeps {
  readonly live: Live | null;
  readonly session: ConnectionSession;
  readonly run: (command: Command) => void;
  readonly openConnection: (id: string) => void;
  readonly openLog: () => void;
  readonly back: () => void;
  readonly setTheme: (theme: ThemeChoice) => void;
}

const actionEntry = (
  id: string,
  title: string,
  icon: Icon,
  run: () => void,
  options: Partial<PaletteEntry> = {},
): PaletteEntry => ({ id: `action ${id}`, group: 'Actions', title, icon, ...options, run });

function screenEntries({ live, session, run }: PaletteDeps): PaletteEntry[] {
  const isOpen = session.open !== null;
  const screens = SCREENS.filter(
    (screen) => (isOpen || screen.group === 'app') && isShownInSidebar(screen, live),
  );
  return screens.map((screen) => ({
    id: `screen ${screen.command}`,
    group: 'Screens',
    title: screen.title,
    icon: screenIcon(screen),
    shortcut: screen.shortcut,
    keywords: screen.keywords,
    run: () => run(screen.command),
  }));
}

/** Returns the commands that start a refresh, or stop the running one. */
function refreshEntries({ live, run }: PaletteDeps): PaletteEntry[] {
  if (!live) return [];
  if (isRunning(live.run))
    return [
      actionEntry('stop', 'Stop the refresh', Ban, () => run('cancel-refresh'), { shortcut: 'Ctrl+.' }),
    ];
  return [
    actionEntry('refresh', 'Refresh', RefreshCw, () => run('refresh'), {
      shortcut: 'Ctrl+R',
      keywords: 'sync fetch',
    }),
    actionEntry('refresh-all', 'Refresh everything', RefreshCcwDot, () => run('refresh-all'), {
      shortcut: 'Ctrl+Shift+R',
      keywords: 'sync fetch complete full download all again',
    }),
  ];
}

/** Returns a command for each other connection, which opens it. */
const otherConnectionEntries = ({ session, openConnection }: PaletteDeps): PaletteEntry[] =>
  session.connections
    .filter(({ id }) => id !== session.open?.connection.id)
    .map((connection) =>
      actionEntry(
        `open ${connection.id}`,
        `Open ${connection.name}`,
        Plug,
        () => openConnection(connection.id),
        { subtitle: applicationLabel(connection).label, keywords: 'connection switch firm' },
      ),
    );

/** Returns the commands of the open connection and its screens. */
function openConnectionEntries({ session, run, back }: PaletteDeps): PaletteEntry[] {
  if (session.open === null) return [];
  return [
    actionEntry('close', 'Close this connection', Unplug, () => run('close-connection'), {
      keywords: 'disconnect',
    }),
    actionEntry('copy-link', 'Copy a link to this screen', Link, () => run('copy-link'), {
      keywords: 'share address url',
    }),
    actionEntry('back', 'Back', ArrowLeft, back, { shortcut: 'Alt+Left' }),
    actionEntry('sidebar', 'Collapse or expand the sidebar', PanelLeft, () => run('toggle-sidebar'), {
      shortcut: 'Ctrl+B',
    }),
  ];
}

/** Returns the commands that are always available. */
const appEntries = ({ run, openLog }: PaletteDeps): PaletteEntry[] => [
  actionEntry('app-lock', 'Lock now', Lock, () => run('lock'), {
    shortcut: 'Ctrl+Shift+L',
    keywords: 'app lock screen hide away',
  }),
  actionEntry('shortcuts', 'Keyboard shortcuts', CircleHelp, () => run('shortcuts'), {
    shortcut: '?',
    keywords: 'keys help',
  }),
  actionEntry('log', 'Show the log file', ScrollText, openLog, { keywords: 'support' }),
  actionEntry('about', 'About Firm Desk', Info, () => run('about'), { keywords: 'version' }),
];

/** Returns all palette entries except records. */
export const paletteEntries = (deps: PaletteDeps): PaletteEntry[] => [
  ...screenEntries(deps),
  ...refreshEntries(deps),
  ...otherConnectionEntries(deps),
  ...openConnectionEntries(deps),
  ...appEntries(deps),
  ...settingsEntries(deps),
];

const THEME_CHOICES: readonly { readonly theme: ThemeChoice; readonly title: string; readonly icon: Icon }[] =
  [
    { theme: 'dark', title: 'Dark appearance', icon: Moon },
    { theme: 'light', title: 'Light appearance', icon: Sun },
    { theme: 'system', title: 'Match system appearance', icon: SunMoon },
  ];

/** Returns settings that change at once, and links to others. */
function settingsEntries({ session, run, setTheme }: PaletteDeps): PaletteEntry[] {
  const group = 'Settings';
  const toSettings = (title: string, icon: Icon, keywords: string): PaletteEntry => ({
    id: `setting ${title}`,
    group,
    title,
    icon,
    keywords,
    run: () => run('settings'),
  });
  return [
    ...THEME_CHOICES.map(({ theme, title, icon }): PaletteEntry => ({
      id: `setting ${theme}`,
      group,
      title,
      icon,
      keywords: 'theme color mode',
      run: () => setTheme(theme),
    })),
    toSettings('Inactivity', Lock, 'idle away lock screen minutes hide tax IDs app settings'),
    ...(session.open
      ? [
          toSettings('Backups', DatabaseBackup, 'backup restore folder passphrase settings'),
          toSettings('Rebuild data on this computer', RotateCcw, 'delete fetch again settings'),
        ]
      : []),
  ];
}
