import type { ResourceName } from '#contract/resources';
import type { Db } from '../../sqlite/open-database';
import { ExpectedOrder } from './expected-order';
import type { TableStatements } from '../schema/table-statements';
import type { FetchWatermarks } from './fetch-watermarks';
import { changeTimeOf, RecordTimes, type ChangeTime } from './record-times';
import { nightlyDateNames } from '../schema/nightly-dates';
import { cacheTables } from '../schema/schema';
import { WritesDuringPass } from './writes-during-pass';

/** The active pass over one resource. */
export interface ActivePass {
  readonly generation: number;
  /** Number of distinct keys so far; counted once from the database when a pass resumes. */
  keys: number;
  /** The first fill of a table: its records are counted, not recorded as new. */
  readonly isFirst: boolean;
  readonly order: ExpectedOrder;
  readonly written: WritesDuringPass;
  /** For a list whose records have change times. */
  readonly times: RecordTimes | undefined;
}

/** The writer's memory of active passes. Everything in it can be read from the database again. */
export class ActivePasses {
  readonly #db: Db;
  readonly #watermarks: FetchWatermarks;
  readonly #passes = new Map<ResourceName, ActivePass>();
  readonly #timesOf: ReadonlyMap<ResourceName, ChangeTime | undefined>;

  constructor(db: Db, watermarks: FetchWatermarks) {
    this.#db = db;
    this.#watermarks = watermarks;
    this.#timesOf = new Map(
      cacheTables.map(({ name, resource }) => [name, changeTimeOf(resource, nightlyDateNames(name))]),
    );
  }

  /** Returns the reader of a list's change times. */
  changeTime(name: ResourceName): ChangeTime | undefined {
    return this.#timesOf.get(name);
  }

  /** Returns the pass of this generation. */
  passFor(statements: TableStatements, generation: number): ActivePass {
    const { name } = statements.table;
    const active = this.#passes.get(name);
    if (active?.generation === generation) return active;
    const completed = this.#db.prepare('SELECT 1 FROM whole WHERE resource = ?').get(name);
    const timeOf = this.changeTime(name);
    const pass = {
      generation,
      keys: statements.countKeys.get({ resource: name, generation }) ?? 0,
      isFirst: completed === undefined,
      order: new ExpectedOrder(statements, generation),
      written: new WritesDuringPass(this.#db, name),
      times: timeOf && new RecordTimes(timeOf, this.#watermarks.watermarkOf(name)),
    };
    this.#passes.set(name, pass);
    return pass;
  }

  /** Returns the active pass, or one that was interrupted and can resume. */
  unfinishedPass(statements: TableStatements): ActivePass | undefined {
    const generation = this.#db
      .prepare<[string], number>('SELECT generation FROM pass WHERE resource = ? AND finished = 0')
      .pluck()
      .get(statements.table.name);
    return generation === undefined ? undefined : this.passFor(statements, generation);
  }

  /** Forgets a pass that ended, or whose last changes were not stored. */
  forget(resource: ResourceName): void {
    this.#passes.delete(resource);
  }
}
