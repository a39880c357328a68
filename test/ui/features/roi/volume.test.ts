import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import RequestTable from '../../../../renderer/features/roi/RequestTable.svelte';
import { requestOf } from './samples';

const requests = Array.from({ length: 2_000 }, (_, index) => requestOf({ id: `r${index}` }));
// Counted by element: role queries over hundreds of rows are slow here.
const rows = () => document.querySelectorAll('tbody tr').length;

it('draws the first 50 of 2,000 requests, more on request, and exports all', async () => {
  const onexport = vi.fn();
  render(RequestTable, { requests, open: vi.fn(), onexport });
  await userEvent.click(screen.getByText('Export…'));
  await userEvent.click(await screen.findByText('Excel (.xlsx)…'));
  expect(onexport).toHaveBeenCalledWith(
    expect.toSatisfy((all) => Array.isArray(all) && all.length === 2_000),
    'xlsx',
  );
  expect(rows()).toBe(50);
  await userEvent.click(screen.getByText('Show more (1,950)'));
  expect(rows()).toBe(100);
}, 20_000);
