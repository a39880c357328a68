import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import UnsentCells from '../../../../renderer/records/form/UnsentCells.svelte';
import { WRITE_ACTIONS_KEY } from '../../../../renderer/records/form/write-actions';
import { draftRoute } from '../../../../renderer/records/outcome/edit-routes';
import { fakeEngine } from '../../fakes';
import { flushAsync } from '../../grid/support';
import { sampleBulkDraftRow, sampleBulkDraft } from '../drafts/samples';

function show(recordKey: string, inForm: boolean, later?: Promise<never>) {
  const rows = [sampleBulkDraftRow({ key: '100' }), sampleBulkDraftRow()];
  const { engine, calls } = fakeEngine({
    'edits.rows': () => (later && calls.length > 1 ? later : { rows, total: rows.length }),
  });
  const go = vi.fn();
  const draft = sampleBulkDraft({ origin: 'cells', edits: [], total: 2 });
  const { rerender } = render(UnsentCells, {
    props: { engine, resource: 'accounts', recordKey, inForm, go },
    context: new Map([[WRITE_ACTIONS_KEY, { drafts: [draft], target: null }]]),
  });
  return { go, draft, calls, rerender };
}

it('shows the cells of a record that were edited in the list, and leads to their draft', async () => {
  const { go, draft } = show('101', true);
  expect((await screen.findByRole('region', { name: 'Unsent edits in the list' })).textContent).toMatch(
    /1 value of this account was edited in the list and not sent yet. This form doesn’t include it./,
  );
  expect(screen.getByRole('listitem').textContent).toBe('Required cash: $0.10 → $5,000.00');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Review and send…' }));
  expect(go).toHaveBeenCalledWith(draftRoute(draft.id));
});

it('shows nothing for a record whose cells were not edited', async () => {
  const { calls } = show('102', false);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  await flushAsync();
  expect(screen.queryByRole('region')).toBeNull();
});

it('does not show the cells of the previous record while those of the next one are read', async () => {
  const { rerender, calls } = show('101', false, new Promise(() => undefined));
  await screen.findByRole('region', { name: 'Unsent edits in the list' });
  await rerender({ recordKey: '102' });
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  expect(screen.queryByRole('region')).toBeNull();
});
