import { TAX_IDS } from '#contract/tax-id';
import type { Db } from '#engine/sqlite/open-database';
import type { StoredMark } from '../review/reviews';

/** A mark as it is shared: without what its finding is called. */
export type MarkContent = Omit<StoredMark, 'rule' | 'key'>;

/** A mark on a finding, or its removal, as one member wrote it. */
export interface SharedMarkChange {
  readonly rule: string;
  readonly key: string;
  readonly mark: MarkContent | null;
}

export interface MarkHistoryRow {
  readonly member: string;
  readonly place: number | null;
  readonly at: string;
  readonly mark: MarkContent | null;
}

interface MarkSource {
  readonly member: string;
  readonly number: number;
  readonly place: number | null;
  /** When it was written (ISO, UTC). */
  readonly at: string;
}

const HIDDEN = '•••••••••';
const withoutTaxIds = (text: string | null): string | null => text?.replace(TAX_IDS, HIDDEN) ?? null;

/** Returns a mark without digits that could be a tax ID, which never enter the log. */
export const shareable = ({
  state,
  print,
  reason,
  until,
  note,
  user,
  at,
  owner,
}: MarkContent): MarkContent => ({
  state,
  print,
  reason: withoutTaxIds(reason),
  until,
  note: withoutTaxIds(note),
  user,
  at,
  owner: withoutTaxIds(owner),
});

/** Waiting marks count first, the last written before the others; then those of the log, the last place first. */
const ORDER = 'ORDER BY place IS NULL DESC, place DESC, number < 0 DESC, abs(number) DESC';

/** Every mark of the team's log, and which of them counts (`review_mark`). */
export class SharedMarks {
  readonly #insert;
  readonly #removeOf;
  readonly #history;
  readonly #latest;
  readonly #before;
  readonly #put;
  readonly #remove;
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
    this.#insert = db.prepare(
      `INSERT OR REPLACE INTO team_review_mark (rule, key, member, number, place, at, mark)
       VALUES (@rule, @key, @member, @number, @place, @at, @mark)`,
    );
    this.#removeOf = db.prepare<[string, number]>(
      'DELETE FROM team_review_mark WHERE member = ? AND number = ?',
    );
    this.#history = db.prepare<[string, string], Omit<MarkHistoryRow, 'mark'> & { readonly mark: string }>(
      `SELECT member, place, at, mark FROM team_review_mark WHERE rule = ? AND key = ? ${ORDER}`,
    );
    this.#latest = db
      .prepare<[string, string], string>(
        `SELECT mark FROM team_review_mark WHERE rule = ? AND key = ? ${ORDER} LIMIT 1`,
      )
      .pluck();
    this.#before = db
      .prepare<[string, string, number], string>(
        `SELECT mark FROM team_review_mark WHERE rule = ? AND key = ? AND place > 0 AND place < ?
         ORDER BY place DESC LIMIT 1`,
      )
      .pluck();
    this.#put = db.prepare(
      `INSERT OR REPLACE INTO review_mark (rule, key, state, print, reason, until, note, user, at, owner)
       VALUES (@rule, @key, @state, @print, @reason, @until, @note, @user, @at, @owner)`,
    );
    this.#remove = db.prepare<[string, string]>('DELETE FROM review_mark WHERE rule = ? AND key = ?');
  }

  /** Returns the mark that counted before a place of the log; null if there was none. */
  before(rule: string, key: string, place: number): MarkContent | null {
    const text = this.#before.get(rule, key, place);
    return text === undefined ? null : (JSON.parse(text) as MarkContent | null);
  }

  /** Stores marks without changing what counts. */
  store(changes: readonly SharedMarkChange[], source: MarkSource): void {
    for (const { rule, key, mark } of changes)
      this.#insert.run({ ...source, rule, key, mark: JSON.stringify(mark) });
  }

  /** Stores marks of the log and updates what counts. */
  apply(changes: readonly SharedMarkChange[], source: MarkSource): void {
    this.store(changes, source);
    for (const { rule, key } of changes) this.#settle(rule, key);
  }

  /** Removes the marks of an entry; `settleAll` or a later `apply` updates what counts. */
  removeOf(member: string, number: number): void {
    this.#removeOf.run(member, number);
  }

  history(rule: string, key: string): MarkHistoryRow[] {
    return this.#history
      .all(rule, key)
      .map((row) => ({ ...row, mark: JSON.parse(row.mark) as MarkContent | null }));
  }

  /** Stores the marks from before the team as the oldest ones of this member. */
  keepEarlier(member: string): void {
    const marks = this.#db.prepare<[], StoredMark>('SELECT * FROM review_mark').all();
    for (const { rule, key, ...mark } of marks)
      this.store([{ rule, key, mark }], { member, number: 0, place: 0, at: mark.at });
  }

  /** Returns the marks from before the team on findings that the team has not marked. */
  unshared(): SharedMarkChange[] {
    return this.#db
      .prepare<[], { rule: string; key: string; mark: string }>(
        `SELECT rule, key, mark FROM team_review_mark AS own WHERE place = 0 AND NOT EXISTS
           (SELECT 1 FROM team_review_mark AS other WHERE other.rule = own.rule AND other.key = own.key
             AND (other.place IS NULL OR other.place > 0))`,
      )
      .all()
      .map(({ rule, key, mark }) => ({ rule, key, mark: JSON.parse(mark) as MarkContent | null }));
  }

  /** Forgets the marks of the log, which are read from it again; `settleAll` must follow. */
  forgetLog(): void {
    this.#db.exec("UPDATE team_review_mark SET mark = 'null', place = -1 WHERE place > 0 OR number > 0");
  }

  /** Updates what counts for every finding, after the log was read again. */
  settleAll(): void {
    const findings = this.#db
      .prepare<[], { rule: string; key: string }>('SELECT DISTINCT rule, key FROM team_review_mark')
      .all();
    this.#db.exec('DELETE FROM team_review_mark WHERE place = -1');
    for (const { rule, key } of findings) this.#settle(rule, key);
  }

  #settle(rule: string, key: string): void {
    const text = this.#latest.get(rule, key);
    const mark = text === undefined ? null : (JSON.parse(text) as MarkContent | null);
    if (mark) this.#put.run({ ...mark, rule, key });
    else this.#remove.run(rule, key);
  }
}
