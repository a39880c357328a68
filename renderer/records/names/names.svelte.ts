import { SvelteMap } from 'svelte/reactivity';
import { nameWithNumber, type NamedList } from '#contract/calls/names';
import { holdsMany, type Field } from '#contract/fields';
import { FIRM_LIST } from '#contract/resources';
import type { EngineClient } from '../../bridge';
import { EMPTY, isEmptyValue } from '../../ui/format';

/** IDs per request. */
const IDS_PER_REQUEST = 500;
const LIST_SEPARATOR = ', ';

type ByList = Readonly<Record<string, Readonly<Record<string, string>>>>;
type NamesEngine = Pick<EngineClient, 'names'>;

/**
 * Names for displayed IDs. Unknown ones are requested together, after the current task; until they arrive, and
 * if the service has no name, only the ID is shown.
 */
export class NameCache {
  #engine: NamesEngine | null = null;
  #connection = '';
  #version = 0;
  readonly #names = new SvelteMap<string, string>();
  /** Numbers by which users know records, shown instead of their IDs. */
  readonly #numbers = new SvelteMap<string, string>();
  /** Data version at which each name was requested. */
  readonly #requestVersions = new Map<string, number>();
  readonly #pendingIds = new Map<NamedList, Set<string>>();
  #isRequestScheduled = false;
  /** Number of times that requested names arrived. Texts formatted before contain bare IDs. */
  updateCount = $state(0);

  /** Sets the connection and data version that the names belong to. */
  use(engine: NamesEngine | null, connection: string, version: number): void {
    if (connection !== this.#connection) {
      this.#names.clear();
      this.#numbers.clear();
      this.#requestVersions.clear();
    }
    this.#engine = engine;
    this.#connection = connection;
    this.#version = version;
  }

  /** Returns the name of one ID, if known; requests it, at most once per data version. */
  nameOf(list: string, id: string): string | undefined {
    const key = `${list}/${id}`;
    if (this.#engine && this.#requestVersions.get(key) !== this.#version)
      this.#requestLater(list as NamedList, id, key);
    return this.#names.get(key);
  }

  /** Returns the number by which users know a record, if it has one; otherwise its ID. */
  numberOf(list: string, id: string): string {
    return this.nameOf(list, id) === undefined ? id : (this.#numbers.get(`${list}/${id}`) ?? id);
  }

  /** Returns a function that adds names received with rows, while the connection is the same. */
  nameReceiver(): (namesByList: ByList, numbers?: ByList) => void {
    const [connection, version] = [this.#connection, this.#version];
    return (namesByList, numbers = {}) => {
      if (connection !== this.#connection) return;
      for (const [list, names] of Object.entries(namesByList))
        for (const [id, name] of Object.entries(names))
          this.#storeName(`${list}/${id}`, name, numbers[list]?.[id], version);
    };
  }

  /** Stores a name that was read at a data version, unless a newer one may be stored. */
  #storeName(key: string, name: string, number: string | undefined, version: number): void {
    const latest = this.#requestVersions.get(key) ?? version;
    if (latest > version && this.#names.has(key)) return;
    this.#requestVersions.set(key, Math.max(latest, version));
    if (this.#names.get(key) !== name) this.#names.set(key, name);
    if (this.#numbers.get(key) === number) return;
    if (number === undefined) this.#numbers.delete(key);
    else this.#numbers.set(key, number);
  }

  /** Returns one ID's name with its number, or with the ID if it has none; the ID alone without a name. */
  label(list: string, id: string): string {
    const name = this.nameOf(list, id);
    return name === undefined ? id : nameWithNumber({ id, name, number: this.numberOf(list, id) });
  }

  /**
   * Returns a tooltip with the internal IDs for a text of `label` or `textOf`; undefined if no record has a number,
   * because the text then shows the IDs.
   */
  idTip(list: string, value: unknown): string | undefined {
    const ids = isEmptyValue(value) ? [] : String(value).split(LIST_SEPARATOR);
    if (ids.every((id) => this.numberOf(list, id) === id)) return undefined;
    return `${ids.length === 1 ? 'Internal ID' : 'Internal IDs'}: ${ids.join(LIST_SEPARATOR)}`;
  }

  /** "The Juns Household (60001)", an account with its number; several are joined. */
  textOf(list: string, value: unknown): string {
    if (isEmptyValue(value)) return EMPTY;
    return String(value)
      .split(LIST_SEPARATOR)
      .map((id) => this.label(list, id))
      .join(LIST_SEPARATOR);
  }

  /**
   * Like `textOf`, but without the IDs of named records; an account keeps its number. For cells with a
   * tooltip.
   */
  shortText(list: string, value: unknown): string {
    if (isEmptyValue(value)) return EMPTY;
    return String(value)
      .split(LIST_SEPARATOR)
      .map((id) => (this.numberOf(list, id) === id ? (this.nameOf(list, id) ?? id) : this.label(list, id)))
      .join(LIST_SEPARATOR);
  }

  /** Returns the names of several records alone; equal ones keep their number or ID. For cells with a tooltip. */
  joinedNames(list: string, value: unknown): string {
    if (isEmptyValue(value)) return EMPTY;
    const ids = String(value).split(LIST_SEPARATOR);
    const namesOrIds = ids.map((id) => this.nameOf(list, id) ?? id);
    const isUnique = (name: string): boolean => namesOrIds.indexOf(name) === namesOrIds.lastIndexOf(name);
    return namesOrIds
      .map((name, index) => (isUnique(name) ? name : this.label(list, ids[index] ?? '')))
      .join(LIST_SEPARATOR);
  }

  #requestLater(list: NamedList, id: string, key: string): void {
    this.#requestVersions.set(key, this.#version);
    const ids = this.#pendingIds.get(list) ?? new Set();
    this.#pendingIds.set(list, ids.add(id));
    if (this.#isRequestScheduled) return;
    this.#isRequestScheduled = true;
    setTimeout(() => this.#requestNames());
  }

  #requestNames(): void {
    this.#isRequestScheduled = false;
    const requests = [...this.#pendingIds];
    this.#pendingIds.clear();
    for (const [list, ids] of requests) {
      const allIds = [...ids];
      for (let index = 0; index < allIds.length; index += IDS_PER_REQUEST)
        void this.#fetchNames(list, allIds.slice(index, index + IDS_PER_REQUEST));
    }
  }

  async #fetchNames(list: NamedList, ids: readonly string[]): Promise<void> {
    const [connection, version] = [this.#connection, this.#version];
    try {
      const namedIds = await this.#engine?.names.byId({ list, ids: [...ids] });
      if (!namedIds || connection !== this.#connection) return;
      for (const { id, name, number } of namedIds) this.#storeName(`${list}/${id}`, name, number, version);
      if (namedIds.length > 0) this.updateCount += 1;
    } catch {
      // The ID alone is fine. Its name is requested again when it is displayed at another data version.
    }
  }
}

/** The names of the open connection. */
export const names = new NameCache();

/** Formats a firm's ID in a sentence: "Juniper Harbor Wealth (39)", or "firm 39" without a name. */
export const namedFirmText = (id: string): string =>
  names.nameOf(FIRM_LIST, id) === undefined ? `firm ${id}` : names.label(FIRM_LIST, id);

/** Returns a formatter for a field's IDs that shows names without their IDs; undefined for other fields. */
export const shortNamedText = (
  field: Pick<Field, 'names' | 'secret'>,
): ((value: unknown) => string) | undefined => {
  const { names: list, secret } = field;
  return list && !secret ? (value) => names.shortText(list, value) : undefined;
};

/** Returns a formatter for a list cell: the names of several records have no numbers, which would cut them. */
export const cellNamedText = (
  field: Pick<Field, 'kind' | 'names' | 'secret'>,
): ((value: unknown) => string) | undefined => {
  const { kind, names: list, secret } = field;
  if (!list || secret || !holdsMany(kind)) return shortNamedText(field);
  return (value) => names.joinedNames(list, value);
};

/** Returns a formatter for a field's IDs that shows names with their IDs; undefined for other fields. */
export const namedText = (
  field: Pick<Field, 'names' | 'secret'>,
): ((value: unknown) => string) | undefined => {
  const { names: list, secret } = field;
  return list && !secret ? (value) => names.textOf(list, value) : undefined;
};
