import { describe, expect, test } from 'vitest';
import { actionFor } from '../../../renderer/grid/keys';

const stroke = (key: string, ...modifiers: ('shift' | 'ctrl' | 'alt' | 'meta' | 'heading')[]) =>
  actionFor(
    {
      key,
      shiftKey: modifiers.includes('shift'),
      ctrlKey: modifiers.includes('ctrl'),
      metaKey: modifiers.includes('meta'),
      altKey: modifiers.includes('alt'),
    },
    modifiers.includes('heading'),
  );

describe('keyboard actions of the grid', () => {
  test.each([
    ['arrows move the cursor', stroke('ArrowDown'), { kind: 'move', rows: 1, columns: 0, extend: false }],
    [
      'Shift extends the selection',
      stroke('ArrowUp', 'shift'),
      { kind: 'move', rows: -1, columns: 0, extend: true },
    ],
    [
      'Shift extends the selection sideways',
      stroke('ArrowRight', 'shift'),
      { kind: 'move', rows: 0, columns: 1, extend: true },
    ],
    ['Ctrl goes to the end', stroke('ArrowDown', 'ctrl'), { kind: 'edge', rows: 'last', extend: false }],
    ['Page Down moves by a page', stroke('PageDown', 'shift'), { kind: 'page', pages: 1, extend: true }],
    ['Home goes to the first column', stroke('Home'), { kind: 'edge', columns: 'first', extend: false }],
    [
      'Ctrl+End goes to the last cell',
      stroke('End', 'ctrl'),
      { kind: 'edge', rows: 'last', columns: 'last', extend: false },
    ],
    ['Enter opens the record', stroke('Enter'), { kind: 'open', addsSortKey: false }],
    ['Space previews the record', stroke(' '), { kind: 'peek' }],
    ['Ctrl+Space selects', stroke(' ', 'ctrl'), { kind: 'select' }],
    ['Shift+Space selects a range', stroke(' ', 'shift'), { kind: 'extend' }],
    ['F2 edits the cell', stroke('F2'), { kind: 'edit' }],
    ['Ctrl+Z undoes an edit', stroke('z', 'ctrl'), { kind: 'undo' }],
    ['Ctrl+A selects all', stroke('a', 'ctrl'), { kind: 'select-all' }],
    ['Cmd+A selects all', stroke('a', 'meta'), { kind: 'select-all' }],
    ['Alt+arrow moves the column', stroke('ArrowLeft', 'alt', 'heading'), { kind: 'move-column', step: -1 }],
    [
      'Alt+Shift+arrow resizes the column',
      stroke('ArrowRight', 'alt', 'shift', 'heading'),
      { kind: 'resize-column', step: 1 },
    ],
    ['Alt+Down opens the menu', stroke('ArrowDown', 'alt'), { kind: 'menu' }],
  ])('maps a key to its action: %s', (_name, action, expected) => expect(action).toEqual(expected));

  test('leaves Alt+Left to the Back command', () => expect(stroke('ArrowLeft', 'alt')).toBeNull());
  test.each(['x', 'Tab', 'F5', 'Shift'])('leaves %s to the platform', (key) =>
    expect(stroke(key)).toBeNull(),
  );
  test('leaves Ctrl+C to the copy event, which the Edit menu fires too', () =>
    expect(stroke('c', 'ctrl')).toBeNull());
});
