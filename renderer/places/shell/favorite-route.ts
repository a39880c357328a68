import { bookmarks } from '../../resource/bookmarks/bookmarks.svelte';
import type { Route } from '../../routes';

/** As many favorites as the sidebar shows; the palette has the rest. */
export const MOST_FAVORITES = 8;

/** Whether a favorite in the sidebar leads to where the person is: then it alone is marked. */
export function isFavorite(route: Route): boolean {
  if (route.place !== 'resource') return false;
  const { view, record, resource } = route;
  if (view !== undefined) return bookmarks.views.slice(0, MOST_FAVORITES).some(({ id }) => id === view);
  const records = bookmarks.favorites.slice(0, Math.max(0, MOST_FAVORITES - bookmarks.views.length));
  return record !== undefined && records.some((each) => each.resource === resource && each.key === record);
}
