import type { Selection } from '../../preload/contract/query';

/** The most single records that a selection can name (the contract's limit); "all that match" has no limit. */
export const MOST_KEYS = 20_000;

interface Marks {
  readonly kind: Selection['kind'];
  /** The marked records, or those left out of "all". */
  readonly keys: ReadonlySet<string>;
}

const NONE: Marks = { kind: 'keys', keys: new Set() };

/** What a person has marked: single records, or everything that matches but some. Survives scrolling and sorting. */
export class GridSelection {
  #marks = $state.raw(NONE);

  get kind(): Selection['kind'] {
    return this.#marks.kind;
  }

  has(key: string): boolean {
    return this.#marks.keys.has(key) === (this.#marks.kind === 'keys');
  }

  /** How many are marked, of `total` that match. */
  count(total: number): number {
    const { kind, keys } = this.#marks;
    return kind === 'keys' ? keys.size : Math.max(0, total - keys.size);
  }

  only(key: string): void {
    this.#marks = { kind: 'keys', keys: new Set([key]) };
  }

  /** Marks or unmarks one record. False when the limit of single records is reached. */
  toggle(key: string): boolean {
    const keys = new Set(this.#marks.keys);
    if (!keys.delete(key)) keys.add(key);
    return this.#set({ kind: this.#marks.kind, keys });
  }

  replace(keys: Iterable<string>): boolean {
    return this.#set({ kind: 'keys', keys: new Set(keys) });
  }

  /** Marks these too. */
  add(more: Iterable<string>): boolean {
    const keys = new Set(this.#marks.keys);
    for (const key of more) {
      if (this.#marks.kind === 'keys') keys.add(key);
      else keys.delete(key);
    }
    return this.#set({ kind: this.#marks.kind, keys });
  }

  all(): void {
    this.#marks = { kind: 'all', keys: new Set() };
  }

  clear(): void {
    this.#marks = NONE;
  }

  /** As the engine takes it. */
  get value(): Selection {
    const { kind, keys } = this.#marks;
    return kind === 'keys' ? { kind, keys: [...keys] } : { kind, except: [...keys] };
  }

  #set(marks: Marks): boolean {
    if (marks.keys.size > MOST_KEYS) return false;
    this.#marks = marks;
    return true;
  }
}
