import { render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it } from 'vitest';
import Grid from '../../../../renderer/grid/Grid.svelte';
import { MemoryList, textColumn } from '../../../../renderer/features/billing-groups/memory-list.svelte';
import { stubLayout } from '../../grid/support';

beforeEach(stubLayout);

it('shows an empty text as a dash, like a missing value', async () => {
  const rows = [{ key: '1', cells: { name: 'Juns IRA', warnings: '', payer: null } }];
  const columns = [
    textColumn('name', 'Account', 190),
    textColumn('warnings', 'To check', 260),
    textColumn('payer', 'Paid by', 150),
  ];
  const list = new MemoryList(
    () => rows,
    columns,
    () => undefined,
  );
  list.replaceRows();
  render(Grid, { model: list.grid, label: 'Accounts to add' });
  expect(await screen.findByText('Juns IRA')).toBeTruthy();
  // Column 1 has the checkboxes, 2 the name.
  expect(screen.getAllByText('—').map((cell) => cell.getAttribute('aria-colindex'))).toEqual(['3', '4']);
});
