import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { Toaster } from 'svelte-sonner';
import { expect, it, vi } from 'vitest';
import JobLinks from '../../../../renderer/records/outcome/JobLinks.svelte';
import ReplacedIds from '../../../../renderer/records/outcome/ReplacedIds.svelte';
import { deferredPromise, fakeEngine } from '../../fakes';
import { sampleBulkDraft } from '../drafts/samples';

const filters = [{ op: 'in' as const, field: 'fee_structures_ids', values: ['7'] }];
const group = {
  resource: 'accounts',
  field: 'fee_structures_ids',
  relation: 'referencing',
  total: 12,
  titles: [],
  filters,
};

it('creates a draft that points records to the recreated record', async () => {
  const { engine, calls } = fakeEngine({
    'dependents.replaced': () => ({
      pairs: [{ from: '7', to: '9007199254740993', title: 'Tiered' }],
      groups: [group],
    }),
    'edits.draftMany': () => sampleBulkDraft({ id: 'point-1' }),
  });
  const go = vi.fn();
  render(ReplacedIds, { engine, job: 'job-1', go });
  expect(await screen.findByText('12 accounts still refer to the deleted ID (Fee structures).')).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Point to the new ID…' }));
  expect(calls.at(-1)?.input).toMatchObject({
    query: { resource: 'accounts', filters },
    selection: { kind: 'all', except: [] },
    edits: [{ op: 'replace', field: 'fee_structures_ids', from: '7', to: '9007199254740993' }],
  });
  expect(go).toHaveBeenCalledWith({ screen: 'task', task: 'edits', page: { kind: 'draft', id: 'point-1' } });
});

it('only offers to open the draft if the user left before it was created', async () => {
  const draft = deferredPromise<ReturnType<typeof sampleBulkDraft>>();
  const { engine } = fakeEngine({ 'edits.undo': () => draft.promise });
  const go = vi.fn();
  const { unmount } = render(JobLinks, { engine, job: 'job-1', go });
  render(Toaster);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Undo…' }));
  unmount();
  draft.settle(sampleBulkDraft({ id: 'undo-1' }));
  const open = await screen.findByRole('button', { name: 'Open draft' });
  expect(go).not.toHaveBeenCalled();
  open.focus();
  await user.keyboard('{Enter}');
  expect(go).toHaveBeenCalledWith({ screen: 'task', task: 'edits', page: { kind: 'draft', id: 'undo-1' } });
});
