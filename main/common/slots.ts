type Value = string | number | null;

/** Places to begin with at least. */
const FIRST_SIZE = 4_096;

/** A power of two that has room for so many. */
const roomFor = (many: number): number => 2 ** Math.ceil(Math.log2(Math.max(FIRST_SIZE, many)));

/** Whole numbers of 32 bits, any number of them, outside of the heap that is tidied again and again. */
export class Ints {
  #room: Int32Array<ArrayBuffer>;
  #length = 0;

  /** `expected`: about how many there will be. */
  constructor(expected = 0) {
    this.#room = new Int32Array(roomFor(expected));
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#room.length) {
      const wider = new Int32Array(this.#length * 2);
      wider.set(this.#room);
      this.#room = wider;
    }
    this.#room[this.#length] = value;
    this.#length += 1;
  }

  /** 0 where nothing was put. */
  at(place: number): number {
    return this.#room[place] ?? 0;
  }

  /** At any place; 0 is at those before it that nothing was put at. */
  put(place: number, value: number): void {
    if (place >= this.#room.length) {
      const wider = new Int32Array(roomFor(place + 1));
      wider.set(this.#room);
      this.#room = wider;
    }
    this.#room[place] = value;
    if (place >= this.#length) this.#length = place + 1;
  }
}

/** What a value is, so that only values of one kind are compared: V8 compares those far faster than any two. */
const [OTHER, INT, TEXT] = [0, 1, 2];
const KINDS = 3;

/**
 * Numbers values from 0 on, in the order in which they come. To a Map each text that was just read costs about a
 * microsecond, in a list of 100,000 as much as all else that is done with it; here a text is hashed where it is.
 */
export class Slots {
  readonly #values: Value[] = [];
  /** Of each: what it is within, and its kind. */
  readonly #withins: Ints;
  /** Pairs of a hash and a number plus 1, each where its hash says or a place further on; 0: nothing. */
  #table: Int32Array<ArrayBuffer>;

  /** `expected`: about how many there will be. */
  constructor(expected = 0) {
    this.#withins = new Ints(expected);
    this.#table = new Int32Array(4 * roomFor(expected));
  }

  get size(): number {
    return this.#values.length;
  }

  /** All of them, each at its number. */
  get values(): readonly Value[] {
    return this.#values;
  }

  /** The value of a number. */
  value(slot: number): Value {
    return this.#values[slot] ?? null;
  }

  /** The number of a value, within another that is numbered; -1: it was not put. */
  of(value: Value, within = 0): number {
    return (this.#table[this.#place(value, within, hashOf(value, within)) + 1] ?? 0) - 1;
  }

  /** The same; a value that was not there is put. */
  put(value: Value, within = 0): number {
    const hash = hashOf(value, within);
    const place = this.#place(value, within, hash);
    const found = (this.#table[place + 1] ?? 0) - 1;
    if (found >= 0) return found;
    const slot = this.#values.push(value) - 1;
    this.#withins.push(within * KINDS + kindOf(value));
    this.#table[place] = hash;
    this.#table[place + 1] = slot + 1;
    if (slot * 4 > this.#table.length) this.#grow();
    return slot;
  }

  /** Where a value is in the table, or is to be. */
  #place(value: Value, within: number, hash: number): number {
    const table = this.#table;
    const mask = table.length - 2;
    const kind = kindOf(value);
    const inside = within * KINDS + kind;
    for (let place = (hash << 1) & mask; ; place = (place + 2) & mask) {
      const at = (table[place + 1] ?? 0) - 1;
      if (at < 0) return place;
      if (table[place] !== hash || this.#withins.at(at) !== inside) continue;
      // Two whole numbers within one value whose hashes are the same are the same.
      if (kind === INT || (kind === TEXT ? this.#isText(at, value as string) : this.#values[at] === value))
        return place;
    }
  }

  #isText(at: number, text: string): boolean {
    return (this.#values[at] as string) === text;
  }

  #grow(): void {
    const before = this.#table;
    const table = (this.#table = new Int32Array(before.length * 2));
    const mask = table.length - 2;
    for (let from = 0; from < before.length; from += 2) {
      const [hash = 0, number = 0] = [before[from], before[from + 1]];
      if (number === 0) continue;
      let place = (hash << 1) & mask;
      while (table[place + 1] !== 0) place = (place + 2) & mask;
      table[place] = hash;
      table[place + 1] = number;
    }
  }
}

/** 32 bits of a value, within another that is numbered. */
export function hashOf(value: Value, within = 0): number {
  let hash = Math.imul(within, 0x9e3779b1);
  // Numbers that come one after another, as ids do, are found beside each other.
  if (typeof value === 'number') return hash ^ value ^ (value >>> 16);
  hash ^= 0x811c9dc5;
  if (value !== null)
    for (let at = 0; at < value.length; at += 1) hash = Math.imul(hash ^ value.charCodeAt(at), 0x01000193);
  return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
}

const kindOf = (value: Value): number =>
  typeof value === 'number' ? ((value | 0) === value ? INT : OTHER) : value === null ? OTHER : TEXT;
