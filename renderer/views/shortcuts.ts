import type { Command } from '../../preload/contract/desktop';

export interface Shortcut {
  /** Keys as in `Ctrl+K`; Ctrl is Cmd on a Mac. */
  readonly keys: string;
  readonly does: string;
  /** What the shell runs for it; without one, the place itself listens. */
  readonly command?: Command;
}

export interface ShortcutGroup {
  readonly heading: string;
  readonly shortcuts: readonly Shortcut[];
}

/** Every shortcut, as the sheet shows it and as the shell listens for it. The native menu has the same ones. */
export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    heading: 'Everywhere',
    shortcuts: [
      { keys: 'Ctrl+K', does: 'Go to anything', command: 'palette' },
      { keys: 'Ctrl+1', does: 'Today', command: 'go-today' },
      { keys: 'Ctrl+2', does: 'Accounts', command: 'go-accounts' },
      { keys: 'Ctrl+R', does: 'Refresh', command: 'refresh' },
      { keys: 'Ctrl+.', does: 'Stop the refresh', command: 'cancel-refresh' },
      { keys: 'Ctrl+B', does: 'Narrow or widen the sidebar', command: 'toggle-sidebar' },
      { keys: 'Ctrl+,', does: 'Settings', command: 'settings' },
      { keys: 'Ctrl+Shift+O', does: 'Connections', command: 'connections' },
      { keys: 'Alt+Left', does: 'Back' },
      { keys: 'Alt+Right', does: 'Forward' },
      { keys: '?', does: 'This list', command: 'shortcuts' },
    ],
  },
  {
    heading: 'In a list',
    shortcuts: [
      { keys: 'Ctrl+F', does: 'Search', command: 'find' },
      { keys: '/', does: 'Search, unless something is typed' },
      { keys: 'Ctrl+I', does: 'Show or hide the record panel', command: 'record-panel' },
      { keys: 'Enter', does: 'Open the record' },
      { keys: 'Up', does: 'Row before' },
      { keys: 'Down', does: 'Next row' },
      { keys: 'PageUp', does: 'A page up' },
      { keys: 'PageDown', does: 'A page down' },
      { keys: 'Ctrl+Home', does: 'First row' },
      { keys: 'Ctrl+End', does: 'Last row' },
      { keys: 'Space', does: 'Mark the row' },
      { keys: 'Shift+Up', does: 'Mark from here up' },
      { keys: 'Shift+Down', does: 'Mark from here down' },
      { keys: 'Ctrl+A', does: 'Mark all that match' },
      { keys: 'Ctrl+C', does: 'Copy what is marked' },
      { keys: 'Escape', does: 'Close the record; unmark all' },
    ],
  },
  {
    heading: 'On a column heading, above the first row',
    shortcuts: [
      { keys: 'Enter', does: 'Sort by the column' },
      { keys: 'Alt+Left', does: 'Move the column left' },
      { keys: 'Alt+Right', does: 'Move the column right' },
      { keys: 'Alt+Shift+Left', does: 'Make it narrower' },
      { keys: 'Alt+Shift+Right', does: 'Make it wider' },
      { keys: 'Alt+Down', does: 'Its menu: pin, hide, filter' },
    ],
  },
];

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** The keys of an event as shortcuts are written. */
export function keysOf(event: Keys): string {
  const key = event.key.startsWith('Arrow') ? event.key.slice(5) : event.key;
  if (key === '?') return '?'; // a letter of its own, wherever the keyboard has it
  return [
    event.ctrlKey || event.metaKey ? 'Ctrl+' : '',
    event.altKey ? 'Alt+' : '',
    event.shiftKey ? 'Shift+' : '',
    key.length === 1 ? key.toUpperCase() : key,
  ].join('');
}

/** Whether keys belong to what is being typed: letters do, combinations do not. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** The command of a key press, if it has one. */
export function commandOf(event: Keys & { readonly target: EventTarget | null }): Command | undefined {
  const keys = keysOf(event);
  if (keys === '?' && isTyping(event.target)) return undefined;
  return SHORTCUTS.flatMap(({ shortcuts }) => shortcuts).find((shortcut) => shortcut.keys === keys)?.command;
}
