import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { tick } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { SavedView } from '#contract/query';
import { ResourceList } from '../../../renderer/records/list/list.svelte';
import ViewsMenu from '../../../renderer/records/list/ViewsMenu.svelte';
import { declaredFailure, fakeEngine } from '../fakes';

afterEach(cleanup);
const viewOf = (index: number): SavedView => ({
  id: `${index}`,
  resource: 'accounts',
  name: `View ${index}`,
  query: { search: '', filters: [], sort: { field: 'name', descending: false } },
  columns: null,
  favorite: false,
  isDefault: false,
  createdAt: '2026-11-01T08:00:00Z',
});
async function openMenu(count: number) {
  const engine = fakeEngine({
    'views.list': () => Array.from({ length: count }, (_, index) => viewOf(index)),
  }).engine;
  const list = new ResourceList(engine, 'accounts', 'conn-0001', {}, () => {
    throw new Error('the menu needs no list context');
  });
  await list.views.load();
  render(ViewsMenu, { list });
  await fireEvent.click(screen.getByRole('button', { name: 'Saved views' }));
  await tick();
}
/** Counted without names: each row has four buttons, and computing their names is slower than drawing. */
const countViews = () =>
  [...document.querySelectorAll('.view')].filter(({ textContent }) => /^View \d+$/.test(textContent)).length;

it('draws only the first 50 of 5,000 views and finds any by name', async () => {
  await openMenu(5_000);
  expect(countViews()).toBe(50);
  expect(screen.getByRole('status').textContent).toContain('5,000');
  await fireEvent.input(screen.getByLabelText('Find a view'), { target: { value: 'view 4999' } });
  expect(countViews()).toBe(1);
  await fireEvent.input(screen.getByLabelText('Find a view'), { target: { value: 'nothing' } });
  expect(screen.getByText('No views match.')).toBeTruthy();
});

it('shows a few views without a search field', async () => {
  await openMenu(3);
  expect(countViews()).toBe(3);
  expect(screen.queryByLabelText('Find a view')).toBeNull();
});

it('deletes one view for a double click, not the next one too', async () => {
  let views = [viewOf(1), viewOf(2)];
  const { engine, calls } = fakeEngine({
    'views.list': () => views,
    'views.remove': ({ id }: { id: string }) => void (views = views.filter((view) => view.id !== id)),
  });
  const list = new ResourceList(engine, 'accounts', 'conn-0001', {}, () => {
    throw new Error('the menu needs no list context');
  });
  await list.views.load();
  render(ViewsMenu, { list });
  await fireEvent.click(screen.getByRole('button', { name: 'Saved views' }));
  await fireEvent.click(await screen.findByLabelText('Delete the view View 1'), { detail: 1 });
  await vi.waitFor(() => expect(countViews()).toBe(1));
  await fireEvent.click(screen.getByLabelText('Delete the view View 2'), { detail: 2 });
  await new Promise((resolve) => setTimeout(resolve));
  expect(calls.filter(({ name }) => name === 'views.remove').map(({ input }) => input)).toEqual([
    { id: '1' },
  ]);
});

it('says that the views could not be read, and reads them again when the menu is opened again', async () => {
  let isUnreadable = true;
  const { engine } = fakeEngine({
    'views.list': () => {
      if (isUnreadable) throw declaredFailure('disk-not-read');
      return [viewOf(1)];
    },
  });
  const list = new ResourceList(engine, 'accounts', 'conn-0001', {}, () => {
    throw new Error('the menu needs no list context');
  });
  render(ViewsMenu, { list });
  const user = userEvent.setup();
  const button = screen.getByRole('button', { name: 'Saved views' });
  await user.click(button);
  expect(await screen.findByText('The disk could not be read')).toBeTruthy();
  expect(screen.queryByText('Loading…')).toBeNull();
  isUnreadable = false;
  await user.keyboard('{Escape}');
  await user.click(button);
  expect(await screen.findByText('View 1')).toBeTruthy();
  expect(screen.queryByText('The disk could not be read')).toBeNull();
});

it('replaces a view of the same name once, after the user confirms', async () => {
  let response: (views: SavedView[]) => void = () => undefined;
  const save = vi.fn((request: { id?: string; name: string }) => ({ ...viewOf(2), name: request.name }));
  const engine = fakeEngine({
    'views.list': () => new Promise<SavedView[]>((resolve) => (response = resolve)),
    'views.save': save,
  }).engine;
  const list = new ResourceList(engine, 'accounts', 'conn-0001', {}, () => {
    throw new Error('the menu needs no list context');
  });
  render(ViewsMenu, { list });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Saved views' }));
  await user.type(await screen.findByLabelText('Save as view'), 'view 2{Enter}{Enter}');
  expect(save).not.toHaveBeenCalled();
  response([viewOf(1), viewOf(2)]);
  await screen.findByText('Replace');
  expect(save).not.toHaveBeenCalled();
  await user.keyboard('{Enter}{Enter}');
  await vi.waitFor(() => expect(screen.queryByLabelText('Save as view')).toBeNull());
  expect(save.mock.calls.map(([{ id, name }]) => [id, name])).toEqual([['2', 'view 2']]);
});
