/** A record on the wire. */
export type DemoRow = Record<string, unknown>;

/** A list of IDs, plain or typed. */
export type Ids = readonly number[] | Uint32Array;

/** The read operations of a kind of record. */
export interface DemoTable {
  /** Returns IDs in list order. */
  ids(): Ids;
  /** Returns the record as JSON, or undefined if the ID is unknown. */
  text(id: number): string | undefined;
  /** Returns the record, or undefined if the ID is unknown. */
  row(id: number): DemoRow | undefined;
  /** Returns one field, without building the whole record where possible. */
  value(id: number, field: string): unknown;
  /** Returns false only if the record last changed before a day (days since 1970). Saves most of a scan by time. */
  mayHaveChangedSince?(id: number, day: number): boolean;
}

/** Generates the records that were never changed. */
export interface RowGenerator {
  ids(): Ids;
  make(id: number): DemoRow | undefined;
  /** Returns a field that is known without building the record; undefined for others. */
  knownValue?(id: number, field: string): unknown;
  /** The day on which a generated record last changed, in days since 1970. */
  changeDay?(id: number): number;
}

/**
 * Records of one kind: generated ones, overlaid with what was created, changed and deleted. Only changed
 * records use memory.
 */
export class Collection implements DemoTable {
  readonly #changed = new Map<number, DemoRow>();
  readonly #created = new Set<number>();
  readonly #removed = new Set<number>();
  #generator: RowGenerator;
  #nextId: number;
  #list: Ids | undefined;

  /** `firstFree`: above every ID that the generator makes. It has no effect in a table without `create`. */
  constructor(generator: RowGenerator, firstFree: number) {
    this.#generator = generator;
    this.#nextId = firstFree;
  }

  ids(): Ids {
    return (this.#list ??= this.#collect());
  }

  /** Lists the generated IDs again, after they changed. */
  refresh(): void {
    this.#list = undefined;
  }

  row(id: number): DemoRow | undefined {
    if (this.#removed.has(id)) return undefined;
    return this.#changed.get(id) ?? this.#generator.make(id);
  }

  text(id: number): string | undefined {
    return JSON.stringify(this.row(id));
  }

  value(id: number, field: string): unknown {
    const changed = this.#changed.get(id);
    if (changed) return changed[field];
    return this.#generator.knownValue?.(id, field) ?? this.row(id)?.[field];
  }

  mayHaveChangedSince(id: number, day: number): boolean {
    return this.#changed.has(id) || (this.#generator.changeDay?.(id) ?? day) >= day;
  }

  /** Stores a new record under the next free ID; `complete` receives the ID and returns the record. */
  create(complete: (id: number) => DemoRow): DemoRow {
    const id = this.#nextId++;
    const row = complete(id);
    this.#changed.set(id, row);
    this.#created.add(id);
    this.#list = undefined;
    return row;
  }

  /** Replaces an existing record. */
  replace(id: number, row: DemoRow): void {
    this.#changed.set(id, row);
  }

  /** Overlays edited fields on an existing record. */
  edit(id: number, edits: DemoRow, stamp: string): void {
    this.replace(id, { ...this.row(id), ...edits, updated_at_utc: stamp });
  }

  /** Returns whether there was a record to remove. */
  remove(id: number): boolean {
    if (this.row(id) === undefined) return false;
    this.#changed.delete(id);
    if (!this.#created.delete(id)) this.#removed.add(id);
    this.#list = undefined;
    return true;
  }

  /** Drops everything, including user changes, and starts with another generator. */
  restart(generator: RowGenerator): void {
    this.#generator = generator;
    this.#changed.clear();
    this.#created.clear();
    this.#removed.clear();
    this.#list = undefined;
  }

  #collect(): Ids {
    const base = this.#generator.ids();
    if (this.#removed.size === 0 && this.#created.size === 0) return base;
    const remaining = this.#removed.size === 0 ? base : base.filter((id) => !this.#removed.has(id));
    return [...remaining, ...this.#created];
  }
}

/** Builds a generator from fixed rows, for kinds that are small enough to keep in memory. */
export function fixedGenerator(rows: readonly DemoRow[]): RowGenerator {
  const byId = new Map(rows.map((row) => [Number(row['id']), row]));
  return { ids: () => [...byId.keys()], make: (id) => byId.get(id) };
}

/** Delays building a generator until it is needed: fee files, for example, take a moment in large firms. */
export function lazyGenerator(make: () => RowGenerator): RowGenerator {
  let made: RowGenerator | undefined;
  const generator = (): RowGenerator => (made ??= make());
  return { ids: () => generator().ids(), make: (id) => generator().make(id) };
}
