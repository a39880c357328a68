import { PERIOD_FEATURE } from '#contract/features/period/feature';
import { placeNameOf, placeRoute, type LinkRoute } from '#contract/features/links/link';
import { resourceNamed } from '#contract/resources';
import type { Route } from '../../routes';

/** Returns the route that a link leads to. */
export function routeOfLink(to: LinkRoute): Route {
  if (to.place === 'household') return { place: 'household', id: to.id };
  if (to.place === 'place') return placeRoute(to.name);
  if (to.place === 'period')
    return {
      place: 'task',
      task: PERIOD_FEATURE.task.name,
      page: { kind: 'period', firm: to.firm, endDate: to.endDate },
    };
  const { screen } = resourceNamed(to.resource);
  return screen ? { place: screen, id: to.record } : to;
}

/** Returns where a link to the current screen leads; null for a screen that belongs to no connection. */
export function linkToRoute(route: Route): LinkRoute | null {
  if (route.place === 'household') return { place: 'household', id: route.id };
  if (route.place === 'resource' && route.record !== undefined)
    return { place: 'resource', resource: route.resource, record: route.record };
  if (route.place === 'task' && route.task === PERIOD_FEATURE.task.name && route.page?.kind === 'period')
    return { place: 'period', firm: route.page.firm, endDate: route.page.endDate };
  const name = placeNameOf(route);
  return name === undefined ? null : { place: 'place', name };
}
