import { beforeEach, expect, test, vi } from 'vitest';
import type { GridModel } from '../../../renderer/grid/grid.svelte';
import type { GridSort } from '../../../renderer/grid/types';
import { TypeAhead } from '../../../renderer/grid/type-ahead';
import { oneColumnGrid } from './render-grid';
import { column, fakeSource } from './support';

const NAMES = ['Åberg', 'Adams', 'Al Kim', 'Al Olson', 'Baker', 'de la Cruz', 'Weiß', null];
/** Longer than the pause that ends the typed prefix. */
const PAUSE_MS = 1001;
const stroke = (key: string, options: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...options,
});

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** Returns the type-ahead of a list of these names, sorted by them or by another column. */
function typeAheadOf(
  names: readonly (string | null)[] = NAMES,
  sort: GridSort = { field: 'name', descending: false },
  isGrouped = false,
) {
  const moveTo = vi.fn();
  const announce = vi.fn();
  const typeAhead = new TypeAhead({
    rows: { total: names.length },
    source: () =>
      ({
        window: (_: unknown, offset: number) =>
          Promise.resolve({
            rows: [{ key: String(offset), isDrifted: false, cells: [names[offset] ?? null] }],
            total: names.length,
          }),
      }) as never,
    sort: () => sort,
    columns: () => [column('name', { sortsAsText: true, label: 'Name in CRM' }), column('opened')],
    isGrouped: () => isGrouped,
    moveTo,
    announce,
    fail: vi.fn(),
  });
  /** Returns true if type-ahead took every key. */
  const type = async (text: string) => {
    const results = Array.from(text, (key) => typeAhead.takeKey(stroke(key)));
    await vi.advanceTimersByTimeAsync(0);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve(); // the search reads several cells in turn
    return results.every(Boolean);
  };
  return { typeAhead, type, moveTo, announce };
}

test('jumps to the first name that starts with the typed text, ignoring case and accents', async () => {
  const { type, moveTo } = typeAheadOf();
  await type('al o');
  expect(moveTo).toHaveBeenLastCalledWith(3);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  await type('ab');
  expect(moveTo).toHaveBeenLastCalledWith(0);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  await type('DE');
  expect(moveTo).toHaveBeenLastCalledWith(5);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  await type('weis');
  expect(moveTo).toHaveBeenLastCalledWith(6);
});

test('jumps in a list in descending order; if no name matches, stays and says so', async () => {
  const reversed = [...NAMES.slice(0, -1).toReversed(), null];
  const { type, moveTo, announce } = typeAheadOf(reversed, { field: 'name', descending: true });
  await type('al');
  expect(moveTo).toHaveBeenLastCalledWith(reversed.indexOf('Al Olson'));
  moveTo.mockClear();
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  await type('zz');
  expect(moveTo).not.toHaveBeenCalled();
  expect(announce).toHaveBeenLastCalledWith('No name in CRM begins with “zz”.');
});

test('ignores shortcuts, a leading space, and keys in lists grouped or not sorted by text', async () => {
  const { typeAhead } = typeAheadOf();
  for (const key of ['/', '?', ' ', 'Enter', 'F2']) expect(typeAhead.takeKey(stroke(key))).toBe(false);
  expect(typeAhead.takeKey(stroke('a', { ctrlKey: true }))).toBe(false);
  for (const otherList of [
    typeAheadOf(NAMES, { field: '', descending: false }), // the review queue, whose letters are actions
    typeAheadOf(NAMES, { field: 'opened', descending: false }),
    typeAheadOf(NAMES, { field: 'name', descending: false }, true),
  ])
    expect(await otherList.type('j')).toBe(false);
});

/** Returns a grid sorted by these names, with its first row under the cursor. */
async function gridOf(names: readonly (string | null)[]) {
  const source = {
    ...fakeSource(names.length),
    window: vi.fn((_: unknown, offset: number, limit: number) =>
      Promise.resolve({
        rows: names
          .slice(offset, offset + limit)
          .map((name, index) => ({ key: `k${offset + index}`, isDrifted: false, cells: [name] })),
        total: names.length,
      }),
    ),
  };
  const model = oneColumnGrid();
  model.arrangement.use([column('name', { sortsAsText: true })], null);
  model.sort = { field: 'name', descending: false };
  model.load(source);
  await vi.advanceTimersByTimeAsync(1);
  return { model, source };
}

test.each([
  ['a key', (list: GridModel) => list.act({ kind: 'move', rows: 1, columns: 0, extend: false }), 1],
  ['a key that opens the row', (list: GridModel) => list.act({ kind: 'open', addsSortKey: false }), 0],
  ['a click', (list: GridModel) => list.click(2, 1, { isRange: false, isAdditive: false }), 2],
  ['the menu of a row', (list: GridModel) => list.openRowMenu({ row: 2, column: 1 }, 'cell'), 2],
  ['a step from the side panel', (list: GridModel) => list.step(1), 1],
])('cancels a pending jump after %s', async (_, act, row) => {
  const { model } = await gridOf(NAMES);
  model.typeAhead.takeKey(stroke('d'));
  act(model);
  await vi.advanceTimersByTimeAsync(10);
  expect(model.cursor.row).toBe(row);
  model.typeAhead.takeKey(stroke('w'));
  await vi.advanceTimersByTimeAsync(10);
  expect(model.cursor.row).toBe(6); // the name with “w”, not one with “dw”
});

test('does not jump to a row of the previous query, or report that it has none', async () => {
  const { model } = await gridOf(NAMES);
  const { source } = await gridOf(['Adams', 'Baker']);
  for (const key of ['d', 'z']) {
    model.typeAhead.takeKey(stroke(key));
    model.load(source);
    await vi.advanceTimersByTimeAsync(10);
    expect(model.cursor.row).toBe(0);
    expect(model.statusText).toBe('');
  }
});
