type Value = string | number | null;

/** Minimum initial capacity. */
const MIN_CAPACITY = 4_096;

/** Returns a power of two that is large enough for this many entries. */
const capacityFor = (count: number): number => 2 ** Math.ceil(Math.log2(Math.max(MIN_CAPACITY, count)));

/** A growable list of 32-bit integers, stored outside the garbage-collected heap. */
export class IntList {
  #items: Int32Array<ArrayBuffer>;
  #length = 0;

  /** `expected`: the approximate number of entries. */
  constructor(expected = 0) {
    this.#items = new Int32Array(capacityFor(expected));
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#items.length) {
      const grown = new Int32Array(this.#length * 2);
      grown.set(this.#items);
      this.#items = grown;
    }
    this.#items[this.#length] = value;
    this.#length += 1;
  }

  /** Returns 0 for an index that was never set. */
  at(index: number): number {
    return this.#items[index] ?? 0;
  }

  /** Sets the value at any index; skipped indexes before it read as 0. */
  put(index: number, value: number): void {
    if (index >= this.#items.length) {
      const grown = new Int32Array(capacityFor(index + 1));
      grown.set(this.#items);
      this.#items = grown;
    }
    this.#items[index] = value;
    if (index >= this.#length) this.#length = index + 1;
  }
}

/** The kind of a value. Values are compared within a kind only, which V8 does much faster. */
const [OTHER, INT, TEXT] = [0, 1, 2];
const KINDS = 3;

/**
 * An intern table: assigns consecutive numbers from 0 to distinct values, in order of arrival. With a Map, each
 * newly read text costs about a microsecond, which doubles the time for a list of 100,000 rows; this table hashes
 * the characters itself.
 */
export class InternTable {
  readonly #values: Value[] = [];
  /** For each value: the number of its scope, combined with its kind. */
  readonly #scopes: IntList;
  /** Open-addressing table of (hash, number + 1) pairs; 0 marks an empty entry. */
  #table: Int32Array<ArrayBuffer>;

  /** `expected`: the approximate number of values. */
  constructor(expected = 0) {
    this.#scopes = new IntList(expected);
    this.#table = new Int32Array(4 * capacityFor(expected));
  }

  get size(): number {
    return this.#values.length;
  }

  /** All values, indexed by their number. */
  get values(): readonly Value[] {
    return this.#values;
  }

  /** Returns the value with this number. */
  value(number: number): Value {
    return this.#values[number] ?? null;
  }

  /** Returns the number of a value within a scope, or -1 if the value was never added. */
  indexOf(value: Value, scope = 0): number {
    return (this.#table[this.#entryOf(value, scope, hashOf(value, scope)) + 1] ?? 0) - 1;
  }

  /** Returns the number of a value within a scope; adds the value if it is new. */
  put(value: Value, scope = 0): number {
    const hash = hashOf(value, scope);
    const index = this.#entryOf(value, scope, hash);
    const existing = (this.#table[index + 1] ?? 0) - 1;
    if (existing >= 0) return existing;
    const number = this.#values.push(value) - 1;
    this.#scopes.push(scope * KINDS + kindOf(value));
    this.#table[index] = hash;
    this.#table[index + 1] = number + 1;
    if (number * 4 > this.#table.length) this.#grow(); // half of the pairs are in use
    return number;
  }

  /** Returns the table index of a value, or the free index where it belongs. */
  #entryOf(value: Value, scope: number, hash: number): number {
    const table = this.#table;
    const mask = table.length - 2;
    const kind = kindOf(value);
    const scopeAndKind = scope * KINDS + kind;
    for (let index = (hash << 1) & mask; ; index = (index + 2) & mask) {
      const number = (table[index + 1] ?? 0) - 1;
      if (number < 0) return index;
      if (table[index] !== hash || this.#scopes.at(number) !== scopeAndKind) continue;
      // For integers in one scope, equal hashes mean equal values.
      if (
        kind === INT ||
        (kind === TEXT ? this.#isText(number, value as string) : this.#values[number] === value)
      )
        return index;
    }
  }

  #isText(number: number, text: string): boolean {
    return (this.#values[number] as string) === text;
  }

  #grow(): void {
    const oldTable = this.#table;
    const table = (this.#table = new Int32Array(oldTable.length * 2));
    const mask = table.length - 2;
    for (let oldIndex = 0; oldIndex < oldTable.length; oldIndex += 2) {
      const [hash = 0, numberPlusOne = 0] = [oldTable[oldIndex], oldTable[oldIndex + 1]];
      if (numberPlusOne === 0) continue;
      let index = (hash << 1) & mask;
      while (table[index + 1] !== 0) index = (index + 2) & mask;
      table[index] = hash;
      table[index + 1] = numberPlusOne;
    }
  }
}

/** Returns a 32-bit hash of a value within a scope: FNV-1a for texts, whose bits are then mixed as in MurmurHash. */
export function hashOf(value: Value, scope = 0): number {
  let hash = Math.imul(scope, 0x9e3779b1);
  // Consecutive numbers such as IDs get neighboring table entries.
  if (typeof value === 'number') return hash ^ value ^ (value >>> 16);
  hash ^= 0x811c9dc5;
  if (value !== null)
    for (let index = 0; index < value.length; index += 1)
      hash = Math.imul(hash ^ value.charCodeAt(index), 0x01000193);
  return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
}

const kindOf = (value: Value): number =>
  typeof value === 'number' ? ((value | 0) === value ? INT : OTHER) : value === null ? OTHER : TEXT;
