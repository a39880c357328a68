import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { choice } from '#contract/fields';
import QuickFilters from '../../../../renderer/records/list/QuickFilters.svelte';
import { ResourceQuery } from '../../../../renderer/records/list/query.svelte';
import { flushAsync } from '../../grid/support';

const optionTexts = () =>
  screen.getAllByRole('radio').map((option) => option.closest('label')?.textContent.trim());

it('shows counts next to the choices, and none if they could not be read', async () => {
  const query = new ResourceQuery('advisorCodes', {
    columns: { state: choice('State', { mapped: 'Mapped', unmapped: 'Not mapped' }, { column: 100 }) },
  });
  const loadFacets = vi.fn(() => Promise.resolve({ values: [{ value: 'mapped', count: 3 }], distinct: 1 }));
  const props = { query, fields: ['state'], loadFacets, version: 1 };
  const { rerender } = render(QuickFilters, props);
  expect(optionTexts()).toEqual(['All', 'Mapped', 'Not mapped']);
  await flushAsync();
  expect(optionTexts()).toEqual(['All3', 'Mapped3', 'Not mapped0']);
  loadFacets.mockRejectedValue(new Error('closed'));
  await rerender({ ...props, version: 2 });
  await flushAsync();
  expect(optionTexts()).toEqual(['All', 'Mapped', 'Not mapped']);
});
