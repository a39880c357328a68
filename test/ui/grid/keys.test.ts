import { describe, expect, test } from 'vitest';
import { actionFor } from '../../../renderer/grid/keys';

const stroke = (key: string, ...held: ('shift' | 'ctrl' | 'alt' | 'meta' | 'heading')[]) =>
  actionFor(
    {
      key,
      shiftKey: held.includes('shift'),
      ctrlKey: held.includes('ctrl'),
      metaKey: held.includes('meta'),
      altKey: held.includes('alt'),
    },
    held.includes('heading'),
  );

describe('keyboard actions of the grid', () => {
  test.each([
    ['arrows move', stroke('ArrowDown'), { kind: 'move', rows: 1, columns: 0, extend: false }],
    ['shift extends', stroke('ArrowUp', 'shift'), { kind: 'move', rows: -1, columns: 0, extend: true }],
    [
      'shift extends sideways too',
      stroke('ArrowRight', 'shift'),
      { kind: 'move', rows: 0, columns: 1, extend: true },
    ],
    ['ctrl goes to the end', stroke('ArrowDown', 'ctrl'), { kind: 'edge', rows: 'last', extend: false }],
    ['pages', stroke('PageDown', 'shift'), { kind: 'page', pages: 1, extend: true }],
    ['Home: first column', stroke('Home'), { kind: 'edge', columns: 'first', extend: false }],
    [
      'Ctrl+End: last cell',
      stroke('End', 'ctrl'),
      { kind: 'edge', rows: 'last', columns: 'last', extend: false },
    ],
    ['Enter opens', stroke('Enter'), { kind: 'open', more: false }],
    ['Space looks', stroke(' '), { kind: 'peek' }],
    ['Ctrl+Space selects', stroke(' ', 'ctrl'), { kind: 'mark' }],
    ['Shift+Space: a range', stroke(' ', 'shift'), { kind: 'extend' }],
    ['F2 edits the cell', stroke('F2'), { kind: 'edit' }],
    ['Ctrl+Z takes an edit back', stroke('z', 'ctrl'), { kind: 'undo' }],
    ['Ctrl+A', stroke('a', 'ctrl'), { kind: 'select-all' }],
    ['Cmd+A', stroke('a', 'meta'), { kind: 'select-all' }],
    ['Alt+arrow moves the column', stroke('ArrowLeft', 'alt', 'heading'), { kind: 'move-column', step: -1 }],
    [
      'Alt+Shift+arrow resizes it',
      stroke('ArrowRight', 'alt', 'shift', 'heading'),
      { kind: 'resize-column', step: 1 },
    ],
    ['Alt+down: its menu', stroke('ArrowDown', 'alt'), { kind: 'menu' }],
  ])('maps a key to its action: %s', (_name, action, expected) => expect(action).toEqual(expected));

  test('leaves Alt+Left to the Back command', () => expect(stroke('ArrowLeft', 'alt')).toBeNull());
  test.each(['x', 'Tab', 'F5', 'Shift'])('leaves %s to the platform', (key) =>
    expect(stroke(key)).toBeNull(),
  );
  test('leaves Ctrl+C to the copy event, which the Edit menu fires too', () =>
    expect(stroke('c', 'ctrl')).toBeNull());
});
