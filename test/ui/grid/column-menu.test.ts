import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import Grid from '../../../renderer/grid/Grid.svelte';
import { GridModel } from '../../../renderer/grid/grid.svelte';
import { withStep } from '../../../renderer/grid/sort-steps';
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

it('offers to sort only by columns that can be sorted or added to the sort order', async () => {
  const model = new GridModel({ onsort: vi.fn(), onlayout: vi.fn(), onopen: vi.fn(), onescape: () => false });
  model.arrangement.use([column('name'), column('computed', { sortable: false, filterable: false })], null);
  model.load(fakeSource(20));
  render(Grid, { model, label: 'Accounts' });
  await flushAsync();
  const labelsOf = async (name: string) => {
    model.menuFor = name;
    await screen.findByText('Hide this column');
    const labels = [...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) =>
      textContent.trim(),
    );
    model.menuFor = null;
    await vi.waitFor(() => expect(screen.queryByText('Hide this column')).toBeNull());
    return labels;
  };
  const sortLabels = async (name: string) => (await labelsOf(name)).filter((label) => /sort/i.test(label));
  expect(await sortLabels('name')).toEqual(['Sort ascending', 'Sort descending']);
  model.sort = ['b', 'c'].reduce(withStep, { field: 'a', descending: false });
  expect(await sortLabels('name')).toEqual(['Sort ascending', 'Sort descending', 'Add to sort order']);
  model.sort = withStep(model.sort, 'd'); // the fourth column, the last possible one
  expect(await sortLabels('name')).toEqual(['Sort ascending', 'Sort descending']);
  expect((await labelsOf('computed'))[0]).toBe('Pin to the left');
});
