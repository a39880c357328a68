import type { Attribution } from '#contract/features/period/sections';
import { appendTo } from '#contract/maps';
import type { Db } from '#engine/sqlite/open-database';

type StepMark = Attribution & { readonly note: string };
type CheckOff = StepMark & { readonly sha256: string };
type Step = { readonly uid: string; readonly title: string };

/** Rows of steps, their marks and check-offs. `firm` is a firm's ID as text; empty for files whose record names no firm. */
export class PeriodRows {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Replaces the steps of a firm. A step that stays keeps its ID on this computer. */
  replaceSteps(firm: string, steps: readonly Step[]): void {
    const db = this.#db;
    const removedUids = new Set(
      db.prepare<[string], string>('SELECT uid FROM period_step WHERE firm = ?').pluck().all(firm),
    );
    for (const [place, { uid, title }] of steps.entries()) {
      removedUids.delete(uid);
      db.prepare(
        `INSERT INTO period_step (firm, title, place, uid) VALUES (?, ?, ?, ?)
           ON CONFLICT (uid) DO UPDATE SET firm = excluded.firm, title = excluded.title, place = excluded.place`,
      ).run(firm, title, place, uid);
    }
    // Their marks stay: a later list of a colleague may have the step again.
    for (const uid of removedUids) db.prepare('DELETE FROM period_step WHERE uid = ?').run(uid);
  }

  allSteps(): { firm: string; steps: Step[] }[] {
    const byFirm = new Map<string, Step[]>();
    for (const { firm, ...step } of this.#db
      .prepare<[], Step & { firm: string }>('SELECT firm, uid, title FROM period_step ORDER BY place, id')
      .iterate())
      appendTo(byFirm, firm, step);
    return [...byFirm].map(([firm, steps]) => ({ firm, steps }));
  }

  /** Marks a step as done in a period; null: not done. */
  setMark(uid: string, endDate: string, mark: StepMark | null): void {
    if (mark)
      this.#db
        .prepare('INSERT OR REPLACE INTO period_step_mark VALUES (?, ?, ?, ?, ?)')
        .run(uid, endDate, mark.note, mark.at, mark.by);
    else this.#db.prepare('DELETE FROM period_step_mark WHERE step = ? AND end_date = ?').run(uid, endDate);
  }

  allMarks(): (StepMark & { readonly uid: string; readonly endDate: string })[] {
    return this.#db
      .prepare<[], StepMark & { uid: string; endDate: string }>(
        'SELECT step AS uid, end_date AS endDate, note, at, user AS "by" FROM period_step_mark ORDER BY at',
      )
      .all();
  }

  /** Replaces the check-offs of a section, the oldest first. */
  replaceChecks(firm: string, endDate: string, section: string, checks: readonly CheckOff[]): void {
    this.#db
      .prepare('DELETE FROM period_check WHERE firm = ? AND end_date = ? AND section = ?')
      .run(firm, endDate, section);
    for (const check of checks) this.addCheck(firm, endDate, section, check);
  }

  /** Adds the newest check-off of a section. */
  addCheck(firm: string, endDate: string, section: string, { sha256, note, at, by }: CheckOff): void {
    this.#db
      .prepare('DELETE FROM period_check WHERE firm = ? AND end_date = ? AND section = ? AND hash = ?')
      .run(firm, endDate, section, sha256);
    this.#db
      .prepare(
        'INSERT INTO period_check (firm, end_date, section, hash, note, at, user) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(firm, endDate, section, sha256, note, at, by);
  }

  allChecks(): (CheckOff & { readonly firm: string; readonly endDate: string; readonly section: string })[] {
    return this.#db
      .prepare<[], CheckOff & { firm: string; endDate: string; section: string }>(
        `SELECT firm, end_date AS endDate, section, hash AS sha256, note, at, user AS "by" FROM period_check
           ORDER BY id`,
      )
      .all();
  }
}
