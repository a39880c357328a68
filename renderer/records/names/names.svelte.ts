import { SvelteMap } from 'svelte/reactivity';
import { nameWithNumber, type NamedList } from '#contract/calls/names';
import { holdsMany, type Field } from '#contract/fields';
import type { EngineClient } from '../../bridge';
import { EMPTY, isEmptyValue } from '../../ui/format';

/** IDs per request. */
const IDS_PER_REQUEST = 500;
const LIST_GAP = ', ';

type ByList = Readonly<Record<string, Readonly<Record<string, string>>>>;
type NamesEngine = Pick<EngineClient, 'names'>;

/**
 * Names for displayed IDs. Unknown ones are requested together, once per frame; until then, and if the
 * service has no name, only the ID is shown.
 */
export class NameCache {
  #engine: NamesEngine | null = null;
  #connection = '';
  #version = 0;
  readonly #names = new SvelteMap<string, string>();
  /** Numbers by which users know records, shown instead of their IDs. */
  readonly #numbers = new SvelteMap<string, string>();
  /** Data version at which each was requested. */
  readonly #requestTimes = new Map<string, number>();
  readonly #pendingIds = new Map<NamedList, Set<string>>();
  #isDue = false;
  /** Changes after requested names arrive: texts made before contain bare IDs. */
  learned = $state(0);

  /** Sets the connection and data version that the names belong to. */
  use(engine: NamesEngine | null, connection: string, version: number): void {
    if (connection !== this.#connection) {
      this.#names.clear();
      this.#numbers.clear();
      this.#requestTimes.clear();
    }
    this.#engine = engine;
    this.#connection = connection;
    this.#version = version;
  }

  /** Returns the name of one ID, if known. */
  nameOf(thing: string, id: string): string | undefined {
    const key = `${thing}/${id}`;
    if (this.#engine && this.#requestTimes.get(key) !== this.#version)
      this.#want(thing as NamedList, id, key);
    return this.#names.get(key);
  }

  /** Returns the number by which users know a record, if it has one; otherwise its ID. */
  numberOf(thing: string, id: string): string {
    return this.nameOf(thing, id) === undefined ? id : (this.#numbers.get(`${thing}/${id}`) ?? id);
  }

  /** Returns a function that adds names received with rows, while the connection is the same. */
  nameReceiver(): (found: ByList, numbers?: ByList) => void {
    const connection = this.#connection;
    return (found, numbers = {}) => {
      if (connection !== this.#connection) return;
      for (const [thing, names] of Object.entries(found))
        for (const [id, name] of Object.entries(names))
          this.#storeName(`${thing}/${id}`, name, numbers[thing]?.[id]);
    };
  }

  #storeName(key: string, name: string, number: string | undefined): void {
    this.#requestTimes.set(key, this.#version);
    if (this.#names.get(key) !== name) this.#names.set(key, name);
    if (this.#numbers.get(key) === number) return;
    if (number === undefined) this.#numbers.delete(key);
    else this.#numbers.set(key, number);
  }

  /** Returns one ID's name with its number, or with the ID if it has none; the ID alone without a name. */
  label(thing: string, id: string): string {
    const name = this.nameOf(thing, id);
    return name === undefined ? id : nameWithNumber({ id, name, number: this.numberOf(thing, id) });
  }

  /** Returns a tooltip with the internal IDs; undefined if they are shown already. */
  idTip(thing: string, value: unknown): string | undefined {
    const ids = isEmptyValue(value) ? [] : String(value).split(LIST_GAP);
    if (ids.every((id) => this.numberOf(thing, id) === id)) return undefined;
    return `${ids.length === 1 ? 'Internal ID' : 'Internal IDs'}: ${ids.join(LIST_GAP)}`;
  }

  /** "The Juns Household (60001)", an account with its number; several are joined. */
  textOf(thing: string, value: unknown): string {
    if (isEmptyValue(value)) return EMPTY;
    return String(value)
      .split(LIST_GAP)
      .map((id) => this.label(thing, id))
      .join(LIST_GAP);
  }

  /**
   * Returns the same texts without the IDs of named records; an account keeps its number. For cells with a
   * tooltip.
   */
  shortWords(thing: string, value: unknown): string {
    if (isEmptyValue(value)) return EMPTY;
    return String(value)
      .split(LIST_GAP)
      .map((id) => (this.numberOf(thing, id) === id ? (this.nameOf(thing, id) ?? id) : this.label(thing, id)))
      .join(LIST_GAP);
  }

  /** Returns the names of a list alone; equal ones keep their number or ID. For cells with a tooltip. */
  listWords(thing: string, value: unknown): string {
    if (isEmptyValue(value)) return EMPTY;
    const ids = String(value).split(LIST_GAP);
    const found = ids.map((id) => this.nameOf(thing, id) ?? id);
    const isUnique = (name: string): boolean => found.indexOf(name) === found.lastIndexOf(name);
    return found.map((name, at) => (isUnique(name) ? name : this.label(thing, ids[at] ?? ''))).join(LIST_GAP);
  }

  #want(thing: NamedList, id: string, key: string): void {
    this.#requestTimes.set(key, this.#version);
    const ids = this.#pendingIds.get(thing) ?? new Set();
    this.#pendingIds.set(thing, ids.add(id));
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => this.#requestNames());
  }

  #requestNames(): void {
    this.#isDue = false;
    const wanted = [...this.#pendingIds];
    this.#pendingIds.clear();
    for (const [thing, ids] of wanted) {
      const all = [...ids];
      for (let at = 0; at < all.length; at += IDS_PER_REQUEST)
        void this.#learn(thing, all.slice(at, at + IDS_PER_REQUEST));
    }
  }

  async #learn(list: NamedList, ids: readonly string[]): Promise<void> {
    const connection = this.#connection;
    try {
      const found = await this.#engine?.names.byId({ list, ids: [...ids] });
      if (!found || connection !== this.#connection) return;
      for (const { id, name, number } of found) this.#storeName(`${list}/${id}`, name, number);
      if (found.length > 0) this.learned += 1;
    } catch {
      // The ID alone is fine. It is requested again when displayed with other data.
    }
  }
}

/** The names of the open connection. */
export const names = new NameCache();

/** Formats one ID in a sentence: "Juniper Harbor Wealth (39)", or "firm 39" without a name. */
export function namedIdText(thing: NamedList, id: string, noun: string): string {
  return names.nameOf(thing, id) === undefined ? `${noun} ${id}` : names.label(thing, id);
}

/** Returns a formatter for a field's IDs without those that have a name; undefined for fields without IDs. */
export const shortNamedWords = (
  field: Pick<Field, 'names' | 'secret'>,
): ((value: unknown) => string) | undefined => {
  const { names: thing, secret } = field;
  return thing && !secret ? (value) => names.shortWords(thing, value) : undefined;
};

/** Returns a formatter for a list cell: the names of several records have no numbers, which would cut them. */
export const cellNamedWords = (
  field: Pick<Field, 'kind' | 'names' | 'secret'>,
): ((value: unknown) => string) | undefined => {
  const { kind, names: thing, secret } = field;
  if (!thing || secret || !holdsMany(kind)) return shortNamedWords(field);
  return (value) => names.listWords(thing, value);
};

/** Returns a formatter for a field's IDs; undefined for fields without IDs. */
export const namedText = (
  field: Pick<Field, 'names' | 'secret'>,
): ((value: unknown) => string) | undefined => {
  const { names: thing, secret } = field;
  return thing && !secret ? (value) => names.textOf(thing, value) : undefined;
};
