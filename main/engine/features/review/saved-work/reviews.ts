import type { Db } from '#engine/sqlite/open-database';

/** The user's mark on a finding. */
export interface StoredMark {
  readonly rule: string;
  readonly key: string;
  /** Null: open, with a note or an owner. */
  readonly state: 'reviewed' | 'flagged' | 'waived' | null;
  /** Fingerprint of the values the rule had read when it was marked. */
  readonly print: string;
  readonly reason: string | null;
  /** Last day of a waiver: a calendar date. */
  readonly until: string | null;
  readonly note: string | null;
  readonly user: string;
  /** ISO, UTC. */
  readonly at: string;
  /** The user who works on the finding. */
  readonly owner: string | null;
}

export type Reviews = ReturnType<typeof reviewStore>;

/** A mark on a finding; null removes it. */
export interface MarkChange {
  readonly rule: string;
  readonly key: string;
  readonly mark: StoredMark | null;
}

/** Stores the marks of findings, at most one each. `share` queues changes for the team, in the same transaction. */
export function reviewStore(db: Db, share: (changes: readonly MarkChange[]) => void = () => undefined) {
  const put = db.prepare<StoredMark>(
    `INSERT OR REPLACE INTO review_mark (rule, key, state, print, reason, until, note, user, at, owner)
     VALUES (@rule, @key, @state, @print, @reason, @until, @note, @user, @at, @owner)`,
  );
  const remove = db.prepare('DELETE FROM review_mark WHERE rule = ? AND key = ?');
  return {
    all: (): StoredMark[] => db.prepare<[], StoredMark>('SELECT * FROM review_mark').all(),
    /** Stores marks in one transaction; null removes a finding's mark. */
    write: db.transaction((marks: readonly MarkChange[]) => {
      for (const { rule, key, mark } of marks)
        if (mark) put.run(mark);
        else remove.run(rule, key);
      share(marks);
    }),
  };
}
