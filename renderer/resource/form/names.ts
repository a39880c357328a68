import type { NamedId, NamedThing } from '../../../preload/contract/calls/names';
import type { Field } from '../../../preload/contract/fields';
import { resourceNamed, type ResourceName } from '../../../preload/contract/resources';
import type { EngineClient } from '../../bridge';
import { counted } from '../../kit/format';

/** Most that are offered at a time. */
const OFFERED = 20;

/** Finds what the IDs of one field name, where the service has names. A bare ID is always one, known or not. */
export class IdNames {
  readonly #thing: NamedThing | undefined;

  constructor(
    private readonly engine: EngineClient,
    private readonly resource: ResourceName,
    private readonly field: string,
    { names }: Pick<Field, 'names'>,
  ) {
    this.#thing = names as NamedThing | undefined;
  }

  /** Whether there can be names at all. */
  get named(): boolean {
    return this.#thing !== undefined;
  }

  /** Those that a typed text finds, by name or ID; without names, the IDs that other records have. */
  async search(text: string): Promise<readonly NamedId[]> {
    const typed = text.trim().slice(0, 100);
    if (this.#thing === undefined) return this.#used(typed);
    const { items, known } = await this.engine.names.find({ of: this.#thing, text: typed, limit: OFFERED });
    return known ? items : this.#used(typed);
  }

  /** What these IDs name; those that nobody knows are left out. */
  async of(ids: readonly string[]): Promise<ReadonlyMap<string, NamedId>> {
    if (this.#thing === undefined || ids.length === 0) return new Map();
    const found = await this.engine.names.of({ of: this.#thing, ids: [...new Set(ids)].slice(0, 1000) });
    return new Map(found.map((named) => [named.id, named]));
  }

  /** IDs that other records of the list have, the most frequent first. */
  async #used(contains: string): Promise<NamedId[]> {
    const { fields, sort, one, many } = resourceNamed(this.resource);
    if (fields[this.field]?.column === undefined) return [];
    const { values } = await this.engine.records.facets({
      query: { resource: this.resource, search: '', filters: [], sort },
      field: this.field,
      contains,
      limit: OFFERED,
    });
    return values.flatMap(({ value, count }) =>
      value === null ? [] : [{ id: value, name: '', detail: counted(count, one, many) }],
    );
  }
}
