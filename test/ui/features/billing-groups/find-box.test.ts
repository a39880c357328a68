import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import FindBox from '../../../../renderer/features/billing-groups/FindBox.svelte';
import { fakeEngine } from '../../fakes';

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
