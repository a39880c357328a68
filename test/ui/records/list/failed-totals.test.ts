import { render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import ResourceScreen from '../../../../renderer/records/list/ResourceScreen.svelte';
import { connectionOf, declaredFailure, fakeDesktop, fakeEngine, liveOf } from '../../fakes';
import { stubLayout } from '../../grid/support';

beforeEach(stubLayout);

it('removes the totals of a list when the next ones cannot be read', async () => {
  let isUnreadable = false;
  const { engine } = fakeEngine({
    'layout.get': () =>
      ['name', 'required_cash'].map((name) => ({ name, width: 120, shown: true, pinned: false })),
    'views.list': () => [],
    'views.get': () => null,
    'edits.missingOperations': () => [],
    'edits.unconfirmed': () => [],
    'records.window': ({ columns }: { columns: string[] }) => ({
      rows: [{ key: '1', isDrifted: false, cells: columns.map(() => null) }],
      total: 1,
      version: 1,
    }),
    'records.totals': () => {
      if (isUnreadable) throw declaredFailure('disk-not-read');
      return [{ name: 'required_cash', sum: '730', count: 3 }];
    },
  });
  const props = {
    resource: 'accounts' as const,
    view: {},
    engine,
    desktop: fakeDesktop({}).desktop,
    connection: connectionOf(),
    live: liveOf(),
    route: { screen: 'resource' as const, resource: 'accounts' as const },
    go: vi.fn(),
  };
  const { rerender } = render(ResourceScreen, props);
  await screen.findByText('$730.00');
  isUnreadable = true;
  await rerender({ ...props, live: liveOf({ version: 2 }) });
  await vi.waitFor(() => expect(screen.queryByText('$730.00')).toBeNull());
});
