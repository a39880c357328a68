import type { RecordChange } from './journal';

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

/** A table whose changes survive a restart of the demo firm. */
export interface JournaledTable {
  /** Receives each change after it was made; `apply` does not call it. */
  onChange: ((change: RecordChange) => void) | undefined;
  /** Makes a change of an earlier run again; without effect if the record does not exist. */
  apply(change: RecordChange): void;
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
export class Collection implements DemoTable, JournaledTable {
  onChange: ((change: RecordChange) => void) | undefined;
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
    const id = this.#nextId;
    const created = complete(id);
    this.#store(id, created);
    this.onChange?.({ id, created });
    return created;
  }

  /** Overlays edited fields on an existing record. */
  edit(id: number, edits: DemoRow, stamp: string): void {
    this.#edit(id, edits, stamp);
    this.onChange?.({ id, edits, stamp });
  }

  /** Returns whether there was a record to remove. */
  remove(id: number): boolean {
    if (!this.#remove(id)) return false;
    this.onChange?.({ id, removed: true });
    return true;
  }

  apply(change: RecordChange): void {
    if ('created' in change) this.#store(change.id, change.created);
    else if ('removed' in change) this.#remove(change.id);
    else if (this.row(change.id)) this.#edit(change.id, change.edits, change.stamp);
  }

  /** Returns the records that were created or changed. */
  changedRows(): readonly DemoRow[] {
    return [...this.#changed.values()];
  }

  /** Drops everything, including user changes, and starts with another generator. */
  restart(generator: RowGenerator): void {
    this.#generator = generator;
    this.#changed.clear();
    this.#created.clear();
    this.#removed.clear();
    this.#list = undefined;
  }

  #store(id: number, created: DemoRow): void {
    this.#nextId = Math.max(this.#nextId, id + 1);
    this.#changed.set(id, created);
    this.#created.add(id);
    this.#list = undefined;
  }

  #edit(id: number, edits: DemoRow, stamp: string): void {
    this.#changed.set(id, { ...this.row(id), ...edits, updated_at_utc: stamp });
  }

  #remove(id: number): boolean {
    if (this.row(id) === undefined) return false;
    this.#changed.delete(id);
    if (!this.#created.delete(id)) this.#removed.add(id);
    this.#list = undefined;
    return true;
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
