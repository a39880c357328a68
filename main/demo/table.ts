/** One record on the wire. */
export type Row = Record<string, unknown>;

/** A list of ids, plain or packed. */
export type Ids = readonly number[] | Uint32Array;

/** What lists and filters need to know of a kind of record. */
export interface Table {
  /** Ids in the order of the list. */
  ids(): Ids;
  /** The record as JSON. The id must be one of the table. */
  text(id: number): string;
  /** The record, or undefined when there is none of that id. */
  row(id: number): Row | undefined;
  /** One field of a record, cheaper than the record where that is possible. */
  value(id: number, field: string): unknown;
}

/** How a collection makes the records that nobody has touched. */
export interface Origin {
  ids(): Ids;
  make(id: number): Row | undefined;
  /** Fields that are known without making the record; undefined: not cheap. */
  cheap?(id: number, field: string): unknown;
}

/**
 * Records of one kind: the generated ones, with what people created, changed and deleted laid over them. Only what was
 * touched takes memory.
 */
export class Collection implements Table {
  private readonly changed = new Map<number, Row>();
  private readonly created = new Set<number>();
  private readonly removed = new Set<number>();
  private origin: Origin;
  private nextId: number;
  private list: Ids | undefined;

  /** `firstFree`: above every id that the origin can ever make. */
  constructor(origin: Origin, firstFree: number) {
    this.origin = origin;
    this.nextId = firstFree;
  }

  ids(): Ids {
    return (this.list ??= this.collect());
  }

  /** The generated ids changed: list them again when asked. */
  refresh(): void {
    this.list = undefined;
  }

  row(id: number): Row | undefined {
    if (this.removed.has(id)) return undefined;
    return this.changed.get(id) ?? this.origin.make(id);
  }

  text(id: number): string {
    return JSON.stringify(this.row(id));
  }

  value(id: number, field: string): unknown {
    const changed = this.changed.get(id);
    if (changed) return changed[field];
    return this.origin.cheap?.(id, field) ?? this.row(id)?.[field];
  }

  /** Keeps a new record under the next free id, which `complete` receives to finish the record with. */
  create(complete: (id: number) => Row): Row {
    const id = this.nextId++;
    const row = complete(id);
    this.changed.set(id, row);
    this.created.add(id);
    this.list = undefined;
    return row;
  }

  /** Replaces a record that exists. */
  replace(id: number, row: Row): void {
    this.changed.set(id, row);
  }

  /** Lays edited fields over a record that exists. */
  edit(id: number, edits: Row, stamp: string): void {
    this.replace(id, { ...this.row(id), ...edits, updated_at_utc: stamp });
  }

  /** True when there was one to remove. */
  remove(id: number): boolean {
    if (this.row(id) === undefined) return false;
    this.changed.delete(id);
    if (!this.created.delete(id)) this.removed.add(id);
    this.list = undefined;
    return true;
  }

  /** Drops everything, people's records too, and goes on with other generated ones. */
  restart(origin: Origin): void {
    this.origin = origin;
    this.changed.clear();
    this.created.clear();
    this.removed.clear();
    this.list = undefined;
  }

  private collect(): Ids {
    const base = this.origin.ids();
    if (this.removed.size === 0 && this.created.size === 0) return base;
    const kept = this.removed.size === 0 ? base : base.filter((id) => !this.removed.has(id));
    return [...kept, ...this.created];
  }
}

/** An origin whose records are all made at once: for kinds of which there are some dozens. */
export function fixedOrigin(rows: readonly Row[]): Origin {
  const byId = new Map(rows.map((row) => [Number(row['id']), row]));
  return { ids: () => [...byId.keys()], make: (id) => byId.get(id) };
}
