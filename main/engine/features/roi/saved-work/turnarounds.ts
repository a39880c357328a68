import type { TeamChange } from '#contract/features/team/change';
import type { RoiCustodian, Turnaround } from '#contract/features/roi/custodians';
import type { CustodianCode } from '#contract/fields';
import type { Db } from '#engine/sqlite/open-database';
import { teamChangeOf, type StoredChange } from './stored-change';

/** Queues a turnaround for the team, in the transaction that stores it. */
export type ShareTurnaround = (custodian: RoiCustodian, turnaround: Turnaround | null) => void;

/** Stores the turnaround that the user expects of each custodian. */
export class Turnarounds {
  readonly #db: Db;
  readonly #share: ShareTurnaround | undefined;

  constructor(db: Db, share?: ShareTurnaround) {
    this.#db = db;
    this.#share = share;
  }

  get(custodian: CustodianCode): Turnaround | null {
    const stored = this.#stored(custodian);
    return stored ? { first: stored.first, last: stored.last } : null;
  }

  /** Returns who on the team set the turnaround; null: none, or not shared. */
  changeOf(custodian: CustodianCode): TeamChange | null {
    const stored = this.#stored(custodian);
    return stored ? teamChangeOf(stored) : null;
  }

  /** Sets a custodian's expected turnaround, or restores the default (null). */
  set(custodian: RoiCustodian, turnaround: Turnaround | null): void {
    this.#db.transaction(() => {
      this.apply(custodian, turnaround, null);
      this.#share?.(custodian, turnaround);
    })();
  }

  /** Stores a turnaround as the team has it, or removes it (null). */
  apply(custodian: CustodianCode, turnaround: Turnaround | null, change: TeamChange | null): void {
    if (turnaround)
      this.#db
        .prepare('INSERT OR REPLACE INTO roi_expectation VALUES (?, ?, ?, ?, ?)')
        .run(custodian, turnaround.first, turnaround.last, change?.by ?? null, change?.at ?? null);
    else this.#db.prepare('DELETE FROM roi_expectation WHERE custodian = ?').run(custodian);
  }

  #stored(custodian: CustodianCode): (Turnaround & StoredChange) | undefined {
    return this.#db
      .prepare<[string], Turnaround & StoredChange>(
        'SELECT first, last, changed_by, changed_at FROM roi_expectation WHERE custodian = ?',
      )
      .get(custodian);
  }
}
