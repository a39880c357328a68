import ArrowLeft from '@lucide/svelte/icons/arrow-left';
import Ban from '@lucide/svelte/icons/ban';
import CircleHelp from '@lucide/svelte/icons/circle-question-mark';
import Info from '@lucide/svelte/icons/info';
import PanelLeft from '@lucide/svelte/icons/panel-left';
import Plug from '@lucide/svelte/icons/plug';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import ScrollText from '@lucide/svelte/icons/scroll-text';
import Unplug from '@lucide/svelte/icons/unplug';
import type { Command } from '../../../preload/contract/calls/desktop';
import type { Live, Session } from '../../../preload/contract/calls/live';
import { PLACES } from '../../../preload/contract/places';
import type { Icon } from '../../kit/icon';
import { isGoingOn } from '../refresh/progress';
import { placeIcon } from '../place-icon';
import { isInSight } from '../shell/sidebar';
import { applicationLook } from '../shell/stamp';

export interface PaletteEntry {
  readonly id: string;
  readonly group: 'Places' | 'Actions' | 'Records';
  readonly title: string;
  readonly subtitle?: string;
  /** Other words under which people look for it. */
  readonly also?: string | undefined;
  readonly icon: Icon;
  readonly shortcut?: string | undefined;
  readonly run: () => void;
}

interface Means {
  readonly live: Live | null;
  readonly session: Session;
  readonly run: (command: Command) => void;
  readonly openConnection: (id: string) => void;
  readonly openLog: () => void;
  readonly back: () => void;
}

/** Everything the palette offers that is not a record. */
export function paletteEntries(means: Means): PaletteEntry[] {
  const { live, session, run } = means;
  const action = (
    id: string,
    title: string,
    icon: Icon,
    does: () => void,
    more: Partial<PaletteEntry> = {},
  ): PaletteEntry => ({
    id: `action ${id}`,
    group: 'Actions',
    title,
    icon,
    ...more,
    run: does,
  });
  const open = session.open !== null;
  const places = PLACES.filter((place) => (open || place.group === 'app') && isInSight(place, live));
  return [
    ...places.map((place): PaletteEntry => ({
      id: `place ${place.command}`,
      group: 'Places',
      title: place.title,
      icon: placeIcon(place),
      shortcut: place.shortcut,
      also: place.also,
      run: () => run(place.command),
    })),
    ...(live && !isGoingOn(live.run)
      ? [
          action('refresh', 'Refresh', RefreshCw, () => run('refresh'), {
            shortcut: 'Ctrl+R',
            also: 'sync fetch',
          }),
        ]
      : []),
    ...(live && isGoingOn(live.run)
      ? [action('stop', 'Stop the refresh', Ban, () => run('cancel-refresh'), { shortcut: 'Ctrl+.' })]
      : []),
    ...session.connections
      .filter(({ id }) => id !== session.open?.connection.id)
      .map((connection) =>
        action(
          `open ${connection.id}`,
          `Open ${connection.name}`,
          Plug,
          () => means.openConnection(connection.id),
          {
            subtitle: applicationLook(connection).word,
            also: 'connection switch firm',
          },
        ),
      ),
    ...(open
      ? [
          action('close', 'Close this connection', Unplug, () => run('close-connection'), {
            also: 'disconnect',
          }),
          action('back', 'Back', ArrowLeft, means.back, { shortcut: 'Alt+Left' }),
          action('sidebar', 'Narrow or widen the sidebar', PanelLeft, () => run('toggle-sidebar'), {
            shortcut: 'Ctrl+B',
          }),
        ]
      : []),
    action('shortcuts', 'Keyboard shortcuts', CircleHelp, () => run('shortcuts'), {
      shortcut: '?',
      also: 'keys help',
    }),
    action('log', 'Show the log file', ScrollText, means.openLog, { also: 'support' }),
    action('about', 'About Firm Desk', Info, () => run('about'), { also: 'version' }),
  ];
}

/** How well an entry fits what was typed: 0 not at all; every word must begin a word of it. */
export function fit(entry: Pick<PaletteEntry, 'title' | 'also'>, text: string): number {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return 1;
  const title = entry.title.toLowerCase();
  const pool = `${title} ${entry.also ?? ''}`.toLowerCase().split(/[\s,()]+/);
  if (!words.every((word) => pool.some((part) => part.startsWith(word)))) return 0;
  return title.startsWith(words.join(' ')) ? 3 : title.includes(words[0] ?? '') ? 2 : 1;
}

/** The entries that fit, best first; in their own order where they fit alike. */
export const fitting = (entries: readonly PaletteEntry[], text: string): PaletteEntry[] =>
  entries
    .map((entry) => ({ entry, score: fit(entry, text) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
