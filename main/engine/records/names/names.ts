import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { isRemoteList, type NamedId, type NamedList, type RemoteList } from '#contract/calls/names';
import { resourceNamed } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import type { Service } from '../../service/client';
import type { Clock } from '../../service/clock';
import { SecurityNames } from './securities';

/** Names read per step. */
const NAMES_PER_STEP = 1_000;

export interface NamesDeps {
  readonly reader: Pick<CacheReader, 'named' | 'numbersByKey' | 'titles' | 'window' | 'states'>;
  readonly service: Pick<Service, 'call'>;
  readonly clock: Pick<Clock, 'now'>;
}

export type Names = ReturnType<typeof createNames>;

/** Names for the IDs of one connection: from cached lists, and for remote ones from the service. */
export function createNames({ reader, service, clock }: NamesDeps) {
  const remote: Readonly<Record<RemoteList, SecurityNames>> = {
    securities: new SecurityNames(service, clock),
  };
  const isCached = (list: NamedList): boolean =>
    reader.states().some(({ resource, count }) => resource === list && count > 0);
  return {
    /** Returns the names of some IDs, omitting IDs without one, or whose request failed. */
    async byId(list: NamedList, ids: readonly string[]): Promise<NamedId[]> {
      if (isRemoteList(list)) return remote[list].byId(ids);
      const numbers = reader.numbersByKey(list, ids);
      return reader.named(list, ids).map(({ key, title, subtitle }) => {
        const number = numbers[key];
        const named = { id: key, name: title, detail: detailWithoutId(subtitle, key) };
        return number === undefined ? named : { ...named, number };
      });
    },

    /** Returns all cached names of a list by ID; null if there are more than `limit`, or the list is remote. */
    async all(list: NamedList, limit: number): Promise<ReadonlyMap<string, string> | null> {
      if (isRemoteList(list)) return null;
      const count = reader.states().find(({ resource }) => resource === list)?.count ?? 0;
      if (count > limit) return null;
      const namesById = new Map<string, string>();
      let rows = reader.titles(list, 0, NAMES_PER_STEP);
      while (rows.length > 0) {
        for (const [, key, title] of rows) namesById.set(key, title);
        await yieldToEventLoop();
        rows = reader.titles(list, rows.at(-1)?.[0] ?? 0, NAMES_PER_STEP);
      }
      return namesById;
    },

    /** Returns true if names of a list can be read now. */
    hasNames: async (list: NamedList): Promise<boolean> =>
      isRemoteList(list) ? remote[list].hasNames() : isCached(list),

    /** Returns the best matches for a text; an empty text returns the first names. */
    async find(
      list: NamedList,
      text: string,
      limit: number,
    ): Promise<{ items: NamedId[]; hasNames: boolean }> {
      if (isRemoteList(list)) return remote[list].find(text, limit);
      const { sort } = resourceNamed(list);
      const query = { resource: list, search: text, filters: [], sort };
      const { rows } = reader.window({ query, columns: [], offset: 0, limit });
      const items = await this.byId(
        list,
        rows.map(({ key }) => key),
      );
      return { items, hasNames: isCached(list) };
    },
  };
}

/** Returns the details that identify a record, without its ID, which is shown next to them. */
const detailWithoutId = (subtitle: string, key: string): string =>
  subtitle
    .split(' · ')
    .filter((part) => part !== key)
    .join(' · ');
