import { describe, expect, test } from 'vitest';
import * as columns from '../../../renderer/grid/columns';
import { dropTarget } from '../../../renderer/grid/heading-drag.svelte';
import { column } from './support';

const allColumns = [column('a'), column('b'), column('c', { shown: false }), column('d')];
const space = (overrides: Partial<columns.AvailableSpace> = {}): columns.AvailableSpace => ({
  start: 36,
  width: 0,
  contentWidths: new Map(),
  frozenWidths: new Map(),
  ...overrides,
});
const names = (layout: ReturnType<typeof columns.defaultLayout>) => layout.map(({ name }) => name).join('');

describe('column layout', () => {
  test('uses the defaults of the columns until it is changed', () => {
    expect(
      columns
        .fitLayout(allColumns, null)
        .filter(({ shown }) => shown)
        .map(({ name }) => name),
    ).toEqual(['a', 'b', 'd']);
  });

  test('restores the saved layout without removed or repeated columns and appends new ones', () => {
    const savedLayout = [
      { name: 'd', width: 77, shown: true, pinned: true },
      { name: 'gone', width: 50, shown: true, pinned: false },
      { name: 'a', width: 100, shown: false, pinned: false },
      { name: 'd', width: 1, shown: true, pinned: false },
    ];
    const layout = columns.fitLayout(allColumns, savedLayout);
    expect(names(layout)).toBe('dabc');
    expect(layout[0]).toEqual(savedLayout[0]);
  });

  test('never hides the last column', () => {
    let layout = columns.defaultLayout([column('a')]);
    layout = columns.withShown(layout, 'a', false);
    expect(layout[0]?.shown).toBe(true);
  });

  test('moves columns before others and to the end', () => {
    const layout = columns.defaultLayout(allColumns);
    expect(names(columns.moveColumn(layout, 'd', 'a'))).toBe('dabc');
    expect(names(columns.moveColumn(layout, 'a', null))).toBe('bcda');
    expect(names(columns.moveColumn(layout, 'a', 'a'))).toBe('abcd');
  });

  test('steps over hidden columns and stops at the ends', () => {
    const layout = columns.defaultLayout(allColumns);
    expect(names(columns.moveColumnByOne(layout, 'b', 1))).toBe('acdb');
    expect(names(columns.moveColumnByOne(layout, 'd', -1))).toBe('adbc');
    expect(names(columns.moveColumnByOne(layout, 'a', -1))).toBe('abcd');
  });

  test('limits column widths to the minimum and maximum', () => {
    const layout = columns.defaultLayout(allColumns);
    expect(columns.withWidth(layout, 'a', 3)[0]?.width).toBe(columns.MIN_WIDTH);
    expect(columns.withWidth(layout, 'a', 9999)[0]?.width).toBe(columns.MAX_WIDTH);
  });

  test('puts pinned columns first and marks the last one', () => {
    const layout = columns.withPinned(columns.defaultLayout(allColumns), 'd', true);
    const placed = columns.placeColumns(allColumns, layout, space());
    expect(placed.map(({ column: { name } }) => name)).toEqual(['d', 'a', 'b']);
    expect(placed.map(({ left }) => left)).toEqual([36, 136, 236]);
    expect(placed.map(({ edge }) => edge)).toEqual([true, false, false]);
  });

  test('drops a dragged heading before the column under the pointer', () => {
    const placed = columns.placeColumns(allColumns, columns.defaultLayout(allColumns), space());
    const [a, b, d] = placed;
    if (!a || !b || !d) throw new Error('Fewer than three columns are shown.');
    expect(dropTarget(placed, a, 40)).toBe('a');
    expect(dropTarget(placed, a, 200)).toBe('d');
    expect(dropTarget(placed, a, 999)).toBeNull();
    expect(dropTarget(placed, d, 999)).toBe('d');
    expect(dropTarget(placed, b, 10)).toBe('a');
  });

  test('finds the position for a dragged column while scrolled sideways', () => {
    const placed = ['a', 'b', 'c', 'd', 'e'].map((name, index) => ({
      column: column(name),
      width: 100,
      left: 36 + index * 100,
      pinned: index < 2,
      sticks: index < 2,
      edge: index === 1,
    }));
    const [a, b, , , e] = placed;
    if (!a || !b || !e) throw new Error('Fewer than five columns are shown.');
    const scrollLeft = 250; // c and most of d are below the sticky columns
    expect(dropTarget(placed, a, 86 + scrollLeft + 6, scrollLeft)).toBe('b'); // where it is already
    expect(dropTarget(placed, b, 50 + scrollLeft, scrollLeft)).toBe('a');
    expect(dropTarget(placed, e, 150 + scrollLeft, scrollLeft)).toBe('e');
  });
});

describe('column widths in a wide window', () => {
  const list = [
    column('name', { width: 200 }),
    column('city', { width: 100 }),
    column('opened', { width: 100, exact: true }),
  ];
  const widths = (
    layout: ReturnType<typeof columns.defaultLayout>,
    overrides: Partial<columns.AvailableSpace>,
  ) => columns.placeColumns(list, layout, space(overrides)).map(({ width }) => width);

  test('distributes extra width by text width, with little for dates', () => {
    const filled = widths(columns.defaultLayout(list), { width: 36 + 400 + 330 });
    expect(filled).toEqual([400, 200, 130]);
    const odd = widths(columns.defaultLayout(list), { width: 36 + 1001 });
    expect(odd.reduce((sum, width) => sum + width, 0)).toBe(1001);
  });

  test('keeps the width set by the user, and default widths when space is short', () => {
    const layout = columns.withWidth(columns.defaultLayout(list), 'name', 150);
    expect(widths(layout, { width: 36 + 1000 })[0]).toBe(150);
    expect(widths(layout, { width: 380 })).toEqual([150, 100, 100]);
  });

  test('cuts text columns but never dates or numbers', () => {
    const layout = columns.withWidth(
      columns.withWidth(columns.defaultLayout(list), 'opened', 50),
      'city',
      50,
    );
    const contentWidths = new Map([
      ['opened', 96],
      ['city', 300],
    ]);
    expect(widths(layout, { contentWidths })).toEqual([200, 50, 96]);
  });

  test('gives unused width to truncated texts, the primary column first', () => {
    const three = [
      column('name', { width: 200, primary: true }),
      column('note', { width: 200 }),
      column('city'),
    ];
    const contentWidths = new Map([
      ['name', 320],
      ['note', 90],
      ['city', 180],
    ]);
    const widthsAt = (width: number) =>
      columns
        .placeColumns(three, columns.defaultLayout(three), space({ contentWidths, width: 36 + width }))
        .map((column) => column.width);
    expect(widthsAt(590)).toEqual([320, 90, 180]);
    expect(widthsAt(550)).toEqual([320, 90, 140]);
    expect(widthsAt(300)[0]).toBe(199); // with the checkboxes, 70% of a list that scrolls sideways
  });

  test('shrinks the widest of the compared columns until all of them are in view', () => {
    const four = [
      column('name', { width: 200 }),
      column('before', { primary: true, compared: true }),
      column('after', { primary: true, compared: true }),
      column('note', { width: 200 }),
    ];
    const contentWidths = new Map([
      ['name', 200],
      ['before', 400],
      ['after', 180],
      ['note', 200],
    ]);
    const widthsAt = (width: number) =>
      columns
        .placeColumns(four, columns.defaultLayout(four), space({ contentWidths, width: 36 + width }))
        .map((column) => column.width);
    expect(widthsAt(600).slice(1, 3)).toEqual([220, 180]);
    expect(widthsAt(400).slice(1, 3)).toEqual([140, 140]); // then they scroll
  });

  test('shrinks the compared columns further for the start of a column after them', () => {
    const four = [
      column('severity', { width: 84 }),
      column('record', { width: 170, primary: true, compared: true }),
      column('finding', { width: 230, primary: true, compared: true }),
      column('details', { width: 200, yields: true, startsInView: true }),
      column('state'),
    ];
    const contentWidths = new Map([
      ['severity', 84],
      ['record', 180],
      ['finding', 260],
      ['details', 220],
      ['state', 100],
    ]);
    const widthsAt = (width: number) =>
      columns
        .placeColumns(four, columns.defaultLayout(four), space({ contentWidths, width }))
        .map((column) => column.width);
    // Beside the panel, in windows of 1,440, 1,366 and 1,024 pixels.
    expect(widthsAt(646)).toEqual([84, 180, 242, 104, 100]);
    expect(widthsAt(571)).toEqual([84, 173, 174, 104, 100]);
    expect(widthsAt(508)).toEqual([84, 142, 142, 104, 100]);
    contentWidths.set('details', 60);
    expect(widthsAt(571)[2]).toBe(211);
  });

  test('shrinks a yielding column to end at the right edge, after truncated columns grew', () => {
    const four = [
      column('name', { width: 120 }),
      column('finding', { width: 200, primary: true }),
      column('details', { width: 200, yields: true }),
      column('owner'),
    ];
    const contentWidths = new Map([
      ['name', 150],
      ['finding', 220],
      ['details', 180],
      ['owner', 100],
    ]);
    const widthsAt = (width: number) =>
      columns
        .placeColumns(four, columns.defaultLayout(four), space({ contentWidths, width: 36 + width }))
        .map((column) => column.width);
    expect(widthsAt(460)).toEqual([136, 220, 104, 100]);
    expect(widthsAt(490)).toEqual([150, 220, 120, 100]);
    expect(widthsAt(400)).toEqual([150, 220, 180, 100]); // too narrow to read
    expect(widthsAt(355)).toEqual([135, 220, 180, 100]);
  });

  test('keeps the columns to the left of a dragged edge in place', () => {
    const frozenWidths = new Map([['name', 430]]);
    const layout = columns.withWidth(columns.defaultLayout(list), 'city', 300);
    expect(widths(layout, { frozenWidths, width: 36 + 1000 }).slice(0, 2)).toEqual([430, 300]);
  });
});

describe('columns of a list that scrolls sideways', () => {
  const list = [column('name', { width: 220 }), column('city'), column('state')];
  const widthsAt = (width: number, columnList = list, layout = columns.defaultLayout(columnList)) =>
    columns
      .placeColumns(columnList, layout, space({ width }))
      .map((column) => [column.width, column.sticks, column.edge]);
  const scrolling = [100, false, false];

  test('keeps the first column in view, shrunk to half of the list if not all columns fit', () => {
    expect(widthsAt(440)).toEqual([[204, true, true], scrolling, scrolling]);
    expect(widthsAt(360)).toEqual([[144, true, true], scrolling, scrolling]);
    const long = [...list, column('opened')];
    expect(widthsAt(540, long)).toEqual([[220, true, true], scrolling, scrolling, scrolling]);
  });

  test('leaves a primary first column up to 70% of the list', () => {
    const primary = [column('name', { width: 220, primary: true }), ...list.slice(1)];
    expect(widthsAt(360, primary)).toEqual([[215, true, true], scrolling, scrolling]);
  });

  test('shrinks the first column no more than needed to fit all columns', () => {
    expect(widthsAt(450).map(([width]) => width)).toEqual([214, 100, 100]);
    expect(widthsAt(456).map(([, sticks]) => sticks)).toEqual([false, false, false]); // nothing scrolls
  });

  test('scrolls all columns if little room is left or the first is a number that would be cut', () => {
    expect(widthsAt(260)).toEqual([[220, false, false], scrolling, scrolling]);
    const number = [column('number', { width: 220, exact: true }), ...list.slice(1)];
    expect(widthsAt(360, number)).toEqual([[220, false, false], scrolling, scrolling]);
  });

  test('keeps the columns that the user pinned in view instead of the first', () => {
    const layout = columns.withPinned(columns.defaultLayout(list), 'city', true);
    expect(widthsAt(360, list, layout)).toEqual([[100, true, true], [220, false, false], scrolling]);
  });
});
