import { fireEvent, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import ChangesView from '../../../renderer/features/changes/ChangesView.svelte';
import {
  declaredFailure,
  fakeDesktop,
  fakeEngine,
  liveOf,
  runOf,
  sampleProgress,
  type Answers,
} from '../fakes';

const FACETS = {
  resources: [{ value: 'accounts', count: 1 }],
  kinds: [{ value: 'changed', count: 1 }],
  fields: [{ value: 'city', count: 1 }],
  custodians: [{ value: 'PER', count: 1 }],
};

function show(responses: Answers = {}, runId?: number) {
  const { engine, calls } = fakeEngine({
    'changes.runs': () => ({ total: 1, items: [runOf()] }),
    'changes.list': () => ({ total: 0, items: [] }),
    'changes.facets': () => FACETS,
    ...responses,
  });
  const { desktop } = fakeDesktop();
  const route =
    runId === undefined ? { screen: 'changes' as const } : { screen: 'changes' as const, page: { runId } };
  // Later, because it flushes effects, and effects may call this.
  const go = vi.fn((next: object) => setTimeout(() => void view.rerender({ route: next as never })));
  const view = render(ChangesView, { engine, desktop, live: liveOf(), route, go });
  const requestedPage = () =>
    calls
      .filter(({ name }) => name === 'changes.list')
      .map(({ input }) => input)
      .at(-1) as object;
  return { user: userEvent.setup(), requestedPage, go, view, calls };
}

it('filters by kind, list, field, custodian and word, and loads all when filters are cleared', async () => {
  const { user, requestedPage } = show();
  await screen.findByText('No changes are stored yet.');
  await user.type(screen.getByLabelText('Search changes'), 'juns');
  await user.click(screen.getByRole('radio', { name: /^Changed/ }));
  await user.selectOptions(screen.getByLabelText('List'), 'Accounts (1)');
  await user.selectOptions(screen.getByLabelText('Field'), 'City (1)');
  await user.selectOptions(screen.getByLabelText('Custodian'), 'Pershing (1)');
  const filter = { text: 'juns', kind: 'changed', resource: 'accounts', field: 'city', custodian: 'PER' };
  await vi.waitFor(() => expect(requestedPage()).toMatchObject({ filter }));
  await screen.findByText('No results');
  const [clear] = screen.getAllByRole('button', { name: 'Clear filters' });
  if (clear) await user.click(clear);
  await vi.waitFor(() => expect(requestedPage()).toHaveProperty('filter', {}));
});

it('leaves the selected refresh when a date is chosen', async () => {
  const { requestedPage, go, user } = show({}, 7);
  await vi.waitFor(() => expect(requestedPage()).toMatchObject({ filter: { runId: 7 } }));
  await user.type(screen.getByLabelText('From', { selector: '#changes-from' }), '2026-11-01');
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith({ screen: 'changes' }, 'replace'));
});

it("shows an error when the changes can't be read, and reads them when tried again", async () => {
  let isFailing = true;
  const { user } = show({
    'changes.list': () => {
      if (isFailing) throw declaredFailure('engine-lost');
      return { total: 0, items: [] };
    },
  });
  expect(await screen.findByRole('alert')).toBeTruthy();
  isFailing = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No changes are stored yet.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows no counts of an earlier filter when only the counts fail, but keeps the options', async () => {
  const { user } = show({
    'changes.facets': ({ filter }: { filter: object }) => {
      if ('kind' in filter) throw declaredFailure('timeout');
      return FACETS;
    },
  });
  expect(await screen.findByRole('option', { name: 'City (1)' })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /^Removed/ }));
  expect(await screen.findByRole('option', { name: 'City' })).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Changed' })).toBeTruthy();
});

it('offers the changes made here as an entry above the refreshes', async () => {
  const { user, go } = show();
  await user.click(await screen.findByRole('option', { name: /Sent from Firm Desk/ }));
  expect(go).toHaveBeenCalledWith({ screen: 'changes', page: { runId: 0 } }, 'replace');
});

it('requests the changes made here and says when there are none', async () => {
  const { requestedPage } = show({}, 0);
  expect(await screen.findByText('No changes sent from Firm Desk are stored.')).toBeTruthy();
  expect(requestedPage()).toMatchObject({ filter: { runId: 0 } });
});

it.each([
  [{}, 'This refresh found no changes.'],
  [{ changed: 3 }, 'The changes that this refresh found are no longer stored.'],
  [{ added: 12 }, /^The new records are not listed/],
])('does not say that a refresh found no changes if its changes are not stored: %o', async (found, text) => {
  const items = [runOf({ resources: [sampleProgress('accounts', found), sampleProgress('advisorCodes')] })];
  show({ 'changes.runs': () => ({ total: 2, items }) }, 7);
  expect(await screen.findByText(text)).toBeTruthy();
});

it('does not say that a refresh without a report found no changes', async () => {
  const items = [runOf({ state: 'interrupted', resources: [] })];
  show({ 'changes.runs': () => ({ total: 2, items }) }, 7);
  expect(await screen.findByText('No changes are listed for this refresh.')).toBeTruthy();
});

it('reloads after a refresh started or ended, but not with each update of its progress', async () => {
  const { view, calls } = show();
  const loads = () => calls.filter(({ name }) => name === 'changes.list' || name === 'changes.runs').length;
  const update = async (run: Parameters<typeof runOf>[0]) => {
    await view.rerender({ live: liveOf({ run: runOf(run) }) });
    await screen.findByText('No changes are stored yet.');
    return loads();
  };
  await screen.findByText('No changes are stored yet.');
  const started = await update({ id: 8, state: 'running', resources: [] });
  expect(started).toBe(4);
  expect(await update({ id: 8, state: 'running', resources: [sampleProgress('accounts')] })).toBe(started);
  expect(await update({ id: 8 })).toBe(started + 2);
});

it('requests changes from the new client after an engine restart, with the same filter', async () => {
  const { view, user, calls } = show();
  await screen.findByText('No changes are stored yet.');
  await user.type(screen.getByLabelText('Search changes'), 'juns');
  await screen.findByText('No results');
  const restarted = fakeEngine({
    'changes.runs': () => ({ total: 1, items: [runOf()] }),
    'changes.list': () => ({ total: 0, items: [] }),
    'changes.facets': () => FACETS,
  });
  const before = calls.length;
  await view.rerender({
    engine: restarted.engine,
    live: liveOf({ run: runOf({ id: 8, state: 'running' }) }),
  });
  await vi.waitFor(() =>
    expect(restarted.calls.find(({ name }) => name === 'changes.list')?.input).toMatchObject({
      filter: { text: 'juns' },
    }),
  );
  expect(calls).toHaveLength(before);
});

describe('150 refreshes, loaded in pages', () => {
  const FIRST_DOWNLOAD = [sampleProgress('accounts', { added: 100 })];
  /** The refresh in each row has the ID 150 minus the number of refreshes above it; the oldest is the first download. */
  const responses: Answers = {
    'changes.runs': ({ offset, limit }: { offset: number; limit: number }) => {
      const ids = Array.from({ length: 150 }, (_, index) => 150 - index).slice(offset, offset + limit);
      return { total: 150, items: ids.map((id) => runOf({ id, resources: id === 1 ? FIRST_DOWNLOAD : [] })) };
    },
  };
  const scrollTo = async (row: number) => {
    const list = await screen.findByRole('listbox', { name: 'Refreshes' });
    list.scrollTop = row * 46;
    await fireEvent.scroll(list);
    return list;
  };
  const optionOf = (row: number) =>
    screen.getAllByRole('option').find((option) => option.getAttribute('aria-posinset') === String(row + 1));

  it('keeps the 120th current once chosen, and an arrow key moves to the 121st', async () => {
    const { user, go } = show(responses);
    await scrollTo(121);
    await vi.waitFor(() => expect(optionOf(121)?.textContent).toMatch(/2026/));
    await user.click(optionOf(121) ?? document.body);
    expect(go).toHaveBeenLastCalledWith({ screen: 'changes', page: { runId: 31 } }, 'replace');
    await vi.waitFor(() => expect(optionOf(121)?.getAttribute('aria-selected')).toBe('true'));
    await user.keyboard('{ArrowDown}');
    expect(go).toHaveBeenLastCalledWith({ screen: 'changes', page: { runId: 30 } }, 'replace');
    await vi.waitFor(() => expect(optionOf(122)?.getAttribute('aria-selected')).toBe('true'));
  });

  it('chooses the oldest by the End key once it is loaded: the first download', async () => {
    const { user, go } = show(responses);
    (await scrollTo(0)).focus();
    await user.keyboard('{End}');
    const list = await scrollTo(151);
    await vi.waitFor(() =>
      expect(go).toHaveBeenLastCalledWith({ screen: 'changes', page: { runId: 1 } }, 'replace'),
    );
    expect(optionOf(151)?.getAttribute('aria-selected')).toBe('true');
    expect(await screen.findByText('First download complete')).toBeTruthy();
    expect(list.getAttribute('aria-activedescendant')).toMatch(/-151$/);
  });

  it('does not say that a refresh outside the loaded pages found no changes', async () => {
    show(responses, 1);
    expect(await screen.findByText('No changes are listed for this refresh.')).toBeTruthy();
  });
});
