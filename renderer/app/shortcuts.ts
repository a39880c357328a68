import type { Command } from '#contract/calls/desktop';
import { PLACES } from '#contract/places';
import { ACTIONS } from '../features/review/actions';

export interface Shortcut {
  /** Keys as in `Ctrl+K`; Ctrl is Cmd on a Mac. With two, `does` describes them in this order. */
  readonly keys: readonly string[];
  readonly does: string;
  /** The command that the shell runs; without one, the place itself listens. */
  readonly command?: Command;
}

export interface ShortcutGroup {
  readonly heading: string;
  readonly shortcuts: readonly Shortcut[];
}

const toPlaces = PLACES.flatMap(({ shortcut, title, command }): Shortcut[] =>
  shortcut ? [{ keys: [shortcut], does: title, command }] : [],
);

/**
 * All shortcuts, for the shortcut sheet and the shell. The native menu has the same ones. In this order the
 * groups fill four columns of equal height.
 */
export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    heading: 'Everywhere',
    shortcuts: [
      { keys: ['Ctrl+K'], does: 'Go to…', command: 'palette' },
      ...toPlaces,
      { keys: ['Ctrl+R'], does: 'Refresh', command: 'refresh' },
      { keys: ['Ctrl+Shift+R'], does: 'Refresh everything', command: 'refresh-all' },
      { keys: ['Ctrl+.'], does: 'Stop the refresh', command: 'cancel-refresh' },
      { keys: ['Ctrl+Shift+L'], does: 'Lock Firm Desk', command: 'lock' },
      { keys: ['Ctrl+B'], does: 'Collapse or expand the sidebar', command: 'toggle-sidebar' },
      { keys: ['Alt+Left', 'Alt+Right'], does: 'Back, forward' },
      { keys: ['/'], does: 'Search, from anywhere', command: 'find' },
      { keys: ['F6', 'Shift+F6'], does: 'Next, previous part of window' },
      { keys: ['Up', 'Down'], does: 'Sidebar: previous, next place' },
      { keys: ['Escape'], does: 'Close a dialog or a menu' },
      { keys: ['?'], does: 'Keyboard shortcuts', command: 'shortcuts' },
    ],
  },
  {
    heading: 'In a list',
    shortcuts: [
      { keys: ['Ctrl+F'], does: 'Search', command: 'find' },
      { keys: ['Enter'], does: 'Open record' },
      { keys: ['Space'], does: 'Show or hide the preview' },
      { keys: ['A–Z'], does: 'Jump in the sorted column' },
      { keys: ['F2'], does: 'Edit the cell' },
      { keys: ['Ctrl+Z'], does: 'Undo the last cell edit' },
      { keys: ['Ctrl+I'], does: 'Show or hide the panel', command: 'record-panel' },
      { keys: ['Up', 'Down'], does: 'Previous, next row' },
      { keys: ['PageUp', 'PageDown'], does: 'Page up, page down' },
      { keys: ['Ctrl+Home', 'Ctrl+End'], does: 'First, last row' },
      { keys: ['Left', 'Right'], does: 'Previous, next column' },
      { keys: ['Home', 'End'], does: 'First, last column' },
      { keys: ['Shift+F10'], does: 'Row menu' },
    ],
  },
  {
    heading: 'In a record',
    shortcuts: [
      { keys: ['Alt+Up', 'Alt+Down'], does: 'Previous, next record' },
      { keys: ['Left', 'Right'], does: 'On its edge: widen, narrow' },
    ],
  },
  {
    heading: 'Selecting rows',
    shortcuts: [
      { keys: ['Ctrl+Space'], does: 'Select or deselect the row' },
      { keys: ['Shift+Space'], does: 'Select only this row' },
      { keys: ['Shift+Up', 'Shift+Down'], does: 'Extend selection up, down' },
      { keys: ['Shift+Left', 'Shift+Right'], does: 'Extend left, right' },
      { keys: ['Ctrl+A'], does: 'Select all that match' },
      { keys: ['Ctrl+C'], does: 'Copy the cells or the selected rows' },
      { keys: ['Escape'], does: 'Close the record, then deselect all' },
    ],
  },
  {
    heading: 'On a column heading, above the first row',
    shortcuts: [
      { keys: ['Enter'], does: 'Sort by the column' },
      { keys: ['Alt+Left', 'Alt+Right'], does: 'Move left, right' },
      { keys: ['Alt+Shift+Left', 'Alt+Shift+Right'], does: 'Narrow, widen' },
      { keys: ['Alt+Down', 'Shift+F10'], does: 'Menu: pin, hide, filter' },
    ],
  },
  {
    heading: 'In the review queue',
    shortcuts: [
      { keys: ['J', 'K'], does: 'Next, previous finding' },
      ...ACTIONS.map(({ key, label }): Shortcut => ({ keys: [key], does: label.replace('…', '') })),
    ],
  },
  {
    heading: 'In forms and searches',
    shortcuts: [
      { keys: ['Left', 'Right'], does: 'Previous, next tab' },
      { keys: ['Enter'], does: 'Add codes or addresses' },
      { keys: ['Shift+Enter'], does: 'New line' },
      { keys: ['Down', 'Enter'], does: 'From the search to the results' },
      { keys: ['Escape'], does: 'Clear the search' },
    ],
  },
];

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Returns the keys of an event in the shortcut format. */
export function keysOf(event: Keys): string {
  const key = event.key.startsWith('Arrow') ? event.key.slice(5) : event.key;
  // Single characters, wherever the keyboard has them.
  if (key === '?' || (key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey)) return key;
  return [
    event.ctrlKey || event.metaKey ? 'Ctrl+' : '',
    event.altKey ? 'Alt+' : '',
    event.shiftKey ? 'Shift+' : '',
    key.length === 1 ? key.toUpperCase() : key,
  ].join('');
}

/** Returns true if a key belongs to typed text: letters do, combinations do not. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Single-character shortcuts do not work in text fields or in a dialog. */
const isLetter = (keys: string): boolean => keys === '?' || keys === '/';
const isOver = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog], [role=menu]') !== null;

/** Returns the command of a key press, if any. */
export function commandOf(event: Keys & { readonly target: EventTarget | null }): Command | undefined {
  const keys = keysOf(event);
  if (isLetter(keys) && (isTyping(event.target) || isOver(event.target))) return undefined;
  return SHORTCUTS.flatMap(({ shortcuts }) => shortcuts).find(
    (shortcut) => shortcut.command && shortcut.keys.includes(keys),
  )?.command;
}
