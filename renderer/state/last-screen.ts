import { z } from 'zod';
import { resourceName } from '#contract/resource-name';
import { OVERVIEW_NAMES, TASK_NAMES } from '#contract/screens';
import type { Route } from '../routes';

/** Earlier versions used this key, and named a route's screen `place`. */
const STORAGE_KEY = 'last-places';

/** The stored part of a route: never a search, a filter or a record, which may contain a person's name. */
const storedRoute = z.discriminatedUnion('screen', [
  z.object({ screen: z.enum(OVERVIEW_NAMES) }),
  z.object({ screen: z.literal('settings') }),
  z.object({ screen: z.literal('task'), task: z.enum(TASK_NAMES) }),
  z.object({ screen: z.literal('resource'), resource: resourceName, view: z.string().exactOptional() }),
]);
type StoredRoute = z.output<typeof storedRoute>;

const withScreen = (stored: unknown): unknown =>
  typeof stored === 'object' && stored !== null && 'place' in stored
    ? { screen: stored.place, ...stored }
    : stored;

/** The last screen of each connection on this computer. */
export class LastScreens {
  readonly #storage: Storage | undefined;

  constructor(storage: Storage | undefined) {
    this.#storage = storage;
  }

  /** Returns the route to open a connection at: its last screen, or Today. */
  routeFor(connection: string): Route {
    return this.#read().get(connection) ?? { screen: 'today' };
  }

  /** Stores a route's screen; a route that is not stored (connections, household, guide) keeps the previous one. */
  store(connection: string, route: Route): void {
    const { success, data } = storedRoute.safeParse(route);
    if (success) this.#write(this.#read().set(connection, data));
  }

  /** Drops connections that no longer exist. */
  retainOnly(connections: readonly string[]): void {
    const routes = this.#read();
    const remaining = new Map([...routes].filter(([id]) => connections.includes(id)));
    if (remaining.size < routes.size) this.#write(remaining);
  }

  /** Ignores invalid data, for example data of another version. */
  #read(): Map<string, StoredRoute> {
    try {
      const stored: unknown = JSON.parse(this.#storage?.getItem(STORAGE_KEY) ?? '{}');
      const entries = z.record(z.string(), z.unknown()).parse(stored);
      return new Map(
        Object.entries(entries).flatMap(([id, value]) => {
          const { success, data } = storedRoute.safeParse(withScreen(value));
          return success ? [[id, data] as const] : [];
        }),
      );
    } catch {
      return new Map();
    }
  }

  #write(routes: ReadonlyMap<string, StoredRoute>): void {
    this.#storage?.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(routes)));
  }
}

export const lastScreens = new LastScreens(globalThis.localStorage);
