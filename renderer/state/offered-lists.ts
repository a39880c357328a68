import { z } from 'zod';
import type { Live } from '#contract/calls/live';
import { resourceName } from '#contract/resource-name';
import { isOptionalList, RESOURCE_NAMES, type ResourceName } from '#contract/resources';

const KEY = 'offered-lists';
const storedLists = z.record(z.string(), z.array(z.string()));

/** Returns true if it is known which lists have records: a refresh has ended, and none is active or interrupted. */
const isSettled = ({ run, canResume, resources }: Live): boolean =>
  run?.state !== 'running' &&
  run?.state !== 'paused' &&
  !canResume &&
  resources.some(({ resource, asOf }) => asOf !== null && !isOptionalList(resource));

const nonEmptyLists = (live: Live | null): ReadonlySet<ResourceName> =>
  new Set(
    live?.resources.flatMap(({ resource, count }) =>
      isOptionalList(resource) && count > 0 ? [resource] : [],
    ),
  );

/**
 * The optional lists that the sidebar offers. While a connection opens or refreshes, these are the lists it had
 * before and those with records by now, or all of them for a new connection, so that the sidebar moves less.
 */
export class OfferedLists {
  readonly #storage: Storage | undefined;

  constructor(storage: Storage | undefined) {
    this.#storage = storage;
  }

  listsFor(connection: string, live: Live | null): ReadonlySet<ResourceName> {
    const nonEmpty = nonEmptyLists(live);
    if (live && isSettled(live)) return nonEmpty;
    const previousNames = this.#read()[connection];
    if (!previousNames) return new Set(RESOURCE_NAMES.filter(isOptionalList));
    return new Set([
      ...nonEmpty,
      ...previousNames.flatMap((name) => resourceName.safeParse(name).data ?? []),
    ]);
  }

  /** Remembers the lists of a connection, once they are known. */
  store(connection: string, live: Live | null): void {
    if (!live || live.connectionId !== connection || !isSettled(live)) return;
    const storedByConnection = this.#read();
    const lists = [...nonEmptyLists(live)];
    if (String(storedByConnection[connection]) === String(lists)) return;
    this.#storage?.setItem(KEY, JSON.stringify({ ...storedByConnection, [connection]: lists }));
  }

  /** Drops connections that no longer exist. */
  retainOnly(connections: readonly string[]): void {
    const entries = Object.entries(this.#read());
    const remaining = entries.filter(([id]) => connections.includes(id));
    if (remaining.length < entries.length)
      this.#storage?.setItem(KEY, JSON.stringify(Object.fromEntries(remaining)));
  }

  /** Ignores invalid data, for example data of another version. */
  #read(): Readonly<Record<string, readonly string[]>> {
    try {
      return storedLists.parse(JSON.parse(this.#storage?.getItem(KEY) ?? '{}'));
    } catch {
      return {};
    }
  }
}

export const offeredLists = new OfferedLists(globalThis.localStorage);
