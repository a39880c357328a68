import { isRemoteList, type NamedId, type NamedList } from '#contract/calls/names';
import type { Field } from '#contract/fields';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { EngineClient } from '../../bridge';
import { countOf } from '../../ui/format';

/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 20;
/** Maximum number of characters of a typed text that are searched. */
const MAX_TYPED = 100;
/** Maximum number of IDs per request (calls/names.ts). */
const MAX_LOOKED_UP = 1000;

/** Suggests IDs for a field by name, if the service has names. A bare ID is always valid, known or not. */
export class IdNames {
  readonly #list: NamedList | undefined;
  readonly #engine: EngineClient;
  readonly #resource: ResourceName;
  readonly #field: string;

  constructor(engine: EngineClient, resource: ResourceName, field: string, { names }: Pick<Field, 'names'>) {
    this.#engine = engine;
    this.#resource = resource;
    this.#field = field;
    this.#list = names as NamedList | undefined;
  }

  /** True if there can be names. */
  get hasNames(): boolean {
    return this.#list !== undefined;
  }

  /** Returns matches of a typed text by name or ID; without names, IDs that other records have. */
  async search(text: string): Promise<readonly NamedId[]> {
    const typed = text.trim().slice(0, MAX_TYPED);
    if (this.#list === undefined) return this.#usedIds(typed);
    const { items, hasNames } = await this.#engine.names.find({
      list: this.#list,
      text: typed,
      limit: MAX_SUGGESTIONS,
    });
    return hasNames ? items : this.#usedIds(typed);
  }

  /** Returns the names of the known ones among the first `MAX_LOOKED_UP` IDs. */
  async lookUp(ids: readonly string[]): Promise<ReadonlyMap<string, NamedId>> {
    if (this.#list === undefined || ids.length === 0) return new Map();
    const namedIds = await this.#engine.names.byId({
      list: this.#list,
      ids: [...new Set(ids)].slice(0, MAX_LOOKED_UP),
    });
    return new Map(namedIds.map((named) => [named.id, named]));
  }

  /**
   * Returns those of some IDs that no record of their list on this computer has, after `lookUp` returned the known ones;
   * none if the list is not on this computer.
   */
  async unknownAmong(ids: readonly string[], known: ReadonlyMap<string, NamedId>): Promise<string[]> {
    const list = this.#list;
    const unknown = ids.slice(0, MAX_LOOKED_UP).filter((id) => !known.has(id));
    if (list === undefined || isRemoteList(list) || unknown.length === 0) return [];
    return (await this.#engine.names.find({ list, text: '', limit: 1 })).hasNames ? unknown : [];
  }

  /** Says that no record on this computer has an ID: "No fee structure with ID 7 in the data on this computer." */
  unknownText(id: string): string {
    const list = this.#list;
    const noun = list === undefined || isRemoteList(list) ? 'record' : resourceNamed(list).singular;
    return `No ${noun} with ID ${id} in the data on this computer.`;
  }

  /** Returns IDs that other records of the list have, most frequent first. */
  async #usedIds(contains: string): Promise<NamedId[]> {
    const { fields, sort, singular, plural } = resourceNamed(this.#resource);
    if (fields[this.#field]?.column === undefined) return [];
    const { values } = await this.#engine.records.facets({
      query: { resource: this.#resource, search: '', filters: [], sort },
      field: this.#field,
      contains,
      limit: MAX_SUGGESTIONS,
    });
    return values.flatMap(({ value, count }) =>
      value === null ? [] : [{ id: value, name: '', detail: countOf(count, singular, plural) }],
    );
  }
}
