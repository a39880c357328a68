import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { flushSync } from 'svelte';
import { vi } from 'vitest';
import Grid from '../../../renderer/grid/Grid.svelte';
import { GridModel } from '../../../renderer/grid/grid.svelte';
import { column, fakeSource, flushAsync } from './support';

/** Returns a one-column grid model that is not rendered. */
export function oneColumnGrid(): GridModel {
  const model = new GridModel({
    onsort: vi.fn(),
    onlayout: vi.fn(),
    onopen: vi.fn(),
    onescape: vi.fn(() => false),
  });
  model.arrangement.use([column('name')], null);
  return model;
}

/** Renders a grid in the page and gives it keyboard focus. */
export async function renderGrid(total = 1000, noun?: { singular: string; plural: string }) {
  const events = { onsort: vi.fn(), onlayout: vi.fn(), onopen: vi.fn(), onescape: vi.fn(() => false) };
  const model = new GridModel(events);
  model.arrangement.use([column('name'), column('city'), column('secret', { shown: false })], null);
  const source = fakeSource(total);
  model.load(source);
  render(Grid, { model, label: 'Accounts', ...(noun && { noun }) });
  await flushAsync();
  flushSync();
  const grid = screen.getByRole('grid', { name: 'Accounts' });
  const user = userEvent.setup();
  grid.focus();
  /** The active cell for screen readers. */
  const active = () => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
  // `aria-rowindex` counts from 1, and the column headings are row 1.
  const rowAt = (index: number) =>
    within(grid)
      .getAllByRole('row')
      .find((row) => row.getAttribute('aria-rowindex') === String(index + 2));
  const press = async (keys: string) => {
    await user.keyboard(keys);
    await flushAsync();
    flushSync();
  };
  return { model, source, events, grid, user, active, rowAt, press };
}

/** Returns the first cell of a row, after its checkbox. */
export const gridCell = (index: number): HTMLElement =>
  document.querySelector(`[aria-rowindex="${index + 2}"] [aria-colindex="2"]`) as HTMLElement;
