import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import Grid from '../../../renderer/grid/Grid.svelte';
import { GridModel } from '../../../renderer/grid/grid.svelte';
import { column, fakeSource, stubLayout, flushAsync } from './support';

beforeEach(stubLayout);

it('opens the menu of a heading again after a filter was chosen from it', async () => {
  const model = new GridModel({ onsort: vi.fn(), onlayout: vi.fn(), onopen: vi.fn(), onescape: () => false });
  model.arrangement.use([column('name', { filterable: true }), column('city', { filterable: true })], null);
  model.load(fakeSource(20));
  const onfilter = vi.fn();
  render(Grid, { model, label: 'Accounts', onfilter });
  await flushAsync();
  const user = userEvent.setup();
  const openMenu = (name: RegExp) =>
    user.pointer({ keys: '[MouseRight]', target: screen.getByRole('columnheader', { name }) });
  for (const [index, name] of [/name/i, /city/i, /city/i].entries()) {
    await openMenu(name);
    await user.click(await screen.findByText(/^Filter by/)); // found by text: without a layout it has no role
    expect(onfilter).toHaveBeenCalledTimes(index + 1);
    await flushAsync();
  }
});
