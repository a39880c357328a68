import type { FieldDiff } from '#contract/exact-json/diff';
import type { Cell } from '#contract/query';
import type { Db } from '../../sqlite/open-database';
import { indexedText } from '../../sqlite/search-text';
import { changedDates, type RecordFingerprint } from '../../wire/record-bytes';
import { cellOf, FITS_KIND } from '../schema/cells';
import { nightlyDates } from '../schema/nightly-dates';
import type { Extract } from '../schema/extract';
import type { TableSchema } from '../schema/schema';

/** Maximum number of prepared statements, one per set of columns that change together. */
const MAX_STATEMENTS = 200;

/** The previous text of a record, and the fields in which the new text differs. */
export interface PreviousText {
  readonly before: string;
  readonly diffs: readonly FieldDiff[] | undefined;
}

/** Returns functions that write a record's new text to its row, changing only what differs. */
export function rowUpdater(db: Db, table: TableSchema, extract: (raw: string) => Extract) {
  const { name, stored } = table;
  const names = ['title', 'subtitle', 'drift', ...stored.map((cell) => `"${cell}"`)];
  const row = db.prepare<[number], Cell[]>(`SELECT ${names.join(', ')} FROM ${name} WHERE n = ?`).raw();
  // Binds the UTF-8 bytes as received; converting them to text and back costs a third of this.
  const putRaw = db.prepare<[Buffer, string, number]>(
    `UPDATE ${name}_raw SET raw = CAST(? AS TEXT), fetched = ? WHERE n = ?`,
  );
  const dropWords = db.prepare<[number]>(`DELETE FROM ${name}_fts WHERE rowid = ?`);
  const putWords = db.prepare<[number, string]>(`INSERT INTO ${name}_fts (rowid, words) VALUES (?, ?)`);
  const sets = new Map<string, { run(...values: unknown[]): unknown }>();
  const dates = nightlyDates(table);
  const dateNames = [...dates.keys()];
  const searchedNames = new Set(table.searched.flatMap((column) => [column.name, ...(column.aliases ?? [])]));

  function putCells(n: number, set: readonly string[], cells: readonly Cell[]): void {
    if (set.length === 0) return;
    const sql = set.map((column) => `${column} = ?`).join(', ');
    let put = sets.get(sql);
    if (!put) {
      if (sets.size >= MAX_STATEMENTS) sets.clear();
      put = db.prepare(`UPDATE ${name} SET ${sql} WHERE n = ?`);
      sets.set(sql, put);
    }
    put.run(...cells, n);
  }

  return {
    /** Returns the differences if only nightly dates changed, judged by the fingerprints. */
    dateChanges: (before: RecordFingerprint, after: RecordFingerprint) =>
      changedDates(dateNames, before, after),

    /** Replaces a record's text; `diffs` are the differing fields, if known. */
    update(n: number, { before, diffs }: PreviousText, now: Extract, raw: Buffer, fetchedAt: string): void {
      const { title, subtitle, drift, cells, words } = now;
      const old = row.get(n) ?? [];
      const set: string[] = [];
      const put: Cell[] = [];
      [title, subtitle, drift, ...cells].forEach((cell, index) => {
        if (cell === old[index]) return;
        set.push(names[index] ?? '');
        put.push(cell);
      });
      putCells(n, set, put);
      const mayChangeWords = !diffs || diffs.some((diff) => searchedNames.has(diff.name));
      if (mayChangeWords && extract(before).words !== words) {
        dropWords.run(n);
        putWords.run(n, indexedText(words));
      }
      putRaw.run(raw, fetchedAt, n);
    },

    /** Replaces the text without parsing the record, if only nightly dates changed; returns false otherwise. */
    updateDates(n: number, diffs: readonly FieldDiff[], raw: Buffer, fetchedAt: string): boolean {
      const set: string[] = [];
      const put: Cell[] = [];
      for (const { name: dateName, after } of diffs) {
        const field = dates.get(dateName);
        if (!field) return false;
        const value = after === undefined ? null : dateOf(after);
        if (value === undefined || (value !== null && !FITS_KIND[field.kind](value))) return false;
        if (field.column === undefined) continue;
        set.push(`"${dateName}"`);
        put.push(cellOf(field, value));
      }
      putCells(n, set, put);
      putRaw.run(raw, fetchedAt, n);
      return true;
    },
  };
}

/** Returns the value of a date's JSON text; undefined if it needs a full parse. */
const dateOf = (text: string): string | null | undefined =>
  text === 'null' ? null : /^"[^"\\\p{Cc}]*"$/u.test(text) ? text.slice(1, -1) : undefined;
