import type { Command } from '#contract/calls/desktop';
import { SCREENS } from '#contract/screens';
import { SCREEN_SHORTCUTS } from './feature-views';

export interface Shortcut {
  /** Keys as in `Ctrl+K`; Ctrl is Cmd on a Mac. Two do the same, unless `label` describes them in this order. */
  readonly keys: readonly string[];
  readonly label: string;
  /** The command that the shell runs; without one, the screen handles the keys itself. */
  readonly command?: Command;
}

export interface ShortcutGroup {
  readonly heading: string;
  readonly shortcuts: readonly Shortcut[];
}

const screenShortcuts = SCREENS.flatMap(({ shortcut, title, command }): Shortcut[] =>
  shortcut ? [{ keys: [shortcut], label: title, command }] : [],
);

/**
 * All shortcuts, for the shortcut sheet and the shell. The native menu shows those of its commands. In this order the
 * groups fill four columns of equal height.
 */
export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    heading: 'Everywhere',
    shortcuts: [
      { keys: ['Ctrl+K'], label: 'Go to…', command: 'palette' },
      ...screenShortcuts,
      { keys: ['Ctrl+R'], label: 'Refresh', command: 'refresh' },
      { keys: ['Ctrl+Shift+R'], label: 'Refresh everything', command: 'refresh-all' },
      { keys: ['Ctrl+.'], label: 'Stop the refresh', command: 'cancel-refresh' },
      { keys: ['Ctrl+Shift+L'], label: 'Lock Firm Desk', command: 'lock' },
      { keys: ['Ctrl+B'], label: 'Collapse or expand the sidebar', command: 'toggle-sidebar' },
      { keys: ['Alt+Left', 'Alt+Right'], label: 'Back, forward' },
      { keys: ['/'], label: 'Search, from anywhere', command: 'find' },
      { keys: ['F6', 'Shift+F6'], label: 'Next, previous part of window' },
      { keys: ['Up', 'Down'], label: 'Sidebar: previous, next screen' },
      { keys: ['Escape'], label: 'Close a dialog or a menu' },
      { keys: ['?'], label: 'Keyboard shortcuts', command: 'shortcuts' },
    ],
  },
  {
    heading: 'In a list',
    shortcuts: [
      { keys: ['Ctrl+F'], label: 'Search', command: 'find' },
      { keys: ['Enter'], label: 'Open record' },
      { keys: ['Space'], label: 'Show or hide the preview' },
      { keys: ['A–Z'], label: 'Jump in the sorted column' },
      { keys: ['F2'], label: 'Edit the cell' },
      { keys: ['Ctrl+Z'], label: 'Undo a cell edit or a mark' },
      { keys: ['Ctrl+I'], label: 'Show or hide the panel', command: 'record-panel' },
      { keys: ['Up', 'Down'], label: 'Previous, next row' },
      { keys: ['PageUp', 'PageDown'], label: 'Page up, page down' },
      { keys: ['Ctrl+Home', 'Ctrl+End'], label: 'First, last row' },
      { keys: ['Left', 'Right'], label: 'Previous, next column' },
      { keys: ['Home', 'End'], label: 'First, last column' },
      { keys: ['Shift+F10'], label: 'Row menu' },
    ],
  },
  {
    heading: 'In a record',
    shortcuts: [
      { keys: ['Alt+Up', 'Alt+Down'], label: 'Previous, next record' },
      { keys: ['Left', 'Right'], label: 'On the panel’s edge: widen, narrow' },
    ],
  },
  {
    heading: 'Selecting rows',
    shortcuts: [
      { keys: ['Ctrl+Space'], label: 'Select or deselect the row' },
      { keys: ['Shift+Space'], label: 'Select only this row' },
      { keys: ['Shift+Up', 'Shift+Down'], label: 'Extend selection up, down' },
      { keys: ['Shift+Left', 'Shift+Right'], label: 'Extend left, right' },
      { keys: ['Ctrl+A'], label: 'Select all that match' },
      { keys: ['Ctrl+C'], label: 'Copy the cells or the selected rows' },
      { keys: ['Escape'], label: 'Close the record, then deselect all' },
    ],
  },
  {
    heading: 'On a column heading, above the first row',
    shortcuts: [
      { keys: ['Enter'], label: 'Sort by the column' },
      { keys: ['Alt+Left', 'Alt+Right'], label: 'Move left, right' },
      { keys: ['Alt+Shift+Left', 'Alt+Shift+Right'], label: 'Narrow, widen' },
      { keys: ['Alt+Down', 'Shift+F10'], label: 'Menu: pin, hide, filter' },
    ],
  },
  ...SCREEN_SHORTCUTS,
  {
    heading: 'In forms and searches',
    shortcuts: [
      { keys: ['Left', 'Right'], label: 'Previous, next tab' },
      { keys: ['Enter'], label: 'Add codes or addresses' },
      { keys: ['Shift+Enter'], label: 'New line' },
      { keys: ['Down', 'Enter'], label: 'From the search to the results' },
      { keys: ['Escape'], label: 'Clear the search' },
    ],
  },
];

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * Returns the keys of an event in the shortcut format. On a Mac, the Ctrl key edits text, and Cmd is the `Ctrl` of
 * shortcuts.
 */
export function keysOf(event: Keys, isMac = navigator.platform.startsWith('Mac')): string {
  const key = event.key.startsWith('Arrow') ? event.key.slice(5) : event.key;
  // A layout may need Shift for these characters. With Ctrl, Cmd or Alt, `/` is another shortcut; `?` is not.
  if (key === '?' || (key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey)) return key;
  return [
    isMac && event.ctrlKey ? 'Control+' : '',
    event.metaKey || (event.ctrlKey && !isMac) ? 'Ctrl+' : '',
    event.altKey ? 'Alt+' : '',
    event.shiftKey ? 'Shift+' : '',
    key.length === 1 ? key.toUpperCase() : key,
  ].join('');
}

/** Returns true if keys pressed in an element enter text or choose a value. */
export const acceptsTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Returns the command of Alt with an arrow; none in a text field on a Mac, where they move by words. */
export function historyCommandOf(
  event: Keys & { readonly target: EventTarget | null },
  isMac = navigator.platform.startsWith('Mac'),
): Command | undefined {
  if (isMac && acceptsTyping(event.target)) return undefined;
  const keys = keysOf(event);
  return keys === 'Alt+Left' ? 'back' : keys === 'Alt+Right' ? 'forward' : undefined;
}

/** Single-character shortcuts do not work in text fields, dialogs and menus. */
const isSingleCharacter = (keys: string): boolean => keys === '?' || keys === '/';
const isInOverlay = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog], [role=menu]') !== null;

/** Returns the command of a key press, if any. */
export function commandOf(
  event: Keys & { readonly target: EventTarget | null },
  isMac?: boolean,
): Command | undefined {
  const keys = keysOf(event, isMac);
  if (isSingleCharacter(keys) && (acceptsTyping(event.target) || isInOverlay(event.target))) return undefined;
  return SHORTCUTS.flatMap(({ shortcuts }) => shortcuts).find(
    (shortcut) => shortcut.command && shortcut.keys.includes(keys),
  )?.command;
}
