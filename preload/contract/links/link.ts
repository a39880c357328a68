import { z } from 'zod';
import { connectionId } from '../connection';
import { lazy } from '../lazy';
import { SCREENS, type ScreenRoute } from '../screens';
import { RESOURCE_NAMES, type ResourceName } from '../resources';
import { LINK_SCHEME } from './scheme';

/** Longer texts are rejected without parsing; links that the app creates have fewer than 300 characters. */
export const MAX_LINK_LENGTH = 1_000;

const isResource = (name: string): name is ResourceName =>
  RESOURCE_NAMES.some((resource) => resource === name);

/** Screens that a link can lead to, by name: those of a connection. */
const ROUTES: ReadonlyMap<string, ScreenRoute> = new Map(
  SCREENS.flatMap(({ command, group, route }) =>
    group === 'app' ? [] : [[command.replace(/^go-/, ''), route] as const],
  ),
);
const HOUSEHOLD = 'household';
const PERIOD = 'period';
/** "2026-06-30:39": a billing period of a firm; without a colon, of files that name no firm. */
const PERIOD_ID = /^(?<endDate>\d{4}-\d{2}-\d{2})(?::(?<firm>.+))?$/;

/** Where a link leads in its connection: a screen, a record of a list, a household, or a billing period. */
export const linkRoute = z.lazy(() =>
  z.union([
    z.object({ screen: z.literal('household'), id: z.string() }),
    z.object({ screen: z.literal('period'), firm: z.string().nullable(), endDate: z.iso.date() }),
    z.object({ screen: z.literal('resource'), resource: z.enum(RESOURCE_NAMES), record: z.string() }),
    z.object({ screen: z.literal('named'), name: z.string().refine((name) => ROUTES.has(name)) }),
  ]),
);
export type LinkRoute = z.output<typeof linkRoute>;

/** Returns the route of a screen named by a link. */
export const screenRoute = (name: string): ScreenRoute => ROUTES.get(name) ?? { screen: 'today' };

/** Returns the name of a screen in links; undefined if no link can lead there. */
export function screenNameOf(route: {
  readonly screen: string;
  readonly task?: string;
  readonly resource?: string;
}): string | undefined {
  const name = route.task ?? route.resource ?? route.screen;
  return ROUTES.has(name) ? name : undefined;
}

/** The ID of a record, without characters that have a meaning in paths or command lines. */
const recordId = () => z.string().regex(/^[^\p{C}\p{Z}/\\"'`<>]{1,200}$/u);
/** Identifies the service on another computer, where the connection has another ID. */
const serviceDigest = () => z.string().regex(/^[0-9a-f]{16}$/);

const parameters = lazy(() =>
  z.object({
    connection: connectionId,
    service: serviceDigest().optional(),
    /** The name of the screen. */
    place: z.string().max(100),
    id: recordId().optional(),
  }),
);

export interface AppLink {
  readonly connection: string;
  readonly service?: string | undefined;
  readonly to: LinkRoute;
}

/** Why a link cannot be opened; the window has the sentences. */
export const linkProblem = z.enum(['too-long', 'malformed', 'unknown-screen']);
export type LinkProblem = z.output<typeof linkProblem>;

/** Returns the text of a link: IDs only, never a name. */
export function linkText({ connection, service, to }: AppLink): string {
  const query = new URLSearchParams({ connection });
  if (service !== undefined) query.set('service', service);
  const { name, id } = partsOf(to);
  query.set('place', name);
  if (id !== undefined) query.set('id', id);
  return `${LINK_SCHEME}://open?${query}`;
}

function partsOf(to: LinkRoute): { name: string; id?: string } {
  switch (to.screen) {
    case 'named':
      return { name: to.name };
    case 'resource':
      return { name: to.resource, id: to.record };
    case 'household':
      return { name: HOUSEHOLD, id: to.id };
    case 'period':
      return { name: PERIOD, id: to.firm === null ? to.endDate : `${to.endDate}:${to.firm}` };
  }
}

/** Parses a link from outside the app. Returns why it is refused if it is not one of the app's links. */
export function parseLink(text: string): AppLink | LinkProblem {
  if (text.length > MAX_LINK_LENGTH) return 'too-long';
  const url = URL.parse(text);
  if (url?.protocol !== `${LINK_SCHEME}:` || url.host !== 'open' || !['', '/'].includes(url.pathname))
    return 'malformed';
  if (url.username || url.password || url.hash) return 'malformed';
  const entries = [...url.searchParams];
  const parsed = parameters().strict().safeParse(Object.fromEntries(entries));
  if (!parsed.success || new Set(entries.map(([name]) => name)).size < entries.length) return 'malformed';
  const { connection, service, place: name, id } = parsed.data;
  const to = routeOf(name, id);
  return to ? { connection, service, to } : 'unknown-screen';
}

function routeOf(name: string, id: string | undefined): LinkRoute | undefined {
  if (id === undefined) return ROUTES.has(name) ? { screen: 'named', name } : undefined;
  if (name === HOUSEHOLD) return { screen: name, id };
  if (name === PERIOD) return periodOf(id);
  return isResource(name) ? { screen: 'resource', resource: name, record: id } : undefined;
}

function periodOf(id: string): LinkRoute | undefined {
  const parts = PERIOD_ID.exec(id)?.groups;
  const day = z.iso.date().safeParse(parts?.['endDate']);
  return day.success ? { screen: PERIOD, firm: parts?.['firm'] ?? null, endDate: day.data } : undefined;
}
