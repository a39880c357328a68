import type { ConnectionSession } from '#contract/calls/live';
import { PLACES, resourceTitle } from '#contract/places';
import { RESOURCE_NAMES, resourceNamed } from '#contract/resources';
import { capitalize } from '#contract/text';
import type { Route } from '../routes';

/** Returns the title of a place, as in the sidebar. */
function placeTitle(route: Route): string {
  if (route.place === 'resource') return resourceTitle(route.resource);
  const place = PLACES.find(({ route: target }) =>
    route.place === 'task'
      ? target.place === 'task' && target.task === route.task
      : target.place === route.place,
  );
  if (place) return place.title;
  const record = RESOURCE_NAMES.find((name) => resourceNamed(name).screen === route.place);
  return record ? capitalize(resourceNamed(record).singular) : '';
}

/**
 * "Accounts – Harborview Wealth – Firm Desk": the place and the firm, for the taskbar. Never names a record, a
 * search or a filter, because window lists and screen recordings show the title.
 */
export function windowTitle(session: ConnectionSession | null | undefined, route: Route): string {
  const firm = session?.open?.connection.name;
  return [...(firm ? [placeTitle(route), firm] : []), 'Firm Desk'].filter(Boolean).join(' – ');
}
