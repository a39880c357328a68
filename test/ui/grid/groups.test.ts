import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { flushSync } from 'svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import { groupKey, type Cell, type CollapsedGroups } from '#contract/query';
import Grid from '../../../renderer/grid/Grid.svelte';
import { GridModel } from '../../../renderer/grid/grid.svelte';
import { groupCells } from '../../../renderer/grid/group-cells';
import type { GridSource, SourceRow } from '../../../renderer/grid/types';
import { ListGroups } from '../../../renderer/records/list/list-groups.svelte';
import { column, stubLayout, flushAsync } from './support';

beforeEach(stubLayout);

const KEYS_BY_CITY: Readonly<Record<string, readonly string[]>> = {
  Boston: ['a', 'b'],
  Chicago: ['c', 'd', 'e'],
};
const COLUMNS = [
  column('name', { width: 260 }),
  column('city', { text: (cell) => `City of ${String(cell)}` }),
  column('cash', { summed: true, numeric: true }),
];

/** Cash of each record, unlike 1 so that sums differ from the numbers of rows. */
const CASH = 10;

/** Returns a source of records grouped by city, as the engine returns them. */
function groupedSource(collapsed: CollapsedGroups): GridSource {
  const isCollapsed = (city: string) => collapsed.values.includes(city) === (collapsed.kind === 'these');
  const records = Object.values(KEYS_BY_CITY).flat();
  const lines = Object.entries(KEYS_BY_CITY).flatMap(([city, keys]): SourceRow[] => [
    {
      key: groupKey(city),
      isDrifted: false,
      cells: [null, null, keys.length * CASH],
      group: { value: city, count: keys.length, isCollapsed: isCollapsed(city) },
    },
    ...(isCollapsed(city) ? [] : keys.map((key) => ({ key, isDrifted: false, cells: [key, city, CASH] }))),
  ]);
  return {
    window: (_, offset, limit) =>
      Promise.resolve({
        rows: lines.slice(offset, offset + limit),
        total: lines.length,
        matching: records.length,
      }),
    keys: (offset, limit) =>
      Promise.resolve(lines.slice(offset, offset + limit).flatMap(({ key, group }) => (group ? [] : [key]))),
    position: (key) => Promise.resolve(lines.findIndex((line) => line.key === key)),
    copy: () => Promise.resolve(0),
  };
}

async function renderGroups() {
  const groups: ListGroups = new ListGroups(() => model.updateGroups(groupedSource(groups.collapsed)));
  const onopen = vi.fn();
  const model = new GridModel({
    onsort: vi.fn(),
    onlayout: vi.fn(),
    onopen,
    onescape: () => false,
    oncollapse: (value: Cell, isCollapsed: boolean) => groups.setCollapsed(value, isCollapsed),
  });
  model.arrangement.use(COLUMNS, null);
  model.groups.field = 'city';
  model.load(groupedSource(groups.collapsed));
  render(Grid, { model, label: 'Accounts' });
  await flushAsync();
  flushSync();
  const grid = screen.getByRole('treegrid', { name: 'Accounts' });
  grid.focus();
  const user = userEvent.setup();
  const settled = async () => {
    await flushAsync();
    flushSync();
  };
  return {
    model,
    groups,
    grid,
    onopen,
    press: async (keys: string) => {
      await user.keyboard(keys);
      await settled();
    },
    settled,
    texts: () =>
      within(grid)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent.replace(/\s+/g, ' ').trim()),
    rowAt: (index: number) =>
      within(grid)
        .getAllByRole('row')
        .find((row) => row.getAttribute('aria-rowindex') === String(index + 2)),
  };
}

test('shows the label, the number of rows and the sum on a group heading', async () => {
  const { rowAt, model } = await renderGroups();
  expect(rowAt(0)?.textContent).toMatch(/City of Boston\s*2 rows\s*20$/);
  expect(rowAt(0)?.getAttribute('aria-level')).toBe('1');
  expect(rowAt(0)?.getAttribute('aria-expanded')).toBe('true');
  expect(rowAt(1)?.getAttribute('aria-level')).toBe('2');
  expect(rowAt(1)?.hasAttribute('aria-expanded')).toBe(false);
  expect([model.total, model.recordCount]).toEqual([7, 5]);
});

test('collapses and expands a group by keyboard and keeps the cursor on its heading', async () => {
  const { press, rowAt, model, grid, onopen } = await renderGroups();
  await press('{Control>}{Home}{/Control}');
  expect(document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent).toContain(
    'City of Boston',
  );
  await press('{ArrowLeft}');
  expect(rowAt(0)?.getAttribute('aria-expanded')).toBe('false');
  expect(rowAt(1)?.textContent).toContain('City of Chicago');
  expect([model.cursor.row, model.total, model.recordCount]).toEqual([0, 5, 5]);
  await press('{ArrowLeft}');
  expect(model.total).toBe(5);
  await press('{ArrowRight}');
  expect(model.total).toBe(7);
  await press('{Enter}');
  expect(model.total).toBe(5);
  await press(' ');
  expect(model.total).toBe(7);
  expect(onopen).not.toHaveBeenCalled();
});

test('collapses and expands a group by click, and all groups at once', async () => {
  const { rowAt, settled, groups, texts } = await renderGroups();
  rowAt(3)?.querySelector<HTMLElement>('[role=gridcell]')?.click();
  await settled();
  expect(texts()).toHaveLength(4);
  groups.collapseAll();
  await settled();
  expect(texts()).toHaveLength(2);
  rowAt(1)?.querySelector<HTMLElement>('[role=gridcell]')?.click();
  await settled();
  expect(texts()).toHaveLength(5);
  groups.expandAll();
  await settled();
  expect(texts()).toHaveLength(7);
});

test('selects only records in a range across a heading and in "select all"', async () => {
  const { press, model } = await renderGroups();
  model.moveTo(2, 1);
  await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(model.selection.value).toEqual({ kind: 'keys', keys: ['b', 'c'] });
  await press('{Escape}');
  await press('{Control>}a{/Control}');
  expect(model.selectedCount).toBe(5);
});

test('skips headings when stepping to the next record; a heading is not the active record', async () => {
  const { model } = await renderGroups();
  model.moveTo(3, 1);
  expect(model.active).toBeUndefined();
  expect(model.copying.cell).toBe('City of Chicago (3)');
  model.moveTo(2, 1);
  model.step(1);
  expect(model.active?.key).toBe('c');
  model.step(-1);
  expect(model.active?.key).toBe('b');
});

test('shows a sum in its column, or after the name if the column leaves it no room', () => {
  const columnAt = (left: number, summed: boolean) => ({
    column: column(`at ${left}`, { summed }),
    width: 100,
    left,
    pinned: false,
    sticks: false,
    edge: false,
  });
  const groupLayout = groupCells([columnAt(36, false), columnAt(136, true), columnAt(236, true)]);
  expect(groupLayout.span).toBe(3);
  expect(groupLayout.afterName.map(({ left }) => left)).toEqual([136]);
  expect(groupLayout.inColumns.map((column) => column.index)).toEqual([2]);
  expect(groupCells([columnAt(36, false)])).toEqual({ span: 2, afterName: [], inColumns: [] });
});
