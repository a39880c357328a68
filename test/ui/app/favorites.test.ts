import { render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import type { SavedView } from '#contract/query';
import Favorites from '../../../renderer/app/shell/Favorites.svelte';
import { isFavoriteRoute } from '../../../renderer/app/shell/favorite-route';
import { bookmarks } from '../../../renderer/records/bookmarks/bookmarks.svelte';
import type { Route } from '../../../renderer/routes';

const view = { id: 'v1', resource: 'accounts', name: 'At Pershing' } as SavedView;
const route: Route = { screen: 'resource', resource: 'accounts' };
const current = () => screen.getByRole('button', { name: 'At Pershing' }).getAttribute('aria-current');

afterEach(() => {
  bookmarks.views = [];
  bookmarks.openedView = null;
});

it('highlights the favorite view in the sidebar instead of its list while it is shown', () => {
  bookmarks.views = [view];
  render(Favorites, { route, narrow: false, go: () => undefined });
  expect(current()).toBeNull();
  expect(isFavoriteRoute(route)).toBe(false);
  bookmarks.openedView = 'v1'; // chosen above the list, or the view that the list opens with
  flushSync();
  expect(current()).toBe('page');
  expect(isFavoriteRoute(route)).toBe(true);
  bookmarks.openedView = null; // "All accounts": the route still names the view
  flushSync();
  expect(current()).toBeNull();
  expect(isFavoriteRoute({ ...route, view: 'v1' })).toBe(false);
});
