import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import Grid from '../../../renderer/grid/Grid.svelte';
import { GridModel } from '../../../renderer/grid/grid.svelte';
import type { GridSource } from '../../../renderer/grid/types';
import { column, fakeSource, pretendLayout, settle } from './support';

beforeEach(pretendLayout);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A grid with one column, as nobody looks at it. */
function named(): GridModel {
  const model = new GridModel({
    onsort: vi.fn(),
    onlayout: vi.fn(),
    onopen: vi.fn(),
    onescape: vi.fn(() => false),
  });
  model.arrangement.use([column('name')], null);
  return model;
}

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

  test('tells which record stands open beside it, also when the keyboard has left', async () => {
    const { model, grid, rowAt } = await shownGrid();
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
    const before = model.arrangement.placed[1]?.width ?? 0;
    await press('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
    expect(model.arrangement.placed[1]?.width).toBe(before + 16);
    expect(events.onlayout).toHaveBeenCalledTimes(2);
  });
});

describe('by pointer', () => {
  test('a click selects one, Ctrl more, Shift a range; a double click opens', async () => {
    const { user, model, events } = await shownGrid();
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
    expect(model.selected).toBe(0); // it opens, and does not select
  });

  test('the box in the heading selects all that match', async () => {
    const { user, model } = await shownGrid();
    await user.click(screen.getByRole('checkbox', { name: 'Select all 1,000 rows' }));
    expect(model.selection.value).toEqual({ kind: 'all', except: [] });
  });
});

/** The first cell of a row, beside its mark. */
const cell = (index: number): HTMLElement =>
  document.querySelector(`[aria-rowindex="${index + 2}"] [aria-colindex="2"]`) as HTMLElement;

/** A copy event with a clipboard that keeps what is put on it. */
async function copied(grid: Element): Promise<Record<string, string>> {
  const kept: Record<string, string> = {};
  await fireEvent.copy(grid, {
    clipboardData: { setData: (form: string, text: string) => void (kept[form] = text) },
  });
  await settle();
  flushSync();
  return kept;
}

test('copying takes what is selected, with the columns in sight', async () => {
  const { grid, press, source } = await shownGrid();
  await press('{ArrowDown} ');
  expect(await copied(grid)).toEqual({});
  expect(source.copied[0]).toEqual({
    selection: { kind: 'keys', keys: ['k1'] },
    columns: ['name', 'city'],
    form: 'shown',
  });
  await press('{Control>}a{/Control}');
  await copied(grid);
  expect(source.copied[1]?.selection).toEqual({ kind: 'all', except: [] });
  expect(screen.getByRole('status').textContent).toContain('Copied 1,000 rows');
});

test('copying takes the cell under the cursor, which spreadsheets keep as a text', async () => {
  const { grid, press, source, user } = await shownGrid();
  await press('{ArrowDown}{ArrowRight}');
  expect((await copied(grid))['text/plain']).toBe('city of k1');
  await user.click(cell(3)); // marks the row, but no more than its cell was clicked
  const kept = await copied(grid);
  expect(kept['text/plain']).toMatch(/^(name|city) of k3$/);
  expect(kept['text/html']).toMatch(
    /mso-number-format:"\\@".*<td class=t sdnum="0;0;@">(name|city) of k3<\/td>/,
  );
  expect(source.copied).toEqual([]);
});

describe('a range of cells', () => {
  test('goes with Shift and the arrows, is copied as it is shown, and its rows are marked', async () => {
    const { grid, press, model, source } = await shownGrid();
    await press('{ArrowDown}{Shift>}{ArrowRight}{/Shift}');
    expect(model.range.box).toEqual({ first: 1, last: 1, left: 1, right: 2 });
    const kept = await copied(grid);
    expect(kept['text/plain']).toBe('name of k1\tcity of k1');
    expect(kept['text/html']).toContain(
      '<td class=t sdnum="0;0;@">name of k1</td><td class=t sdnum="0;0;@">city of k1</td>',
    );
    await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(model.range.box).toEqual({ first: 1, last: 3, left: 1, right: 2 });
    expect(model.selection.value).toEqual({ kind: 'keys', keys: ['k1', 'k2', 'k3'] });
    await press('{Shift>}{ArrowLeft}{/Shift}');
    await copied(grid);
    expect(source.copied.at(-1)).toEqual({
      selection: { kind: 'keys', keys: ['k1', 'k2', 'k3'] },
      columns: ['name'],
      form: 'shown',
    });
    await press('{Escape}');
    expect(model.range.box).toBeNull();
    expect(model.selected).toBe(3);
  });

  test('is dragged with the pointer, and the click that ends the drag marks no other row', async () => {
    const { model, user } = await shownGrid();
    const other = document.querySelector('[aria-rowindex="5"] [aria-colindex="3"]') as HTMLElement;
    await user.pointer([
      { keys: '[MouseLeft>]', target: cell(1), coords: { clientX: 5, clientY: 60 } },
      { target: other, coords: { clientX: 150, clientY: 120 } },
      { keys: '[/MouseLeft]', target: other, coords: { clientX: 150, clientY: 120 } },
    ]);
    await settle();
    expect(model.range.box).toEqual({ first: 1, last: 3, left: 1, right: 2 });
    expect(model.selected).toBe(3);
  });

  test('in the column of the marks whole rows are meant', async () => {
    const { press, model } = await shownGrid();
    await press('{ArrowLeft}{Shift>}{ArrowDown}{/Shift}');
    expect(model.range.box).toBeNull();
    expect(model.selected).toBe(2);
  });
});

test('Space looks at the record where there is one to look at, and marks the row in the column of the marks', async () => {
  const { press, model, events } = await shownGrid();
  const onpeek = vi.fn();
  Object.assign(events, { onpeek });
  await press(' ');
  expect(onpeek).toHaveBeenCalledWith('k0');
  expect(model.selected).toBe(0);
  await press('{Control>} {/Control}');
  expect(model.selected).toBe(1);
  await press('{ArrowLeft} ');
  expect(model.selected).toBe(0);
});

test('the menu of a row copies it, selects nothing, and is there for the keyboard', async () => {
  const { model, press, source, user } = await shownGrid();
  await user.pointer({ keys: '[MouseRight]', target: cell(4) });
  expect(model.selected).toBe(0);
  await user.click(await screen.findByRole('menuitem', { name: 'Copy row' }));
  await settle();
  expect(source.copied[0]?.selection).toEqual({ kind: 'keys', keys: ['k4'] });
  await press('{Shift>}{F10}{/Shift}');
  expect(model.rowMenu).toBe('cell');
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menu'));
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
    const model = named();
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

  /** A list that turns into another one right after a place in it was answered. */
  async function changing(after: GridSource, meanwhile: (model: GridModel) => void = () => undefined) {
    vi.useFakeTimers();
    const model = named();
    const before = fakeSource(100);
    let now: GridSource = before;
    const standing: (string | undefined)[] = [];
    model.ask({
      ...before,
      window: (...args) => now.window(...args),
      position: async (key) => {
        if (now === after) standing.push(model.active?.key);
        const at = await now.position(key);
        if (now === before) meanwhile(model);
        now = after;
        return at;
      },
    });
    await vi.advanceTimersByTimeAsync(1);
    model.moveTo(2);
    model.refresh();
    await vi.advanceTimersByTimeAsync(500);
    vi.useRealTimers();
    // Not even until another answer comes: a key pressed meanwhile would be about that record.
    expect(standing, 'records that the cursor stood on meanwhile').toEqual([]);
    return model;
  }

  test('the cursor stays on its record where the list changes once more between place and rows', async () => {
    const model = await changing(fakeSource(99, (index) => `k${index + 1}`)); // the first one goes
    expect(model.total).toBe(99);
    expect(model.active?.key).toBe('k2');
  });

  test('the cursor stays on the record it was moved to while the rows were asked for, and while that one goes up', async () => {
    // The next record is gone to, and the one that stood there is done with: it leaves the list.
    const without = fakeSource(99, (index) => `k${index < 2 ? index : index + 1}`);
    const model = await changing(without, (list) => list.moveTo(3));
    expect(model.total).toBe(99);
    expect(model.active?.key).toBe('k3');
    expect(model.cursor.row).toBe(2);
  });

  test('another order keeps the cursor on its record', async () => {
    const model = named();
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
  const model = named();
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
