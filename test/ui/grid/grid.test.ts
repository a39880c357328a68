import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { flushSync } from 'svelte';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import Grid from '../../../renderer/grid/Grid.svelte';
import type { GridModel } from '../../../renderer/grid/grid.svelte';
import { deferredPromise } from '../fakes';
import { gridCell, oneColumnGrid, renderGrid } from './render-grid';
import { column, fakeSource, stubLayout, flushAsync } from './support';

beforeEach(stubLayout);

/** Returns the text announced to screen readers. */
const announcement = () =>
  [...document.querySelectorAll('[aria-live=polite]')].map(({ textContent }) => textContent.trim()).join('');

describe('grid for screen readers', () => {
  test('exposes its size, its columns and the index of each row', async () => {
    const { grid, rowAt } = await renderGrid();
    expect(grid.getAttribute('aria-rowcount')).toBe('1001');
    expect(grid.getAttribute('aria-colcount')).toBe('3');
    expect(grid.getAttribute('aria-multiselectable')).toBe('true');
    const headings = within(grid).getAllByRole('columnheader');
    expect(headings.map((heading) => heading.getAttribute('aria-colindex'))).toEqual(['1', '2', '3']);
    expect(rowAt(0)?.textContent).toContain('name of k0');
  });

  test('draws only the rows in view and a margin', async () => {
    const { grid } = await renderGrid(1_000_000);
    expect(within(grid).getAllByRole('row').length).toBeLessThan(60);
  });

  test('marks the record open in the side panel even without keyboard focus', async () => {
    const { model, grid, rowAt } = await renderGrid();
    model.opened = 'k3';
    grid.blur();
    flushSync();
    expect(rowAt(3)?.getAttribute('aria-current')).toBe('true');
    expect(rowAt(3)?.classList.contains('opened')).toBe(true);
    expect(grid.querySelectorAll('[aria-current]')).toHaveLength(1);
    model.opened = null;
    flushSync();
    expect(grid.querySelector('[aria-current]')).toBeNull();
  });

  test('exposes the sort order on its heading', async () => {
    const { model, grid } = await renderGrid();
    model.sort = { field: 'city', descending: true };
    flushSync();
    const heading = within(grid).getByRole('columnheader', { name: /CITY/ });
    expect(heading.getAttribute('aria-sort')).toBe('descending');
  });

  test('owns its rows in their order after paging and jumping', async () => {
    const { grid, press } = await renderGrid(100_000);
    const ownedRowIndexes = () => {
      const group = grid.querySelector('[aria-owns]');
      const ids = (group?.getAttribute('aria-owns') ?? '').split(' ');
      return ids.map((id) => Number(document.getElementById(id)?.getAttribute('aria-rowindex')));
    };
    for (const keys of ['{PageDown}{PageDown}', '{Control>}{End}{/Control}', '{PageUp}']) {
      await press(keys);
      expect(ownedRowIndexes()).toEqual(ownedRowIndexes().toSorted((a, b) => a - b));
      expect(ownedRowIndexes()).toHaveLength(grid.querySelectorAll('[data-slot]').length);
    }
  });

  test('names a heading once, and focuses the checkbox of the selection cell', async () => {
    const { model, active, press, rowAt, grid } = await renderGrid();
    expect(within(grid).getByRole('columnheader', { name: 'NAME' })).toBeTruthy();
    const box = () => rowAt(2)?.querySelector('[role=checkbox]')?.getAttribute('aria-checked');
    expect(box()).toBe('false');
    model.click(2, 0, { isRange: false, isAdditive: false });
    flushSync();
    expect(box()).toBe('true');
    await press('{ArrowLeft}{ArrowLeft}');
    expect(active()?.getAttribute('role')).toBe('checkbox');
    await press('{ArrowRight}');
    expect(active()?.getAttribute('role')).toBe('gridcell');
    expect(grid.querySelectorAll('[role=checkbox][id]')).toHaveLength(0);
  });
});

describe('grid announcements', () => {
  test('announces the number of results of each query after the first', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { model } = await renderGrid(1000, { singular: 'account', plural: 'accounts' });
    await vi.advanceTimersByTimeAsync(500);
    expect(announcement()).toBe('');
    for (const [total, text] of [
      [12, '12 accounts'],
      [1, '1 account'],
      [0, 'No accounts match'],
    ] as const) {
      model.load(fakeSource(total));
      await vi.advanceTimersByTimeAsync(500);
      expect(announcement()).toBe(text);
    }
    vi.useRealTimers();
  });

  test('announces the order and the groups when they change', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { model, source } = await renderGrid();
    model.sort = { field: 'city', descending: true, next: [{ field: 'name', descending: false }] };
    model.reorder(source);
    await vi.advanceTimersByTimeAsync(500);
    expect(announcement()).toBe('Sorted by CITY, descending, then NAME, ascending');
    model.groups.field = 'city';
    model.reorder(source);
    await vi.advanceTimersByTimeAsync(500);
    expect(announcement()).toBe('Grouped by CITY');
    vi.useRealTimers();
  });
});

describe('grid by keyboard', () => {
  test('moves the active cell with the arrow keys and exposes it at any distance', async () => {
    const { active, press, grid } = await renderGrid();
    expect(active()?.textContent).toBe('name of k0');
    await press('{ArrowDown}{ArrowDown}{ArrowRight}');
    expect(active()?.textContent).toBe('city of k2');
    await press('{Control>}{End}{/Control}');
    expect(active()?.textContent).toBe('city of k999');
    expect(document.activeElement).toBe(grid);
    await press('{Control>}{Home}{/Control}');
    expect(active()?.closest('[role=gridcell]')?.getAttribute('aria-colindex')).toBe('1');
  });

  test('does not update the active cell when columns only become wider', async () => {
    const { model, active, press } = await renderGrid();
    const changedAttributes: unknown[] = [];
    const observer = new MutationObserver((records) =>
      changedAttributes.push(...records.map((record) => record.attributeName)),
    );
    observer.observe(gridCell(0), { attributes: true });
    model.arrangement.resize('name', 300);
    flushSync();
    await flushAsync();
    expect(changedAttributes).toEqual([]);
    await press('{ArrowRight}');
    expect(changedAttributes).toEqual(['id', 'class']);
    model.arrangement.move('city', 'name');
    flushSync();
    expect(active()?.textContent).toBe('name of k0'); // the cursor position stays; the columns moved
  });

  test('reaches the last of a million rows with one key', async () => {
    const { active, press } = await renderGrid(1_000_000);
    await press('{Control>}{ArrowDown}{/Control}');
    expect(active()?.textContent).toBe('name of k999999');
    await press('{ArrowUp}');
    expect(active()?.textContent).toBe('name of k999998');
    await press('{PageUp}');
    expect(active()?.textContent).toBe('name of k999989');
  });

  test('opens with Enter; Escape closes the side panel, then clears the selection', async () => {
    const { events, press, model } = await renderGrid();
    await press('{ArrowDown}{Enter}');
    expect(events.onopen).toHaveBeenCalledWith('k1');
    await press(' ');
    expect(model.selectedCount).toBe(1);
    events.onescape.mockReturnValueOnce(true);
    await press('{Escape}');
    expect(model.selectedCount).toBe(1);
    await press('{Escape}');
    expect(model.selectedCount).toBe(0);
  });

  test('selects with Space and Shift, and selects all matches with one key', async () => {
    const { press, model, rowAt } = await renderGrid();
    await press(' ');
    expect(rowAt(0)?.getAttribute('aria-selected')).toBe('true');
    await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(model.selection.value).toEqual({ kind: 'keys', keys: ['k0', 'k1', 'k2'] });
    await press('{Control>}a{/Control}');
    expect(model.selection.value).toEqual({ kind: 'all', except: [] });
    expect(model.selectedCount).toBe(1000);
    await press(' ');
    expect(model.selection.value).toEqual({ kind: 'all', except: ['k2'] });
  });

  test('removes the message of a copy with the selection', async () => {
    const { press, model } = await renderGrid();
    await press(' {Shift>}{ArrowDown}{/Shift}');
    model.statusText = 'Copied 2 rows';
    await press('{Escape}{Escape}'); // the first one removes the range
    expect([model.selectedCount, model.shownStatus]).toEqual([0, '']);
  });

  test('says how many rows a new query unselects, until the user has typed it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { press, model } = await renderGrid();
    await press(' {Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(model.selectedCount).toBe(3);
    for (const total of [20, 5]) {
      model.load(fakeSource(total));
      expect(model.shownStatus).toBe('Selection cleared: 3 rows');
    }
    model.click(1, 1, { isRange: false, isAdditive: true });
    expect(model.shownStatus).toBe('');
    model.clearSelection();
    vi.setSystemTime(Date.now() + 6_000);
    model.load(fakeSource(4));
    expect(model.shownStatus).toBe('');
    model.click(1, 1, { isRange: false, isAdditive: false }); // a click may mean its cell
    model.load(fakeSource(3));
    expect(model.statusText).toBe('');
  });

  test('keeps the checked rows when Shift+click checks a range', async () => {
    const { model } = await renderGrid();
    const click = (row: number, modifiers: { isRange?: boolean; isAdditive?: boolean } = {}, column = 1) =>
      model.click(row, column, { isRange: false, isAdditive: false, ...modifiers });
    const selectionValue = () => model.selection.value;
    click(2, {}, 0);
    click(5, {}, 0);
    click(8, { isRange: true }, 0);
    await vi.waitFor(() =>
      expect(selectionValue()).toEqual({ kind: 'keys', keys: ['k2', 'k5', 'k6', 'k7', 'k8'] }),
    );
    click(6, { isRange: true }, 0);
    await vi.waitFor(() => expect(selectionValue()).toEqual({ kind: 'keys', keys: ['k2', 'k5', 'k6'] }));
    click(1);
    click(2, { isRange: true });
    await vi.waitFor(() => expect(selectionValue()).toEqual({ kind: 'keys', keys: ['k1', 'k2'] }));
  });

  test('requests the keys of a range that extends beyond the loaded rows', async () => {
    const { press, source, model } = await renderGrid();
    await press('{Shift>}{Control>}{End}{/Control}{/Shift}');
    expect(source.requestedKeyRanges).toEqual([[0, 1000]]);
    expect(model.selectedCount).toBe(1000);
  });

  test('reports a range that is too long to select', async () => {
    const { press, model } = await renderGrid(30_000);
    await press('{Shift>}{Control>}{End}{/Control}{/Shift}');
    expect(model.selectedCount).toBe(0);
    await vi.waitFor(() => expect(announcement()).toContain('up to 20,000 individual rows. Press Ctrl+A'));
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
    onTestFinished(() => void vi.restoreAllMocks());
    await press('{Control>}{Home}{/Control}{Shift>}{Control>}{End}{/Control}{/Shift}');
    await vi.waitFor(() => expect(announcement()).toContain('Press ⌘A'));
  });

  test('sorts, moves and resizes columns from their headings', async () => {
    const { press, events, active, model } = await renderGrid();
    await press('{ArrowUp}');
    expect(active()?.getAttribute('role')).toBe('columnheader');
    await press('{Enter}');
    expect(events.onsort).toHaveBeenCalledWith({ field: 'name', descending: false });
    await press('{Alt>}{ArrowRight}{/Alt}');
    expect(model.arrangement.names).toEqual(['city', 'name']);
    expect(active()?.textContent).toContain('NAME');
    const widthBefore = model.arrangement.placed[1]?.width ?? 0;
    await press('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
    expect(model.arrangement.placed[1]?.width).toBe(widthBefore + 16);
    expect(events.onlayout).toHaveBeenCalledTimes(2);
  });
});

describe('grid by pointer', () => {
  test('selects by click, Ctrl+click and Shift+click, and opens by double click', async () => {
    const { user, model, events } = await renderGrid();
    await user.click(gridCell(1));
    await user.keyboard('{Control>}');
    await user.click(gridCell(4));
    await user.keyboard('{/Control}');
    expect(model.selection.value).toEqual({ kind: 'keys', keys: ['k1', 'k4'] });
    await user.keyboard('{Shift>}');
    await user.click(gridCell(6));
    await user.keyboard('{/Shift}');
    await flushAsync();
    expect(model.selection.value).toEqual({ kind: 'keys', keys: ['k1', 'k4', 'k5', 'k6'] });
    await user.dblClick(gridCell(2));
    expect(events.onopen).toHaveBeenCalledWith('k2');
    expect(model.selectedCount).toBe(0); // a double click opens and does not select
  });

  test.each([
    ['a key', (list: GridModel) => list.act({ kind: 'move', rows: 1, columns: 0, extend: false })],
    ['a page', (list: GridModel) => list.act({ kind: 'page', pages: 1, extend: false })],
    ['a jump to the end', (list: GridModel) => list.act({ kind: 'edge', rows: 'last', extend: false })],
    ['a step from the side panel', (list: GridModel) => list.step(1)],
    ['the start of a drag', (list: GridModel) => list.dragFrom({ row: 4, column: 1 })],
  ])('unselects a clicked row when the cursor leaves it by %s, but no checked row', async (_, leave) => {
    const { model } = await renderGrid();
    const click = (row: number, column: number) =>
      model.click(row, column, { isRange: false, isAdditive: false });
    click(1, 1);
    leave(model);
    expect(model.selectedCount).toBe(0);
    click(1, 0);
    leave(model);
    expect(model.selection.value).toEqual({ kind: 'keys', keys: ['k1'] });
  });

  test('unselects a clicked row when the range from it is too long to select', async () => {
    const { model } = await renderGrid(30_000);
    model.click(1, 1, { isRange: false, isAdditive: false });
    model.act({ kind: 'edge', rows: 'last', extend: true });
    expect(model.cursor.row).toBe(29_999);
    expect(model.selectedCount).toBe(0);
    model.click(3, 1, { isRange: true, isAdditive: false });
    await flushAsync();
    expect(model.selection.value).toEqual({ kind: 'keys', keys: ['k1', 'k2', 'k3'] });
  });

  test('keeps a clicked row selected while the cursor moves inside it, and for a range from it', async () => {
    const { model, press } = await renderGrid();
    model.click(1, 1, { isRange: false, isAdditive: false });
    model.act({ kind: 'move', rows: 0, columns: 1, extend: false });
    expect(model.selection.value).toEqual({ kind: 'keys', keys: ['k1'] });
    await press('{Shift>}{ArrowDown}{/Shift}');
    expect(model.selection.value).toEqual({ kind: 'keys', keys: ['k1', 'k2'] });
    await press('{ArrowDown}');
    expect(model.selectedCount).toBe(2);
  });

  test('shows the checkbox in the heading unchecked after it cleared a selection', async () => {
    const { user, model } = await renderGrid();
    model.click(3, 0, { isRange: false, isAdditive: false });
    flushSync();
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all 1,000 rows' });
    expect([box.checked, box.indeterminate]).toEqual([false, true]);
    await user.click(box);
    expect(model.selectedCount).toBe(0);
    expect([box.checked, box.indeterminate]).toEqual([false, false]);
    await user.click(box);
    expect([box.checked, box.indeterminate]).toEqual([true, false]);
  });

  test('selects all matches with the checkbox in the heading', async () => {
    const { user, model } = await renderGrid();
    await user.click(screen.getByRole('checkbox', { name: 'Select all 1,000 rows' }));
    expect(model.selection.value).toEqual({ kind: 'all', except: [] });
  });
});

test('previews the record with Space, but selects the row in the checkbox column', async () => {
  const { press, model, events } = await renderGrid();
  const onpeek = vi.fn();
  Object.assign(events, { onpeek });
  await press(' ');
  expect(onpeek).toHaveBeenCalledWith('k0');
  expect(model.selectedCount).toBe(0);
  await press('{Control>} {/Control}');
  expect(model.selectedCount).toBe(1);
  await press('{ArrowLeft} ');
  expect(model.selectedCount).toBe(0);
});

test('checks the row at the cursor after a jump, before the row is loaded', async () => {
  const { user, model, source } = await renderGrid();
  source.window = () => new Promise(() => undefined);
  await user.keyboard('{Control>}{End}{/Control}{Control>} {/Control}');
  await flushAsync();
  expect(model.active).toBeUndefined();
  expect(model.selection.value).toEqual({ kind: 'keys', keys: ['k999'] });
});

test('checks no row whose key arrives after the selection was cleared', async () => {
  const { user, model, source } = await renderGrid();
  source.window = () => new Promise(() => undefined);
  await user.keyboard('{Control>}{End}{/Control}');
  model.act({ kind: 'select' });
  model.clearSelection();
  await flushAsync();
  expect(model.selectedCount).toBe(0);
  model.act({ kind: 'select' });
  model.moveTo(998);
  model.act({ kind: 'select' });
  await flushAsync();
  expect(model.selection.value).toEqual({ kind: 'keys', keys: ['k999', 'k998'] });
  source.keys = () => Promise.reject(new Error('x'));
  model.act({ kind: 'select' });
  model.load(fakeSource(20));
  await flushAsync();
  expect(model.selectedCount).toBe(0);
  expect(model.statusText).toBe('Selection cleared: 2 rows');
});

test('unchecks a row that is pressed before the keys of all rows have arrived', async () => {
  const model = oneColumnGrid();
  model.keepsSelection = true;
  const allKeys = deferredPromise<readonly string[]>();
  model.load({ ...fakeSource(1000), keys: () => allKeys.promise });
  await flushAsync();
  model.selectAll();
  model.click(1, 0, { isRange: false, isAdditive: false });
  const keys = Array.from({ length: 1000 }, (_, index) => `k${index}`);
  allKeys.settle(keys);
  await flushAsync();
  expect(model.selection.value).toEqual({ kind: 'keys', keys: keys.filter((key) => key !== 'k1') });
});

test('selects a clicked row that is not loaded, and nothing if the cursor leaves it first', async () => {
  const { user, model, source } = await renderGrid();
  const click = (row: number) => model.click(row, 1, { isRange: false, isAdditive: false });
  click(0);
  model.click(2, 0, { isRange: false, isAdditive: false });
  source.window = () => new Promise(() => undefined);
  click(998);
  expect(model.selectedCount).toBe(0);
  await flushAsync();
  expect(model.active).toBeUndefined();
  expect(model.selection.value).toEqual({ kind: 'keys', keys: ['k998'] });
  click(997);
  await user.keyboard('{ArrowUp}');
  await flushAsync();
  expect(model.selectedCount).toBe(0);
});

test('selects the row of its menu like a click, unless it is selected, and copies it', async () => {
  const { model, press, source, user } = await renderGrid();
  const copyFromMenu = async (row: number, item: string) => {
    await user.pointer({ keys: '[MouseRight]', target: gridCell(row) });
    await user.click(await screen.findByRole('menuitem', { name: item }));
    await flushAsync();
    return source.copied.at(-1)?.selection;
  };
  model.click(1, 0, { isRange: false, isAdditive: false });
  expect(await copyFromMenu(4, 'Copy row')).toEqual({ kind: 'keys', keys: ['k4'] });
  expect(model.selection.value).toEqual({ kind: 'keys', keys: ['k4'] });
  await press('{ArrowDown}');
  expect(model.selectedCount).toBe(0);
  model.click(1, 0, { isRange: false, isAdditive: false });
  model.click(3, 0, { isRange: false, isAdditive: false });
  expect(await copyFromMenu(1, 'Copy selected rows')).toEqual({ kind: 'keys', keys: ['k1', 'k3'] });
  await press('{ArrowDown}{Shift>}{F10}{/Shift}');
  expect(model.rowMenu).toBe('cell');
  expect(model.selection.value).toEqual({ kind: 'keys', keys: ['k2'] });
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menu'));
});

test('returns the focus to the grid when a menu closes because its record has left the list', async () => {
  const { model, user, source, grid } = await renderGrid();
  await user.pointer({ keys: '[MouseRight]', target: gridCell(4) });
  await screen.findByRole('menuitem', { name: 'Copy row' });
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menu'));
  const shorterSource = fakeSource(4);
  source.window = (...args) => shorterSource.window(...args);
  model.refresh();
  await vi.waitFor(() => expect(model.rowMenu).toBeNull());
  await vi.waitFor(() => expect(document.activeElement).toBe(grid));
});

test('offers to copy a range in the menu of its cells, but not of other rows', async () => {
  const { model, press, user } = await renderGrid();
  await press('{Shift>}{ArrowRight}{/Shift}');
  for (const [row, isOffered] of [
    [0, true],
    [4, false],
  ] as const) {
    await user.pointer({ keys: '[MouseRight]', target: gridCell(row) });
    await screen.findByRole('menuitem', { name: 'Copy row' });
    expect(screen.queryByRole('menuitem', { name: 'Copy range' }) !== null).toBe(isOffered);
    expect(model.selection.value).toEqual({ kind: 'keys', keys: [`k${row}`] });
    await press('{Escape}');
  }
});

test('opens no menu for a row that is not loaded', async () => {
  const { model, user, source } = await renderGrid();
  model.click(0, 0, { isRange: false, isAdditive: false });
  source.window = () => new Promise(() => undefined);
  await user.keyboard('{Control>}{End}{/Control}');
  model.openRowMenu({ row: 999, column: 1 }, { x: 0, y: 0 });
  expect(model.rowMenu).toBeNull();
});

test('scrolls sideways to another active column, but not back when a width changes', async () => {
  const { model, grid } = await renderGrid();
  const names = Array.from({ length: 12 }, (_, index) => `c${index}`);
  model.arrangement.use(
    names.map((name) => column(name, { width: 200 })),
    null,
  );
  model.moveTo(0, 6);
  flushSync();
  expect(grid.scrollLeft).toBe(436);
  grid.scrollLeft = 1600;
  model.arrangement.previewWidth('c11', 300);
  flushSync();
  expect(grid.scrollLeft).toBe(1600);
  model.arrangement.move('c5', 'c4');
  flushSync();
  model.moveTo(0, 2);
  flushSync();
  expect(grid.scrollLeft).toBe(0);
});

test('draws the cells of a column that was hidden before, and keeps the position', async () => {
  const { model, press, active } = await renderGrid();
  await press('{Control>}{End}{/Control}');
  model.arrangement.show('secret', true);
  await flushAsync();
  flushSync();
  await press('{End}');
  expect(active()?.textContent).toBe('secret of k999');
});

test('draws the cells of a column that was left out while the grid was narrow', async () => {
  const { model, grid } = await renderGrid();
  model.arrangement.use([column('name', { width: 500 }), column('state', { width: 500, extra: true })], null);
  model.load(fakeSource(3));
  await flushAsync();
  flushSync();
  expect(grid.textContent).not.toContain('state of k0');
  model.arrangement.availableWidth = 1600;
  await flushAsync();
  flushSync();
  expect(grid.textContent).toContain('state of k0');
});

test('shows a message and a retry button when a range of rows fails to load', async () => {
  const model = oneColumnGrid();
  const workingSource = fakeSource(5);
  let isBroken = true;
  model.load({
    ...workingSource,
    window: (...args) => (isBroken ? Promise.reject(new Error('x')) : workingSource.window(...args)),
  });
  render(Grid, { model, label: 'Accounts' });
  await flushAsync();
  flushSync();
  expect(screen.getByRole('alert').textContent).toContain('Something unexpected happened');
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await flushAsync();
  flushSync();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('name of k4')).toBeTruthy();
});

test('shows empty text as a dash, like a missing value', async () => {
  const { model } = await renderGrid(0);
  const rows = [{ key: '1', isDrifted: false, cells: ['', null, 'x'] }];
  model.load({ ...fakeSource(1), window: () => Promise.resolve({ rows, total: 1 }) });
  await flushAsync();
  expect(gridCell(0).textContent).toBe('—');
  expect(gridCell(0).dataset.none).toBe('');
  const missingCell = gridCell(0).nextElementSibling as HTMLElement;
  expect([missingCell.textContent, missingCell.dataset.none]).toEqual(['—', '']);
});
