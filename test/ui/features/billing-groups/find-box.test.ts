import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import FindBox from '../../../../renderer/features/billing-groups/FindBox.svelte';
import { fakeEngine } from '../../fakes';
import { flushAsync } from '../../grid/support';

it('reports no results only once the search has ended', async () => {
  let respond: (page: object) => void = () => undefined;
  const { engine } = fakeEngine({
    'records.window': () => new Promise<object>((resolve) => (respond = resolve)),
  });
  const props = { resource: 'accounts' as const, detail: 'number', label: 'Add an account' };
  render(FindBox, { engine, ...props, onpick: () => undefined });
  await userEvent.setup().type(screen.getByRole('combobox'), 'x');
  expect(screen.queryByRole('option')).toBeNull();
  respond({ rows: [], total: 0, version: 1 });
  expect(await screen.findByRole('option', { name: 'No results' })).toBeTruthy();
});

it('picks no match of an earlier text when Enter is pressed before the search ends', async () => {
  let respond: () => void = () => undefined;
  const { engine } = fakeEngine({
    'records.window': async ({ query }: { query: { search: string } }) => {
      if (query.search === 'Reed') await new Promise<void>((resolve) => (respond = resolve));
      const row = { key: query.search, isDrifted: false, cells: [`Match of ${query.search}`, null] };
      return { rows: [row], total: 1, version: 1 };
    },
  });
  const onpick = vi.fn();
  render(FindBox, { engine, resource: 'billingGroups', detail: 'household_id', label: 'Find', onpick });
  const user = userEvent.setup();
  await user.type(screen.getByRole('combobox', { name: 'Find' }), 'Ree');
  expect(await screen.findByText('Match of Ree')).toBeTruthy();
  await user.keyboard('d{Enter}');
  expect(onpick).not.toHaveBeenCalled();
  respond();
  await flushAsync();
  await user.keyboard('{Enter}');
  expect(onpick).toHaveBeenCalledWith({ key: 'Reed', title: 'Match of Reed', detail: '' });
});
