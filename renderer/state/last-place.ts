import { z } from 'zod';
import { resourceName } from '#contract/query';
import { TASK_NAMES } from '#contract/places';
import type { Route } from '../routes';

const STORAGE_KEY = 'last-places';

/** The stored part of a place: never a search, a filter or a record, which may contain a person's name. */
const place = z.discriminatedUnion('place', [
  z.object({ place: z.literal('today') }),
  z.object({ place: z.literal('changes') }),
  z.object({ place: z.literal('settings') }),
  z.object({ place: z.literal('task'), task: z.enum(TASK_NAMES) }),
  z.object({ place: z.literal('resource'), resource: resourceName, view: z.string().exactOptional() }),
]);
type Place = z.output<typeof place>;

/** The last place in each connection on this computer. */
export class LastPlaces {
  constructor(private readonly storage: Storage | undefined) {}

  /** Returns the place to open a connection at: where it was left, or Today. */
  routeFor(connection: string): Route {
    return this.#read().get(connection) ?? { place: 'today' };
  }

  /** Stores a place; a route that is not stored (connections, household, guide) keeps the previous place. */
  store(connection: string, route: Route): void {
    const { success, data } = place.safeParse(route);
    if (success) this.#write(this.#read().set(connection, data));
  }

  /** Drops connections that no longer exist. */
  retainOnly(connections: readonly string[]): void {
    const known = this.#read();
    const remaining = new Map([...known].filter(([id]) => connections.includes(id)));
    if (remaining.size < known.size) this.#write(remaining);
  }

  /** Ignores invalid data, for example data of another version. */
  #read(): Map<string, Place> {
    try {
      const stored: unknown = JSON.parse(this.storage?.getItem(STORAGE_KEY) ?? '{}');
      const entries = z.record(z.string(), z.unknown()).parse(stored);
      return new Map(
        Object.entries(entries).flatMap(([id, value]) => {
          const { success, data } = place.safeParse(value);
          return success ? [[id, data] as const] : [];
        }),
      );
    } catch {
      return new Map();
    }
  }

  #write(places: ReadonlyMap<string, Place>): void {
    this.storage?.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(places)));
  }
}

export const lastPlaces = new LastPlaces(globalThis.localStorage);
