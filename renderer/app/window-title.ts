import type { ConnectionSession } from '#contract/calls/live';
import { SCREENS, resourceTitle } from '#contract/screens';
import { RESOURCE_NAMES, resourceNamed } from '#contract/resources';
import { capitalize } from '#contract/text';
import type { Route } from '../routes';

/** Returns the title of a screen, as in the sidebar; for the screen of one record, the kind of record. */
function screenTitle(route: Route): string {
  if (route.screen === 'resource') return resourceTitle(route.resource);
  const screen = SCREENS.find(({ route: target }) =>
    route.screen === 'task'
      ? target.screen === 'task' && target.task === route.task
      : target.screen === route.screen,
  );
  if (screen) return screen.title;
  const record = RESOURCE_NAMES.find((name) => resourceNamed(name).screen === route.screen);
  return record ? capitalize(resourceNamed(record).singular) : '';
}

/**
 * "Accounts – Harborview Wealth – Firm Desk": the screen and the firm, for the taskbar. Never names a record, a
 * search or a filter, because window lists and screen recordings show the title.
 */
export function windowTitle(session: ConnectionSession | null | undefined, route: Route): string {
  const firm = session?.open?.connection.name;
  return [...(firm ? [screenTitle(route), firm] : []), 'Firm Desk'].filter(Boolean).join(' – ');
}
