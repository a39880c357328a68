import { setImmediate } from 'node:timers/promises';
import { render, screen, waitFor } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { DependentGroup } from '#contract/calls/dependents';
import DependentGroups from '../../../renderer/records/outcome/DependentGroups.svelte';

const groupsOf = (total: number): readonly DependentGroup[] => [
  {
    resource: 'accounts',
    field: 'fee_structure_id',
    relation: 'referencing',
    total,
    titles: [],
    filters: [],
  },
];

it('requests once per change and drops the answer to an earlier request', async () => {
  const responses = new Map<string, (groups: readonly DependentGroup[]) => void>();
  const load = vi.fn(
    (source: string) => new Promise<readonly DependentGroup[]>((resolve) => responses.set(source, resolve)),
  );
  const textOf = ({ total }: DependentGroup) => `${total} accounts`;
  const props = { load, textOf, go: vi.fn() };
  const { rerender } = render(DependentGroups, { ...props, source: 'first' });
  await rerender({ ...props, source: 'second' });
  expect(load.mock.calls).toEqual([['first'], ['second']]);

  responses.get('second')?.(groupsOf(2));
  await waitFor(() => expect(screen.getByText(/2 accounts/)).toBeTruthy());
  responses.get('first')?.(groupsOf(1));
  await setImmediate(); // a late answer would be shown now
  expect(screen.queryByText(/1 accounts/)).toBeNull();
  expect(screen.getByText(/2 accounts/)).toBeTruthy();
});
