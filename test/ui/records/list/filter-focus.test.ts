import { render, screen, waitFor } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import FilterPanel from '../../../../renderer/records/list/FilterPanel.svelte';
import { ResourceQuery } from '../../../../renderer/records/list/query.svelte';
import { fakeEngine } from '../../fakes';

// With more than eight values, the filter offers a search of them.
const values = Array.from({ length: 12 }, (_, index) => ({ value: `Value ${index}`, count: index + 1 }));

function show(isFieldChosen: boolean): void {
  const query = new ResourceQuery('accounts');
  const { engine } = fakeEngine();
  const loadFacets = () => Promise.resolve({ values, distinct: 40 });
  render(FilterPanel, {
    query,
    engine,
    loadFacets,
    version: 1,
    missing: new Map(),
    isFieldChosen,
    field: 'custodian',
  });
}

it('focuses the search of values once they are known, if opened at a heading', async () => {
  show(true);
  screen.getByRole('combobox', { name: 'Condition' }).focus();
  const search = await screen.findByRole('searchbox', { name: /^Search within / });
  await waitFor(() => expect(document.activeElement).toBe(search));
});

it('leaves the focus alone if the filter was opened by its button', async () => {
  show(false);
  const condition = screen.getByRole('combobox', { name: 'Condition' });
  condition.focus();
  await screen.findByRole('searchbox', { name: /^Search within / });
  expect(document.activeElement).toBe(condition);
});
