import { describe, expect, test } from 'vitest';
import { actionFor } from '../../../renderer/grid/keys';

/** Returns the action of a key that is pressed with modifiers or, with 'heading', on a column heading. */
const actionOf = (key: string, ...context: ('shift' | 'ctrl' | 'alt' | 'meta' | 'heading')[]) =>
  actionFor(
    {
      key,
      shiftKey: context.includes('shift'),
      ctrlKey: context.includes('ctrl'),
      metaKey: context.includes('meta'),
      altKey: context.includes('alt'),
    },
    context.includes('heading'),
  );

describe('keyboard actions of the grid', () => {
  test.each([
    [
      'Down moves the cursor down',
      actionOf('ArrowDown'),
      { kind: 'move', rows: 1, columns: 0, extend: false },
    ],
    [
      'Shift+Up extends the selection up',
      actionOf('ArrowUp', 'shift'),
      { kind: 'move', rows: -1, columns: 0, extend: true },
    ],
    [
      'Shift+Right extends the selection to the right',
      actionOf('ArrowRight', 'shift'),
      { kind: 'move', rows: 0, columns: 1, extend: true },
    ],
    [
      'Ctrl+Down goes to the last row',
      actionOf('ArrowDown', 'ctrl'),
      { kind: 'edge', rows: 'last', extend: false },
    ],
    [
      'Shift+Page Down extends the selection by a page',
      actionOf('PageDown', 'shift'),
      { kind: 'page', pages: 1, extend: true },
    ],
    ['Home goes to the first column', actionOf('Home'), { kind: 'edge', columns: 'first', extend: false }],
    [
      'Ctrl+End goes to the last cell',
      actionOf('End', 'ctrl'),
      { kind: 'edge', rows: 'last', columns: 'last', extend: false },
    ],
    ['Enter opens the record', actionOf('Enter'), { kind: 'open', addsSortKey: false }],
    ['Space previews the record', actionOf(' '), { kind: 'peek' }],
    ['Ctrl+Space selects', actionOf(' ', 'ctrl'), { kind: 'select' }],
    ['Shift+Space selects a range', actionOf(' ', 'shift'), { kind: 'extend' }],
    ['F2 edits the cell', actionOf('F2'), { kind: 'edit' }],
    ['Ctrl+Z undoes an edit', actionOf('z', 'ctrl'), { kind: 'undo' }],
    ['Ctrl+A selects all', actionOf('a', 'ctrl'), { kind: 'select-all' }],
    ['Cmd+A selects all', actionOf('a', 'meta'), { kind: 'select-all' }],
    [
      'Alt+Left moves the column left',
      actionOf('ArrowLeft', 'alt', 'heading'),
      { kind: 'move-column', step: -1 },
    ],
    [
      'Alt+Shift+Right widens the column',
      actionOf('ArrowRight', 'alt', 'shift', 'heading'),
      { kind: 'resize-column', step: 1 },
    ],
    ['Alt+Down opens the column menu', actionOf('ArrowDown', 'alt'), { kind: 'column-menu' }],
  ])('maps a key to its action: %s', (_name, action, expected) => expect(action).toEqual(expected));

  test('leaves Alt+Left to the Back command', () => expect(actionOf('ArrowLeft', 'alt')).toBeNull());
  test.each(['x', 'Tab', 'F5', 'Shift'])('leaves %s to the platform, type-ahead or the app', (key) =>
    expect(actionOf(key)).toBeNull(),
  );
  test('leaves Ctrl+C to the copy event, which the Edit menu fires too', () =>
    expect(actionOf('c', 'ctrl')).toBeNull());
});
