import type { ReplacedMark } from '#contract/features/fee-history/schemas';
import type { Db } from '#engine/sqlite/open-database';

/** Queues a mark for the team, in the transaction that stores it; null: the mark was removed. */
export type ShareReplacedMark = (fileId: string, mark: ReplacedMark | null) => void;

/** Fee upload files that a user marked as replaced. A mark has no effect while the service lists the file. */
export class ReplacedMarks {
  readonly #db: Db;
  readonly #share;

  constructor(db: Db, share?: ShareReplacedMark) {
    this.#db = db;
    this.#share = share;
  }

  /** Returns the marks by file ID. */
  all(): ReadonlyMap<string, ReplacedMark> {
    const rows = this.#db
      .prepare<[], ReplacedMark & { readonly file: string }>(
        'SELECT file, user AS "by", at, note FROM fee_file_replaced',
      )
      .all();
    return new Map(rows.map(({ file, by, at, note }) => [file, { by, at, note }]));
  }

  /** Returns the IDs of the marked files, sorted. */
  fileIds(): string[] {
    return this.#db.prepare<[], string>('SELECT file FROM fee_file_replaced ORDER BY file').pluck().all();
  }

  /** Marks a file. Call it in a transaction: it also shares the mark with the team. */
  mark(fileId: string, mark: ReplacedMark): void {
    this.apply(fileId, mark);
    this.#share?.(fileId, mark);
  }

  /** Removes the mark of a file, and returns whether it had one; in a transaction, as `mark`. */
  remove(fileId: string): boolean {
    const { changes } = this.#db.prepare('DELETE FROM fee_file_replaced WHERE file = ?').run(fileId);
    if (changes > 0) this.#share?.(fileId, null);
    return changes > 0;
  }

  /** Stores the mark that the team agreed on last, or removes it (null). Shares nothing. */
  apply(fileId: string, mark: ReplacedMark | null): void {
    if (mark)
      this.#db
        .prepare('INSERT OR REPLACE INTO fee_file_replaced (file, note, user, at) VALUES (?, ?, ?, ?)')
        .run(fileId, mark.note, mark.by, mark.at);
    else this.#db.prepare('DELETE FROM fee_file_replaced WHERE file = ?').run(fileId);
  }
}
