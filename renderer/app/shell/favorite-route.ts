import { bookmarks } from '../../records/bookmarks/bookmarks.svelte';
import type { Route } from '../../routes';

/** Maximum number of favorites in the sidebar; the palette offers more. */
export const MAX_FAVORITES = 8;

/** Returns true if a favorite in the sidebar leads to the route; then only the favorite is marked as current. */
export function isFavoriteRoute(route: Route): boolean {
  if (route.screen !== 'resource') return false;
  const { record, resource } = route;
  if (bookmarks.views.slice(0, MAX_FAVORITES).some(({ id }) => id === bookmarks.openedView)) return true;
  const records = bookmarks.favorites.slice(0, Math.max(0, MAX_FAVORITES - bookmarks.views.length));
  return (
    record !== undefined &&
    records.some((favorite) => favorite.resource === resource && favorite.key === record)
  );
}
