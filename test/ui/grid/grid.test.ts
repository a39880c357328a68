import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import Grid from '../../../renderer/grid/Grid.svelte';
import { GridModel } from '../../../renderer/grid/grid.svelte';
import { column, fakeSource, pretendLayout, settle } from './support';

beforeEach(pretendLayout);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function shownGrid(total = 1000) {
  const events = { onsort: vi.fn(), onlayout: vi.fn(), onopen: vi.fn(), onescape: vi.fn(() => false) };
  const model = new GridModel(events);
  model.arrangement.use([column('name'), column('city'), column('secret', { shown: false })], null);
  const source = fakeSource(total);
  model.ask(source);
  render(Grid, { model, label: 'Accounts' });
  await settle();
  flushSync();
  const grid = screen.getByRole('grid', { name: 'Accounts' });
  const user = userEvent.setup();
  grid.focus();
  /** The cell that screen readers are told of. */
  const active = () => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
  const rowAt = (index: number) =>
    within(grid)
      .getAllByRole('row')
      .find((row) => row.getAttribute('aria-rowindex') === String(index + 2));
  const press = async (keys: string) => {
    await user.keyboard(keys);
    await settle();
    flushSync();
  };
  return { model, source, events, grid, user, active, rowAt, press };
}

describe('for screen readers, the grid', () => {
  test('tells its size, its columns and where each row stands', async () => {
    const { grid, rowAt } = await shownGrid();
    expect(grid.getAttribute('aria-rowcount')).toBe('1001');
    expect(grid.getAttribute('aria-colcount')).toBe('3');
    expect(grid.getAttribute('aria-multiselectable')).toBe('true');
    const headings = within(grid).getAllByRole('columnheader');
    expect(headings.map((heading) => heading.getAttribute('aria-colindex'))).toEqual(['1', '2', '3']);
    expect(rowAt(0)?.textContent).toContain('name of k0');
  });

  test('draws only what is in view and a margin', async () => {
    const { grid } = await shownGrid(1_000_000);
    expect(within(grid).getAllByRole('row').length).toBeLessThan(60);
  });

  test('tells the order of the list on its heading', async () => {
    const { model, grid } = await shownGrid();
    model.sort = { field: 'city', descending: true };
    flushSync();
    const heading = within(grid).getByRole('columnheader', { name: /CITY/ });
    expect(heading.getAttribute('aria-sort')).toBe('descending');
  });
});

describe('by keyboard', () => {
  test('arrows move the active cell, which stays known however far it goes', async () => {
    const { active, press, grid } = await shownGrid();
    expect(active()?.textContent).toBe('name of k0');
    await press('{ArrowDown}{ArrowDown}{ArrowRight}');
    expect(active()?.textContent).toBe('city of k2');
    await press('{Control>}{End}{/Control}');
    expect(active()?.textContent).toBe('city of k999');
    expect(document.activeElement).toBe(grid);
    await press('{Control>}{Home}{/Control}');
    expect(active()?.getAttribute('aria-colindex')).toBe('1');
  });

  test('the last of a million rows is one key away', async () => {
    const { active, press } = await shownGrid(1_000_000);
    await press('{Control>}{ArrowDown}{/Control}');
    expect(active()?.textContent).toBe('name of k999999');
    await press('{ArrowUp}');
    expect(active()?.textContent).toBe('name of k999998');
    await press('{PageUp}');
    expect(active()?.textContent).toBe('name of k999989');
  });

  test('Enter opens the record; Escape closes what is beside the grid, then takes the selection back', async () => {
    const { events, press, model } = await shownGrid();
    await press('{ArrowDown}{Enter}');
    expect(events.onopen).toHaveBeenCalledWith('k1');
    await press(' ');
    expect(model.selected).toBe(1);
    events.onescape.mockReturnValueOnce(true);
    await press('{Escape}');
    expect(model.selected).toBe(1);
    await press('{Escape}');
    expect(model.selected).toBe(0);
  });

  test('Space and Shift select; all that match is one key', async () => {
    const { press, model, rowAt } = await shownGrid();
    await press(' ');
    expect(rowAt(0)?.getAttribute('aria-selected')).toBe('true');
    await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(model.selection.value).toEqual({ kind: 'keys', keys: ['k0', 'k1', 'k2'] });
    await press('{Control>}a{/Control}');
    expect(model.selection.value).toEqual({ kind: 'all', except: [] });
    expect(model.selected).toBe(1000);
    await press(' ');
    expect(model.selection.value).toEqual({ kind: 'all', except: ['k2'] });
  });

  test('a range beyond the rows at hand asks the engine for its keys', async () => {
    const { press, source, model } = await shownGrid();
    await press('{Shift>}{Control>}{End}{/Control}{/Shift}');
    expect(source.keysAsked).toEqual([[0, 1000]]);
    expect(model.selected).toBe(1000);
  });

  test('a range too long to name says so', async () => {
    const { press, model } = await shownGrid(30_000);
    await press('{Shift>}{Control>}{End}{/Control}{/Shift}');
    expect(model.selected).toBe(0);
    expect(screen.getByRole('status').textContent).toContain('20,000');
  });

  test('headings sort, move and resize', async () => {
    const { press, events, active, model } = await shownGrid();
    await press('{ArrowUp}');
    expect(active()?.getAttribute('role')).toBe('columnheader');
    await press('{Enter}');
    expect(events.onsort).toHaveBeenCalledWith({ field: 'name', descending: false });
    await press('{Alt>}{ArrowRight}{/Alt}');
    expect(model.arrangement.names).toEqual(['city', 'name']);
    expect(active()?.textContent).toContain('NAME');
    await press('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
    expect(model.arrangement.placed[1]?.width).toBe(116);
    expect(events.onlayout).toHaveBeenCalledTimes(2);
  });
});

describe('by pointer', () => {
  test('a click selects one, Ctrl more, Shift a range; a double click opens', async () => {
    const { rowAt, user, model, events } = await shownGrid();
    const cell = (index: number) =>
      within(rowAt(index) as HTMLElement).getAllByRole('gridcell')[1] as HTMLElement;
    await user.click(cell(1));
    await user.keyboard('{Control>}');
    await user.click(cell(4));
    await user.keyboard('{/Control}');
    expect(model.selection.value).toEqual({ kind: 'keys', keys: ['k1', 'k4'] });
    await user.keyboard('{Shift>}');
    await user.click(cell(6));
    await user.keyboard('{/Shift}');
    await settle();
    expect(model.selection.value).toEqual({ kind: 'keys', keys: ['k4', 'k5', 'k6'] });
    await user.dblClick(cell(2));
    expect(events.onopen).toHaveBeenCalledWith('k2');
  });

  test('the box in the heading selects all that match', async () => {
    const { user, model } = await shownGrid();
    await user.click(screen.getByRole('checkbox', { name: 'Select all 1,000 rows' }));
    expect(model.selection.value).toEqual({ kind: 'all', except: [] });
  });
});

test('copying takes the selection, or else the active row, with the columns in sight', async () => {
  const { grid, press, source } = await shownGrid();
  await press('{ArrowDown}');
  await fireEvent.copy(grid);
  expect(source.copied[0]).toEqual({ selection: { kind: 'keys', keys: ['k1'] }, columns: ['name', 'city'] });
  await press('{Control>}a{/Control}');
  await fireEvent.copy(grid);
  await settle();
  flushSync();
  expect(source.copied[1]?.selection).toEqual({ kind: 'all', except: [] });
  expect(screen.getByRole('status').textContent).toContain('Copied 1,000 rows');
});

test('a column that comes into sight gets its cells, and the place is kept', async () => {
  const { model, press, active } = await shownGrid();
  await press('{Control>}{End}{/Control}');
  model.arrangement.show('secret', true);
  await settle();
  flushSync();
  await press('{End}');
  expect(active()?.textContent).toBe('secret of k999');
});

describe('when records change underneath', () => {
  test('the cursor stays on its record and marks stay', async () => {
    vi.useFakeTimers();
    const model = new GridModel({
      onsort: vi.fn(),
      onlayout: vi.fn(),
      onopen: vi.fn(),
      onescape: vi.fn(() => false),
    });
    model.arrangement.use([column('name')], null);
    let inserted = 0;
    const before = fakeSource(1000);
    const after = fakeSource(1003, (index) => (index < 3 ? `new${index}` : `k${index - 3}`));
    const now = () => (inserted ? after : before);
    model.ask({
      ...before,
      window: (...args) => now().window(...args),
      position: (key) => now().position(key),
    });
    await vi.advanceTimersByTimeAsync(1);
    model.moveTo(40);
    model.selection.only('k40');
    inserted = 3;
    model.refresh();
    await vi.advanceTimersByTimeAsync(500);
    expect(model.total).toBe(1003);
    expect(model.cursor.row).toBe(43);
    expect(model.active?.key).toBe('k40');
    expect(model.selection.has('k40')).toBe(true);
    vi.useRealTimers();
  });

  test('another order keeps the cursor on its record', async () => {
    const model = new GridModel({
      onsort: vi.fn(),
      onlayout: vi.fn(),
      onopen: vi.fn(),
      onescape: vi.fn(() => false),
    });
    model.arrangement.use([column('name')], null);
    model.ask(fakeSource(100));
    await settle();
    model.moveTo(10);
    model.selection.only('k10');
    model.reorder(fakeSource(100, (index) => `k${99 - index}`));
    await settle();
    expect(model.cursor.row).toBe(89);
    expect(model.selected).toBe(1);
    expect(model.view.top).toBe(0);
  });
});

test('a failed stretch is told in words, with a way to try again', async () => {
  const model = new GridModel({
    onsort: vi.fn(),
    onlayout: vi.fn(),
    onopen: vi.fn(),
    onescape: vi.fn(() => false),
  });
  model.arrangement.use([column('name')], null);
  const good = fakeSource(5);
  let broken = true;
  model.ask({
    ...good,
    window: (...args) => (broken ? Promise.reject(new Error('x')) : good.window(...args)),
  });
  render(Grid, { model, label: 'Accounts' });
  await settle();
  flushSync();
  expect(screen.getByRole('alert').textContent).toContain('Something unexpected happened');
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await settle();
  flushSync();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('name of k4')).toBeTruthy();
});
