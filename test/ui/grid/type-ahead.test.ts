import { beforeEach, expect, test, vi } from 'vitest';
import type { GridSort } from '../../../renderer/grid/types';
import { TypeAhead } from '../../../renderer/grid/type-ahead';
import { column } from './support';

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
