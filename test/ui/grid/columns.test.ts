import { describe, expect, test } from 'vitest';
import * as columns from '../../../renderer/grid/columns';
import { dropTarget } from '../../../renderer/grid/heading-drag.svelte';
import { column } from './support';

const all = [column('a'), column('b'), column('c', { shown: false }), column('d')];
const names = (layout: ReturnType<typeof columns.proposed>) => layout.map(({ name }) => name).join('');

describe('the layout of columns', () => {
  test('is what the columns propose until it is changed', () => {
    expect(
      columns
        .fitLayout(all, null)
        .filter(({ shown }) => shown)
        .map(({ name }) => name),
    ).toEqual(['a', 'b', 'd']);
  });

  test('is remembered; columns that are gone fall out, new ones come at the end', () => {
    const remembered = [
      { name: 'd', width: 77, shown: true, pinned: true },
      { name: 'gone', width: 50, shown: true, pinned: false },
      { name: 'a', width: 100, shown: false, pinned: false },
      { name: 'd', width: 1, shown: true, pinned: false },
    ];
    const layout = columns.fitLayout(all, remembered);
    expect(names(layout)).toBe('dabc');
    expect(layout[0]).toEqual(remembered[0]);
  });

  test('never hides the last column', () => {
    let layout = columns.proposed([column('a')]);
    layout = columns.shown(layout, 'a', false);
    expect(layout[0]?.shown).toBe(true);
  });

  test('moves columns before others and to the end', () => {
    const layout = columns.proposed(all);
    expect(names(columns.moved(layout, 'd', 'a'))).toBe('dabc');
    expect(names(columns.moved(layout, 'a', null))).toBe('bcda');
    expect(names(columns.moved(layout, 'a', 'a'))).toBe('abcd');
  });

  test('steps over hidden columns and stops at the ends', () => {
    const layout = columns.proposed(all);
    expect(names(columns.stepped(layout, 'b', 1))).toBe('acdb');
    expect(names(columns.stepped(layout, 'd', -1))).toBe('adbc');
    expect(names(columns.stepped(layout, 'a', -1))).toBe('abcd');
  });

  test('keeps widths within reason', () => {
    const layout = columns.proposed(all);
    expect(columns.resized(layout, 'a', 3)[0]?.width).toBe(columns.NARROWEST);
    expect(columns.resized(layout, 'a', 9999)[0]?.width).toBe(columns.WIDEST);
  });

  test('puts pinned columns first and marks their edge', () => {
    const layout = columns.pinned(columns.proposed(all), 'd', true);
    const placed = columns.placed(all, layout, 36);
    expect(placed.map(({ column: { name } }) => name)).toEqual(['d', 'a', 'b']);
    expect(placed.map(({ left }) => left)).toEqual([36, 136, 236]);
    expect(placed.map(({ edge }) => edge)).toEqual([true, false, false]);
  });

  test('a dragged heading lands before the column it is held over', () => {
    const placed = columns.placed(all, columns.proposed(all), 36);
    const [a, b, d] = placed;
    if (!a || !b || !d) throw new Error('three are shown');
    expect(dropTarget(placed, a, 40)).toBe('a');
    expect(dropTarget(placed, a, 200)).toBe('d');
    expect(dropTarget(placed, a, 999)).toBeNull();
    expect(dropTarget(placed, d, 999)).toBe('d');
    expect(dropTarget(placed, b, 10)).toBe('a');
  });
});
