import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import ResourceScreen from '../../../../renderer/records/list/ResourceScreen.svelte';
import { connectionOf, declaredFailure, fakeDesktop, fakeEngine, liveOf } from '../../fakes';
import { stubLayout } from '../../grid/support';

beforeEach(stubLayout);

/** Renders a list of accounts whose totals come from `sumOf`; returns a function that renders another version. */
async function renderList(sumOf: (search: string) => string | Promise<string>) {
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
    'records.totals': async ({ query }: { query: { search: string } }) => [
      { name: 'required_cash', sum: await sumOf(query.search), count: 3 },
    ],
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
  return (version: number) => rerender({ ...props, live: liveOf({ version }) });
}

it('removes the totals of a list when the next ones cannot be read', async () => {
  let isUnreadable = false;
  const showVersion = await renderList(() => {
    if (isUnreadable) throw declaredFailure('disk-not-read');
    return '730';
  });
  isUnreadable = true;
  await showVersion(2);
  await vi.waitFor(() => expect(screen.queryByText('$730.00')).toBeNull());
});

it('hides the totals of the previous search at once, but not those of an earlier version', async () => {
  let answer: (sum: string) => void = () => undefined;
  let isSlow = false;
  const showVersion = await renderList(() =>
    isSlow ? new Promise<string>((resolve) => (answer = resolve)) : '730',
  );
  isSlow = true;
  await showVersion(2);
  const totals = screen.getByRole('group', { name: 'Totals of all rows' });
  expect(totals.textContent).toContain('$730.00');
  await fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'trust' } });
  await vi.waitFor(() => expect(totals.textContent).toContain('…'));
  expect(totals.textContent).not.toContain('$730.00');
  await vi.waitFor(() => {
    answer('12');
    expect(totals.textContent).toContain('$12.00');
  });
});
