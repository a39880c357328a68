import { PERIOD_FEATURE } from '#contract/features/period/feature';
import { screenNameOf, screenRoute, type LinkRoute } from '#contract/links/link';
import { resourceNamed } from '#contract/resources';
import type { Route } from '../../routes';

/** Returns the route that a link leads to. */
export function routeOfLink(to: LinkRoute): Route {
  if (to.screen === 'household') return { screen: 'household', id: to.id };
  if (to.screen === 'named') return screenRoute(to.name);
  if (to.screen === 'period')
    return {
      screen: 'task',
      task: PERIOD_FEATURE.task.name,
      page: { kind: 'period', firm: to.firm, endDate: to.endDate },
    };
  // Some records, such as households, have their own screen.
  const { screen } = resourceNamed(to.resource);
  return screen ? { screen, id: to.record } : to;
}

/** Returns where a link to the current screen leads; null for a screen that belongs to no connection. */
export function linkToRoute(route: Route): LinkRoute | null {
  if (route.screen === 'household') return { screen: 'household', id: route.id };
  if (route.screen === 'resource' && route.record !== undefined)
    return { screen: 'resource', resource: route.resource, record: route.record };
  if (route.screen === 'task' && route.task === PERIOD_FEATURE.task.name && route.page?.kind === 'period')
    return { screen: 'period', firm: route.page.firm, endDate: route.page.endDate };
  const name = screenNameOf(route);
  return name === undefined ? null : { screen: 'named', name };
}
