import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { toast } from 'svelte-sonner';
import { expect, it, onTestFinished, vi } from 'vitest';
import FindBox from '../../../../renderer/features/billing-groups/FindBox.svelte';
import { declaredFailure, fakeEngine } from '../../fakes';
import { flushAsync } from '../../grid/support';

it('reports no results only once the search has ended', async () => {
  const responses: ((page: object) => void)[] = [];
  const { engine } = fakeEngine({
    'records.window': () => new Promise<object>((resolve) => responses.push(resolve)),
  });
  const props = { resource: 'accounts' as const, detail: 'number', label: 'Add an account' };
  render(FindBox, { engine, ...props, onpick: () => undefined });
  await userEvent.setup().type(screen.getByRole('combobox'), 'x');
  expect(screen.queryByRole('option')).toBeNull();
  for (const respond of responses) respond({ rows: [], total: 0, version: 1 });
  expect(await screen.findByRole('option', { name: 'No results' })).toBeTruthy();
});

it('picks no match of an earlier text when Enter is pressed before the search ends', async () => {
  const responses: (() => void)[] = [];
  const { engine } = fakeEngine({
    'records.window': async ({ query }: { query: { search: string } }) => {
      if (query.search === 'Reed') await new Promise<void>((resolve) => responses.push(resolve));
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
  for (const respond of responses) respond();
  await flushAsync();
  await user.keyboard('{Enter}');
  expect(onpick).toHaveBeenCalledWith({ key: 'Reed', title: 'Match of Reed', detail: '' });
});

it('offers matches by number and name first, and selects none until the arrow keys do', async () => {
  const row = (key: string, name: string, number: string) => ({
    key,
    isDrifted: false,
    cells: [name, number],
  });
  const hidden = row('1', 'Aaron Ellis', 'Z53-4074');
  const named = row('2', 'Abena 529', 'DEMO-44');
  const { engine } = fakeEngine({
    'records.window': ({ query: { search, filters } }: { query: { search: string; filters: object[] } }) => {
      const rows =
        search === 'Abena'
          ? filters.length > 0
            ? [named]
            : [hidden, named]
          : filters.length > 0
            ? []
            : [row('3', 'Zoe', '4074-9'), hidden];
      return { rows, total: rows.length, version: 1 };
    },
  });
  const onpick = vi.fn();
  render(FindBox, { engine, resource: 'accounts', detail: 'number', label: 'Find', onpick });
  const user = userEvent.setup();
  const box = screen.getByRole('combobox', { name: 'Find' });
  const offers = () =>
    screen.getAllByRole('option').map((option) => option.querySelector('.title')?.textContent);
  await user.type(box, 'Abena');
  expect(await screen.findByText('Abena 529')).toBeTruthy();
  expect(offers()).toEqual(['Abena 529', 'Aaron Ellis']);
  await user.keyboard('{Enter}');
  expect(onpick).not.toHaveBeenCalled();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(onpick).toHaveBeenCalledWith({ key: '2', title: 'Abena 529', detail: 'DEMO-44' });
  await user.type(box, '4074');
  expect(await screen.findByText('Zoe')).toBeTruthy();
  expect(offers()).toEqual(['Zoe', 'Aaron Ellis']);
});

it('says only that the search of the current text failed, not that an earlier one did', async () => {
  const errorToast = vi.spyOn(toast, 'error').mockReturnValue(0);
  onTestFinished(() => errorToast.mockRestore());
  const failures: (() => void)[] = [];
  const { engine } = fakeEngine({
    'records.window': ({ query }: { query: { search: string } }) =>
      query.search === 'R'
        ? new Promise((_, reject) => failures.push(() => reject(declaredFailure('engine-lost'))))
        : Promise.reject(declaredFailure('disk-not-read')),
  });
  render(FindBox, { engine, resource: 'accounts', detail: 'number', label: 'Find', onpick: vi.fn() });
  await userEvent.setup().type(screen.getByRole('combobox', { name: 'Find' }), 'Re');
  await vi.waitFor(() => expect(errorToast).toHaveBeenCalledOnce());
  expect(failures).not.toEqual([]);
  for (const fail of failures) fail();
  await flushAsync();
  expect(errorToast).toHaveBeenCalledOnce();
});
