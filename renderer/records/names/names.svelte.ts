import { SvelteMap } from 'svelte/reactivity';
import type { NamedThing } from '#contract/calls/names';
import type { Field } from '#contract/fields';
import type { EngineClient } from '../../bridge';
import { EMPTY, isEmptyValue } from '../../ui/format';

/** IDs per request. */
const IDS_PER_REQUEST = 500;
const LIST_GAP = ', ';

type Asking = Pick<EngineClient, 'names'>;

/**
 * Names for displayed IDs. Unknown ones are requested together, once per frame; until then, and if the
 * service has no name, only the ID is shown.
 */
export class NameCache {
  #engine: Asking | null = null;
  #connection = '';
  #version = 0;
  readonly #names = new SvelteMap<string, string>();
  /** Data version at which each was requested. */
  readonly #asked = new Map<string, number>();
  readonly #wanted = new Map<NamedThing, Set<string>>();
  #isDue = false;
  /** Changes after requested names arrive: texts made before contain bare IDs. */
  learned = $state(0);

  /** Sets the connection and data version that the names belong to. */
  use(engine: Asking | null, connection: string, version: number): void {
    if (connection !== this.#connection) {
      this.#names.clear();
      this.#asked.clear();
    }
    this.#engine = engine;
    this.#connection = connection;
    this.#version = version;
  }

  /** Returns the name of one ID, if known. */
  of(thing: string, id: string): string | undefined {
    const key = `${thing}/${id}`;
    if (this.#engine && this.#asked.get(key) !== this.#version) this.#want(thing as NamedThing, id, key);
    return this.#names.get(key);
  }

  /** Returns a function that adds names received with rows, while the connection is the same. */
  taker(): (found: Readonly<Record<string, Readonly<Record<string, string>>>>) => void {
    const connection = this.#connection;
    return (found) => {
      if (connection !== this.#connection) return;
      for (const [thing, names] of Object.entries(found))
        for (const [id, name] of Object.entries(names)) this.#take(`${thing}/${id}`, name);
    };
  }

  #take(key: string, name: string): void {
    this.#asked.set(key, this.#version);
    if (this.#names.get(key) !== name) this.#names.set(key, name);
  }

  /** "The Juns Household (60001)"; several are joined. */
  words(thing: string, value: unknown): string {
    if (isEmptyValue(value)) return EMPTY;
    return String(value)
      .split(LIST_GAP)
      .map((id) => {
        const name = this.of(thing, id);
        return name === undefined ? id : `${name} (${id})`;
      })
      .join(LIST_GAP);
  }

  #want(thing: NamedThing, id: string, key: string): void {
    this.#asked.set(key, this.#version);
    const ids = this.#wanted.get(thing) ?? new Set();
    this.#wanted.set(thing, ids.add(id));
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => this.#ask());
  }

  #ask(): void {
    this.#isDue = false;
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    for (const [thing, ids] of wanted) {
      const all = [...ids];
      for (let at = 0; at < all.length; at += IDS_PER_REQUEST)
        void this.#learn(thing, all.slice(at, at + IDS_PER_REQUEST));
    }
  }

  async #learn(of: NamedThing, ids: readonly string[]): Promise<void> {
    const connection = this.#connection;
    try {
      const found = await this.#engine?.names.of({ of, ids: [...ids] });
      if (!found || connection !== this.#connection) return;
      for (const { id, name } of found) this.#take(`${of}/${id}`, name);
      if (found.length > 0) this.learned += 1;
    } catch {
      // The ID alone is fine. It is requested again when displayed with other data.
    }
  }
}

/** The names of the open connection. */
export const names = new NameCache();

/** Formats one ID in a sentence: "Juniper Harbor Wealth (39)", or "firm 39" without a name. */
export function idWords(thing: NamedThing, id: string, noun: string): string {
  const name = names.of(thing, id);
  return name === undefined ? `${noun} ${id}` : `${name} (${id})`;
}

/** Returns a formatter for a field's IDs; undefined for fields without IDs. */
export const namedWords = (
  field: Pick<Field, 'names' | 'secret'>,
): ((value: unknown) => string) | undefined => {
  const { names: thing, secret } = field;
  return thing && !secret ? (value) => names.words(thing, value) : undefined;
};
