import { z } from 'zod';
import { resourceName } from '../../preload/contract/query';
import { TASK_NAMES } from '../../preload/contract/places';
import type { Route } from '../routes';

const KEY = 'last-places';

/** What is kept of a place: never a search, a filter or a record, which may hold a person's name. */
const place = z.discriminatedUnion('place', [
  z.object({ place: z.literal('today') }),
  z.object({ place: z.literal('changes') }),
  z.object({ place: z.literal('settings') }),
  z.object({ place: z.literal('task'), task: z.enum(TASK_NAMES) }),
  z.object({ place: z.literal('resource'), resource: resourceName, view: z.string().exactOptional() }),
]);
type Place = z.output<typeof place>;

/** Where people were in each connection when they left it, on this computer. */
export class LastPlaces {
  constructor(private readonly storage: Storage | undefined) {}

  /** The place to open a connection at: where it was left, or Today. */
  of(connection: string): Route {
    return this.#read().get(connection) ?? { place: 'today' };
  }

  /** Keeps a place; the screen with the connections is not one of a connection, so it leaves the one before. */
  keep(connection: string, route: Route): void {
    const { success, data } = place.safeParse(route);
    if (success) this.#write(this.#read().set(connection, data));
  }

  /** Forgets connections that are not there any more. */
  keepOnly(connections: readonly string[]): void {
    const known = this.#read();
    const left = new Map([...known].filter(([id]) => connections.includes(id)));
    if (left.size < known.size) this.#write(left);
  }

  /** What another version wrote, or nobody, is no place. */
  #read(): Map<string, Place> {
    try {
      const kept: unknown = JSON.parse(this.storage?.getItem(KEY) ?? '{}');
      const entries = z.record(z.string(), z.unknown()).parse(kept);
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
    this.storage?.setItem(KEY, JSON.stringify(Object.fromEntries(places)));
  }
}

export const lastPlaces = new LastPlaces(globalThis.localStorage);
