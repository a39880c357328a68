import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import EntryTable from '../../../../renderer/features/reconcile/EntryTable.svelte';
import { entryPreviewOf } from './samples';

it('numbers the first rows of a file by their lines in it, after an empty one too', () => {
  const entry = entryPreviewOf({
    rows: [['Fees of Q3'], ['Account', 'Fee'], ['0012', '1.00']],
    lineNumbers: [1, 3, 4],
  });
  render(EntryTable, { entry, mapping: { ...entry.mapping, heading: 1 } });
  expect(screen.getAllByRole('rowheader').map((header) => header.textContent)).toEqual(['1', '3', '4']);
  const bold = screen.getAllByRole('cell').filter(({ classList }) => classList.contains('weight-600'));
  expect(bold.map(({ textContent }) => textContent)).toEqual(['Account', 'Fee']);
});
