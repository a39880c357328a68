import { nameWithNumber } from '#contract/calls/names';
import type { ResourceName } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';

/** Labels of records by list and ID: the name, with the number if the record has one. */
export type RecordLabels = Readonly<Partial<Record<ResourceName, Readonly<Record<string, string>>>>>;

/** Collects IDs of records that need a label. */
export class WantedLabels {
  readonly #wanted = new Map<ResourceName, Set<string>>();

  add(resource: ResourceName, ids: Iterable<string>): void {
    const known = this.#wanted.get(resource) ?? new Set();
    for (const id of ids) known.add(id);
    this.#wanted.set(resource, known);
  }

  /** Returns their labels; unknown records have none. */
  read(reader: Pick<CacheReader, 'named' | 'numbersByKey'>): RecordLabels {
    return Object.fromEntries(
      [...this.#wanted].map(([resource, set]) => {
        const ids = [...set];
        const numbers = reader.numbersByKey(resource, ids);
        const labels = reader.named(resource, ids).map(({ key, title }): [string, string] => {
          const number = numbers[key];
          return [key, number === undefined ? title : nameWithNumber({ id: key, name: title, number })];
        });
        return [resource, Object.fromEntries(labels)];
      }),
    );
  }
}

/** Returns a function that returns a record's label, or its ID if it has none. */
export const labelFrom =
  (labels: RecordLabels) =>
  (resource: ResourceName, id: string): string =>
    labels[resource]?.[id] || id;
