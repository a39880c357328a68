import type { ResourceName } from '../../../preload/contract/resources';
import type { Db } from '../sqlite/open-database';
import { KnownOrder } from './known-order';
import type { TableStatements } from './table-statements';
import { WrittenRecords } from './written';

/** The pass under way over one resource. */
export interface Pass {
  readonly generation: number;
  /** Different keys its lists had so far; counted once from the database when a pass is taken up again. */
  keys: number;
  /** The first fill of a table is not news: its records are counted, not listed as new. */
  readonly first: boolean;
  readonly order: KnownOrder;
  readonly written: WrittenRecords;
}

/** What the writer remembers of the passes under way; whatever it remembers can be read again. */
export class Passes {
  readonly #db: Db;
  readonly #known = new Map<ResourceName, Pass>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** The pass of this generation. */
  of(on: TableStatements, generation: number): Pass {
    const { name } = on.table;
    const known = this.#known.get(name);
    if (known?.generation === generation) return known;
    const whole = this.#db.prepare('SELECT 1 FROM whole WHERE resource = ?').get(name);
    const pass = {
      generation,
      keys: on.seen.get({ resource: name, generation }) ?? 0,
      first: whole === undefined,
      order: new KnownOrder(on, generation),
      written: new WrittenRecords(this.#db, name),
    };
    this.#known.set(name, pass);
    return pass;
  }

  /** The pass that is under way, or was broken off and may be taken up again. */
  open(on: TableStatements): Pass | undefined {
    const generation = this.#db
      .prepare<[string], number>('SELECT generation FROM pass WHERE resource = ? AND finished = 0')
      .pluck()
      .get(on.table.name);
    return generation === undefined ? undefined : this.of(on, generation);
  }

  /** The pass is over, or what is remembered of it was not stored. */
  forget(resource: ResourceName): void {
    this.#known.delete(resource);
  }
}
