import { LatestResult } from '#common/latest-result';
import { appendTo, getOrCompute } from '#contract/maps';
import { allRecordsQuery } from '#contract/query';
import { MAIN_LIST, resourceNamed, type ResourceName } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import { nameIn, titleNameIn } from './recognize';

export type NameHolderReader = Pick<CacheReader, 'version' | 'window' | 'facets'>;

/** The record that has a name. */
export interface NameHolder {
  /** Key of the record; null for a planned one. */
  readonly key: string | null;
  readonly title: string;
}

/** Holders of names (nameIn), and of titles (titleNameIn). */
interface Holders {
  readonly byName: Map<string, NameHolder[]>;
  readonly byTitle: Map<string, NameHolder[]>;
}

/** More than any list has: the names of all records are read. */
const MAX_RECORDS = 1_000_000;

/** Names of cached records (nameIn), recomputed after they change. */
export class CachedNames {
  readonly #reader: NameHolderReader;
  readonly #holdersByResource = new Map<ResourceName, LatestResult<Holders>>();

  constructor(reader: NameHolderReader) {
    this.#reader = reader;
  }

  holders(resource: ResourceName): ReadonlyMap<string, readonly NameHolder[]> {
    return this.#current(resource).byName;
  }

  /** Returns the holders of titles, which may have other slugs, by `titleNameIn`. */
  titleHolders(resource: ResourceName): ReadonlyMap<string, readonly NameHolder[]> {
    return this.#current(resource).byTitle;
  }

  #current(resource: ResourceName): Holders {
    const latest = getOrCompute(this.#holdersByResource, resource, () => new LatestResult());
    return latest.get(this.#reader.version, () => this.#read(resource));
  }

  /** Returns the one firm of all records of the main list; null if there are several, or none is known. */
  onlyFirm(): string | null {
    const { values, distinct } = this.#reader.facets({
      query: allRecordsQuery(MAIN_LIST),
      field: 'firm_id',
      contains: '',
      limit: 2,
    });
    return distinct === 1 ? (values[0]?.value ?? null) : null;
  }

  #read(resource: ResourceName): Holders {
    const descriptor = resourceNamed(resource);
    const columns = [...new Set(['slug', 'firm_id', ...descriptor.title])].filter(
      (name) => descriptor.fields[name]?.column !== undefined,
    );
    const holders: Holders = { byName: new Map(), byTitle: new Map() };
    const { rows } = this.#reader.window({
      query: allRecordsQuery(resource),
      columns,
      offset: 0,
      limit: MAX_RECORDS,
    });
    for (const { key, cells } of rows) {
      const text = (field: string): string | undefined => {
        const cell = cells[columns.indexOf(field)] ?? null;
        return cell === null ? undefined : JSON.stringify(cell);
      };
      const title = String(cells[columns.indexOf(descriptor.title[0] ?? '')] ?? '');
      addHolder(holders.byName, nameIn(descriptor, text), { key, title });
      addHolder(holders.byTitle, titleNameIn(descriptor, text), { key, title });
    }
    return holders;
  }
}

function addHolder(holders: Map<string, NameHolder[]>, name: string | null, holder: NameHolder): void {
  if (name !== null) appendTo(holders, name, holder);
}
