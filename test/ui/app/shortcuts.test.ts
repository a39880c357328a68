import { expect, it } from 'vitest';
import { actionFor, type GridAction } from '../../../renderer/grid/keys';
import { commandOf, historyCommandOf, SHORTCUTS } from '../../../renderer/app/shortcuts';
import { ACTIONS } from '../../../renderer/features/review/actions';

/** Keys that the screens handle, not the grid. */
const SCREEN_KEYS = ['Ctrl+F', 'Ctrl+I', 'Ctrl+C', 'A–Z'];
const ARROWS = ['Up', 'Down', 'Left', 'Right'];

function strokeOf(keys: string) {
  const modifiers = keys.split('+');
  const key = modifiers.pop() ?? '';
  return {
    key: ARROWS.includes(key) ? `Arrow${key}` : key === 'Space' ? ' ' : key,
    ctrlKey: modifiers.includes('Ctrl'),
    altKey: modifiers.includes('Alt'),
    shiftKey: modifiers.includes('Shift'),
    metaKey: false,
  };
}

const keysUnder = (...headings: string[]): string[] =>
  SHORTCUTS.filter(({ heading }) => headings.includes(heading)).flatMap(({ shortcuts }) =>
    shortcuts.flatMap(({ keys }) => keys.filter((key) => !SCREEN_KEYS.includes(key))),
  );

it('lists a key for every kind of list action in the shortcut sheet, and no unknown key', () => {
  const inList = keysUnder('In a list', 'Selecting rows').map((keys) => [
    keys,
    actionFor(strokeOf(keys), false),
  ]);
  const onHeading = keysUnder('On a column heading, above the first row').map((keys) => [
    keys,
    actionFor(strokeOf(keys), true),
  ]);
  const listedActions = [...inList, ...onHeading] as [string, GridAction | null][];
  expect(listedActions.filter(([, action]) => action === null)).toEqual([]);
  const allKinds: Record<GridAction['kind'], true> = {
    move: true,
    page: true,
    edge: true,
    open: true,
    peek: true,
    select: true,
    edit: true,
    undo: true,
    extend: true,
    'select-all': true,
    escape: true,
    'column-menu': true,
    'row-menu': true,
    'move-column': true,
    'resize-column': true,
  };
  expect(new Set(listedActions.map(([, action]) => action?.kind))).toEqual(new Set(Object.keys(allKinds)));
});

it('runs no shell command for keys that a screen handles', () => {
  for (const keys of ['Alt+Left', 'Escape', 'Alt+Up', 'F6', 'J'])
    expect(commandOf({ ...strokeOf(keys), target: null })).toBeUndefined();
  expect(commandOf({ ...strokeOf('Ctrl+K'), key: 'k', target: null })).toBe('palette');
});

it('takes only Cmd for the Ctrl of a shortcut on a Mac, where the Ctrl key edits text', () => {
  const stroke = { ...strokeOf('Ctrl+F'), key: 'f', target: null };
  expect(commandOf(stroke, true)).toBeUndefined();
  expect(commandOf({ ...stroke, key: '/' }, true)).toBeUndefined();
  expect(commandOf({ ...stroke, ctrlKey: false, metaKey: true }, true)).toBe('find');
  expect(commandOf(stroke, false)).toBe('find');
});

it('searches with / from anywhere except a text field or an open dialog', () => {
  const strokeAt = (target: Element | null) => ({ ...strokeOf('/'), target });
  document.body.innerHTML = '<button></button><input /><div role="dialog"><button></button></div>';
  expect(commandOf(strokeAt(document.querySelector('button')))).toBe('find');
  expect(commandOf({ ...strokeAt(null), shiftKey: true })).toBe('find'); // / is Shift+7 on some keyboards
  expect(commandOf(strokeAt(document.querySelector('input')))).toBeUndefined();
  expect(commandOf(strokeAt(document.querySelector('[role=dialog] button')))).toBeUndefined();
});

it('goes back with Alt+Left, but not in a text field on a Mac', () => {
  document.body.innerHTML = '<main></main><input />';
  const [main, input] = [document.querySelector('main'), document.querySelector('input')];
  const commandAt = (target: Element | null, keys: string, isMac: boolean) =>
    historyCommandOf({ ...strokeOf(keys), target }, isMac);
  expect(commandAt(main, 'Alt+Left', true)).toBe('back');
  expect(commandAt(input, 'Alt+Right', false)).toBe('forward');
  expect(commandAt(input, 'Alt+Left', true)).toBeUndefined();
  expect(commandAt(main, 'Left', false)).toBeUndefined();
});

it('lists the keys of the review queue in the sheet as the queue defines them', () => {
  expect(keysUnder('In the review queue')).toEqual(['J', 'K', ...ACTIONS.map(({ key }) => key)]);
});
