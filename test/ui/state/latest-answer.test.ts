import { setImmediate } from 'node:timers/promises';
import { render, screen, waitFor } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { DependentGroup, DependentRecords } from '#contract/calls/dependents';
import DependentGroups from '../../../renderer/records/outcome/DependentGroups.svelte';
import { liveOf } from '../fakes';

const dependentsOf = (total: number): DependentRecords => ({
  groups: [
    {
      resource: 'accounts',
      field: 'fee_structure_id',
      relation: 'referencing',
      total,
      titles: [],
      filters: [],
    },
  ],
  incompleteLists: [],
});

it('requests once per change and drops the answer to an earlier request', async () => {
  const responses: ((dependents: DependentRecords) => void)[] = [];
  const load = vi.fn(() => new Promise<DependentRecords>((resolve) => responses.push(resolve)));
  const textOf = ({ total }: DependentGroup) => `${total} accounts`;
  const props = { load, textOf, deleted: 'these fee structures', live: liveOf(), go: vi.fn() };
  const { rerender } = render(DependentGroups, { ...props, source: 'first' });
  await rerender({ ...props, source: 'second' });
  expect(load).toHaveBeenCalledTimes(2);

  responses[1]?.(dependentsOf(2));
  await waitFor(() => expect(screen.getByText(/2 accounts/)).toBeTruthy());
  responses[0]?.(dependentsOf(1));
  await setImmediate(); // a late answer would be shown now
  expect(screen.queryByText(/1 accounts/)).toBeNull();
  expect(screen.getByText(/2 accounts/)).toBeTruthy();
});
