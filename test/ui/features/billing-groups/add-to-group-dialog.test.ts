import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import AddToGroupDialog from '../../../../renderer/features/billing-groups/AddToGroupDialog.svelte';
import { declaredFailure, fakeEngine } from '../../fakes';
import { flushAsync, stubLayout } from '../../grid/support';
import { sampleBulkDraft } from '../../records/drafts/samples';

beforeEach(stubLayout);

it('plans and drafts with the new engine after a restart', async () => {
  const stopped = () => {
    throw declaredFailure('disk-not-read');
  };
  const { engine: stoppedEngine } = fakeEngine({
    'billingGroups.accounts': () => [],
    'billingGroups.planAddToGroup': stopped,
    'billingGroups.draftAddToGroup': stopped,
  });
  const { engine } = fakeEngine({
    'billingGroups.planAddToGroup': () => ({
      lines: [],
      counts: { added: 1, alreadyIn: 0, stays: 0 },
      warnings: {},
      isPayerOutside: false,
      groups: [],
    }),
    'billingGroups.draftAddToGroup': () => sampleBulkDraft({ id: 'draft-2', resource: 'billingGroups' }),
  });
  const go = vi.fn();
  const props = {
    go,
    accounts: {
      count: 1,
      query: {
        resource: 'accounts' as const,
        search: '',
        filters: [],
        sort: { field: 'name', descending: false },
      },
      selection: { kind: 'keys' as const, keys: ['1'] },
      keys: () => Promise.resolve(['1']),
    },
    suggestion: { group: { key: '7', title: 'Park Household', detail: '' }, name: '' },
    onclose: vi.fn(),
  };
  const { rerender } = render(AddToGroupDialog, { engine: stoppedEngine, ...props });
  expect(await screen.findByRole('alert')).toBeTruthy();
  await rerender({ engine });
  await flushAsync();
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Preview' }));
  await vi.waitFor(() =>
    expect(go).toHaveBeenCalledWith(expect.objectContaining({ page: { kind: 'draft', id: 'draft-2' } })),
  );
});
