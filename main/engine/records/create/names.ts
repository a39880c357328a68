import type { Query } from '#contract/query';
import { MAIN_LIST, resourceNamed, type ResourceName } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import { nameIn } from './recognize';

export type NameHolderReader = Pick<CacheReader, 'version' | 'window' | 'facets'>;

/** The record that has a name. */
export interface NameHolder {
  /** Key of the record; null for a planned one. */
  readonly key: string | null;
  readonly title: string;
}

/** More than any list has: the names of all records are read. */
const MAX_RECORDS = 1_000_000;
const allRecordsOf = (resource: ResourceName): Query => ({
  resource,
  search: '',
  filters: [],
  sort: resourceNamed(resource).sort,
});

/** Names of cached records (nameIn), recomputed after they change. */
export class CachedNames {
  readonly #reader: NameHolderReader;
  readonly #holdersByResource = new Map<
    ResourceName,
    { version: number; holders: Map<string, NameHolder[]> }
  >();

  constructor(reader: NameHolderReader) {
    this.#reader = reader;
  }

  holders(resource: ResourceName): ReadonlyMap<string, readonly NameHolder[]> {
    const { version } = this.#reader;
    const known = this.#holdersByResource.get(resource);
    if (known?.version === version) return known.holders;
    const holders = this.#read(resource);
    this.#holdersByResource.set(resource, { version, holders });
    return holders;
  }

  /** Returns the one firm of all records of the main list; null if there are several, or none is known. */
  onlyFirm(): string | null {
    const { values, distinct } = this.#reader.facets({
      query: allRecordsOf(MAIN_LIST),
      field: 'firm_id',
      contains: '',
      limit: 2,
    });
    return distinct === 1 ? (values[0]?.value ?? null) : null;
  }

  #read(resource: ResourceName): Map<string, NameHolder[]> {
    const descriptor = resourceNamed(resource);
    const columns = [...new Set(['slug', 'firm_id', ...descriptor.title])].filter(
      (name) => descriptor.fields[name]?.column !== undefined,
    );
    const holders = new Map<string, NameHolder[]>();
    const { rows } = this.#reader.window({
      query: allRecordsOf(resource),
      columns,
      offset: 0,
      limit: MAX_RECORDS,
    });
    for (const { key, cells } of rows) {
      const text = (field: string): string | undefined => {
        const cell = cells[columns.indexOf(field)] ?? null;
        return cell === null ? undefined : JSON.stringify(cell);
      };
      const name = nameIn(descriptor, text);
      if (name === null) continue;
      const title = String(cells[columns.indexOf(descriptor.title[0] ?? '')] ?? '');
      const sameName = holders.get(name);
      if (sameName) sameName.push({ key, title });
      else holders.set(name, [{ key, title }]);
    }
    return holders;
  }
}
