import { SvelteMap } from 'svelte/reactivity';
import type { NamedThing } from '../../../preload/contract/calls/names';
import type { Field } from '../../../preload/contract/fields';
import type { EngineClient } from '../../bridge';
import { EMPTY, isEmpty } from '../../kit/format';

/** IDs asked about at once. */
const AT_ONCE = 500;
const LIST_GAP = ', ';

type Asking = Pick<EngineClient, 'names'>;

/**
 * What people call the IDs on the screen. What is not known yet is asked for, all that one frame shows together; until
 * then, and where the service has no name, the ID stands alone.
 */
export class Names {
  #engine: Asking | null = null;
  #connection = '';
  #version = 0;
  readonly #names = new SvelteMap<string, string>();
  /** The data's version at which each was asked about. */
  readonly #asked = new Map<string, number>();
  readonly #wanted = new Map<NamedThing, Set<string>>();
  #isDue = false;
  /** Moves on whenever names were learned that had to be asked for: texts made before have bare IDs in them. */
  learned = $state(0);

  /** Names are those of one connection, and may be others when its data has changed. */
  use(engine: Asking | null, connection: string, version: number): void {
    if (connection !== this.#connection) {
      this.#names.clear();
      this.#asked.clear();
    }
    this.#engine = engine;
    this.#connection = connection;
    this.#version = version;
  }

  /** The name of one ID, if it is known by now. */
  of(thing: string, id: string): string | undefined {
    const key = `${thing}/${id}`;
    if (this.#engine && this.#asked.get(key) !== this.#version) this.#want(thing as NamedThing, id, key);
    return this.#names.get(key);
  }

  /** What comes with rows: names by list and ID, which need not be asked for. Taken while the connection is the same. */
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

  /** "The Juns Household (60001)"; of a list one after the other. */
  words(thing: string, value: unknown): string {
    if (isEmpty(value)) return EMPTY;
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
      for (let at = 0; at < all.length; at += AT_ONCE) void this.#learn(thing, all.slice(at, at + AT_ONCE));
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
      // The ID alone works. It is asked for again when it is next shown with other data.
    }
  }
}

/** The names of the open connection. */
export const names = new Names();

/** One ID in a sentence: "Juniper Harbor Wealth (39)", or "firm 39" where it has no name. */
export function idWords(thing: NamedThing, id: string, noun: string): string {
  const name = names.of(thing, id);
  return name === undefined ? `${noun} ${id}` : `${name} (${id})`;
}

/** How a field's IDs are shown; undefined for fields that hold none. */
export const namedWords = (
  field: Pick<Field, 'names' | 'secret'>,
): ((value: unknown) => string) | undefined => {
  const { names: thing, secret } = field;
  return thing && !secret ? (value) => names.words(thing, value) : undefined;
};
