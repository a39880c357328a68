import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { ListHits } from '#contract/calls/engine-core';
import type { SavedView } from '#contract/query';
import { paletteEntries } from '../../../renderer/app/palette/entries';
import { Palette } from '../../../renderer/app/palette/palette.svelte';
import PaletteDialog from '../../../renderer/app/palette/PaletteDialog.svelte';
import { connectionOf, deferredPromise, fakeEngine, liveOf, sessionOf } from '../fakes';

const connection = connectionOf();
const session = sessionOf({ connections: [connection], open: { connection, state: 'open' } });
const hitOf = (key: string, title: string) => ({ key, title, subtitle: 'NFS' });
const bookmark = (key: string, title: string) => ({ resource: 'accounts' as const, ...hitOf(key, title) });

function palette(
  hits: ListHits[] | (() => Promise<ListHits[]>) = [],
  favorites = [bookmark('1', 'Adams Trust')],
  views: SavedView[] = [],
) {
  const go = vi.fn();
  const setTheme = vi.fn();
  const run = vi.fn();
  const entries = paletteEntries({
    live: liveOf(),
    session,
    run,
    openConnection: vi.fn(),
    openLog: vi.fn(),
    back: vi.fn(),
    setTheme,
  });
  const { engine } = fakeEngine({ 'records.find': () => (typeof hits === 'function' ? hits() : hits) });
  const bookmarks = {
    favorites,
    recent: [bookmark('1', 'Adams Trust'), bookmark('2', 'Baker IRA')],
    views,
    isFavorite: ({ key }: { key: string }) => key === '1',
  };
  const testPalette = new Palette({ engine, entries, bookmarks, go });
  const lines = () => testPalette.entries.map(({ group, title }) => `${group}: ${title}`);
  return { testPalette, lines, go, setTheme };
}

const accounts: ListHits = {
  resource: 'accounts',
  total: 214,
  best: 'word',
  items: [hitOf('1', 'Adams Trust'), hitOf('3', 'Young Trust')],
};

describe('command palette', () => {
  it('offers favorites and recently opened records before anything is typed', () => {
    expect(palette().lines().slice(0, 3)).toEqual([
      'Favorites: Adams Trust',
      'Recent: Baker IRA',
      'Screens: Today',
    ]);
  });

  it('offers favorites that the sidebar has no room for', () => {
    const favorites = Array.from({ length: 12 }, (_, index) => bookmark(`f${index}`, `Trust ${index}`));
    expect(palette([], favorites).lines().slice(0, 12)).toEqual(
      favorites.map(({ title }) => `Favorites: ${title}`),
    );
  });

  it('groups its results and opens the full list with the same search', async () => {
    const { testPalette, lines, go } = palette([accounts]);
    await testPalette.type('trust ');
    expect(lines()).toEqual([
      'Accounts: Adams Trust',
      'Accounts: Young Trust',
      'Accounts: See all 214 accounts',
    ]);
    expect(testPalette.entries.map(({ favorite }) => favorite ?? false)).toEqual([true, false, false]);
    testPalette.entries[2]?.run();
    expect(go).toHaveBeenCalledWith({ screen: 'resource', resource: 'accounts', search: 'trust' });
    testPalette.entries[1]?.run();
    expect(go).toHaveBeenCalledWith({ screen: 'resource', resource: 'accounts', record: '3' });
  });

  it('ranks a screen by name before records with the word, and a number before everything', async () => {
    const screenPalette = palette([accounts]);
    await screenPalette.testPalette.type('fee upl');
    expect(screenPalette.lines()[0]).toBe('Screens: Fee upload files');
    const numberPalette = palette([
      accounts,
      { ...accounts, resource: 'billingGroups', best: 'number', total: 2 },
    ]);
    await numberPalette.testPalette.type('fee');
    expect(numberPalette.lines()[0]).toBe('Billing groups: Adams Trust');
  });

  it('changes settings: "dark" is enough', async () => {
    const { testPalette, lines, setTheme } = palette();
    await testPalette.type('dark');
    expect(lines()).toEqual(['Settings: Dark appearance']);
    testPalette.selectedEntry?.run();
    expect(setTheme).toHaveBeenCalledWith('dark');
  });

  it('finds a view by a name with commas and parentheses, typed with or without them', async () => {
    const viewNamed = (name: string): SavedView => ({
      id: name,
      resource: 'accounts',
      name,
      query: { search: '', filters: [], sort: { field: 'name', descending: false } },
      columns: null,
      favorite: true,
      isDefault: false,
      createdAt: '2026-11-01T08:00:00Z',
    });
    const { testPalette, lines } = palette([], [], ['Smith, John', 'Trusts (closed)', 'John'].map(viewNamed));
    for (const [text, name] of [
      ['smith,', 'Smith, John'],
      ['Smith, John', 'Smith, John'],
      ['smith john', 'Smith, John'],
      ['(closed)', 'Trusts (closed)'],
      ['trusts (clo', 'Trusts (closed)'],
    ] as const) {
      await testPalette.type(text);
      expect(lines()[0], text).toBe(`Favorites: ${name}`);
    }
    await testPalette.type('(,)');
    expect(lines()).toEqual([]);
  });

  it('runs the first result for the typed text, not one for an earlier text', async () => {
    const pendingHits = deferredPromise<ListHits[]>();
    const answers = [Promise.resolve<ListHits[]>([{ ...accounts, best: 'number' }]), pendingHits.promise];
    const { testPalette, lines } = palette(() => answers.shift() ?? Promise.resolve([]));
    await testPalette.type('dar');
    expect(lines()[0]).toBe('Accounts: Adams Trust');
    void testPalette.type('dark');
    const confirmed = testPalette.entryToRun();
    pendingHits.settle([]);
    expect((await confirmed)?.title).toBe('Dark appearance');
  });

  it('runs nothing if the text changes after Enter', async () => {
    const { testPalette } = palette([accounts]);
    void testPalette.type('trust');
    const confirmed = testPalette.entryToRun();
    await testPalette.type('dark');
    expect(await confirmed).toBeUndefined();
  });

  it('reports a failed search, and not that there are no results, until the text is cleared', async () => {
    const { engine } = fakeEngine({ 'records.find': () => Promise.reject(new Error('broken')) });
    render(PaletteDialog, { engine, entries: [], go: vi.fn(), onclose: vi.fn() });
    await userEvent.type(screen.getByRole('combobox'), 'smith');
    expect((await screen.findByRole('alert')).textContent).toContain('Records could not be searched');
    expect(screen.queryByText(/No results/)).toBeNull();
    await userEvent.clear(screen.getByRole('combobox'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('finds the records of a connection that opens while the palette is open', async () => {
    const { engine } = fakeEngine({ 'records.find': () => [accounts] });
    const props = { entries: [], go: vi.fn(), onclose: vi.fn() };
    const { rerender } = render(PaletteDialog, { ...props, engine: null });
    await userEvent.type(screen.getByRole('combobox'), 'trust');
    expect(screen.queryByRole('option')).toBeNull();
    expect(screen.getAllByText(/^No screens, .* once a connection is open\.$/)).toHaveLength(2);
    await rerender({ engine });
    await screen.findByRole('option', { name: /^Young Trust/ });
  });

  it('says that records may be missing if it finds none in incomplete data', async () => {
    const { engine } = fakeEngine({ 'records.find': () => [] });
    const props = { engine, entries: [], go: vi.fn(), onclose: vi.fn() };
    const { rerender } = render(PaletteDialog, { ...props, missing: 'some' });
    await userEvent.type(screen.getByRole('combobox'), 'trust');
    expect(await screen.findAllByText(/^No results\. The data .* not downloaded completely/)).toHaveLength(2);
    await rerender({ missing: 'all' });
    expect(await screen.findAllByText('No results. No records are on this computer yet.')).toHaveLength(2);
    await rerender({ missing: 'none' });
    expect(await screen.findAllByText('No results. Try part of a name or a number.')).toHaveLength(2);
  });

  it('moves the focus to the list that a record opens in, even from a button above it', async () => {
    document.body.innerHTML = '<main><button>Views</button><div role="grid" tabindex="0"></div></main>';
    const grid = document.querySelector<HTMLElement>('[role=grid]');
    vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as never);
    document.querySelector('button')?.focus();
    const { engine } = fakeEngine({ 'records.find': () => [accounts] });
    const { unmount } = render(PaletteDialog, {
      ...{ engine, entries: [], go: vi.fn() },
      onclose: () => queueMicrotask(unmount),
    });
    await userEvent.type(screen.getByRole('combobox'), 'trust');
    await userEvent.click(await screen.findByRole('option', { name: /^Young Trust/ }));
    await vi.waitFor(() => expect(document.activeElement).toBe(grid));
  });

  it('keeps the selected entry when results arrive above it', async () => {
    const { testPalette } = palette([{ ...accounts, best: 'number' }]);
    const search = testPalette.type('fee');
    testPalette.move(1);
    const selected = testPalette.selectedEntry?.id;
    await search;
    expect(testPalette.selectedEntry?.id).toBe(selected);
    expect(testPalette.selectedIndex).toBeGreaterThan(1);
    expect((await testPalette.entryToRun())?.id).toBe(selected);
  });
});
