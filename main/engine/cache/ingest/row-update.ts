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
  const selectCells = db
    .prepare<[number], Cell[]>(`SELECT ${names.join(', ')} FROM ${name} WHERE n = ?`)
    .raw();
  // Binds the UTF-8 bytes as received, which saves converting them to text and back.
  const putRaw = db.prepare<[Buffer, string, number]>(
    `UPDATE ${name}_raw SET raw = CAST(? AS TEXT), fetched = ? WHERE n = ?`,
  );
  const dropWords = db.prepare<[number]>(`DELETE FROM ${name}_fts WHERE rowid = ?`);
  const putWords = db.prepare<[number, string]>(`INSERT INTO ${name}_fts (rowid, words) VALUES (?, ?)`);
  const putCells = cellWriter(db, name);
  const dates = nightlyDates(table);
  const dateNames = [...dates.keys()];
  const searchedNames = new Set(table.searched.flatMap((column) => [column.name, ...(column.aliases ?? [])]));

  return {
    /** Returns the differences if only nightly dates changed, judged by the fingerprints. */
    dateChanges: (before: RecordFingerprint, after: RecordFingerprint) =>
      changedDates(dateNames, before, after),

    /** Replaces a record's text; `diffs` are the differing fields, if known. */
    update(
      n: number,
      { before, diffs }: PreviousText,
      current: Extract,
      raw: Buffer,
      fetchedAt: string,
    ): void {
      const { title, subtitle, drift, cells, words } = current;
      const old = selectCells.get(n) ?? [];
      const changedColumns: string[] = [];
      const changedCells: Cell[] = [];
      [title, subtitle, drift, ...cells].forEach((cell, index) => {
        if (cell === old[index]) return;
        changedColumns.push(names[index] ?? '');
        changedCells.push(cell);
      });
      putCells(n, changedColumns, changedCells);
      const mayChangeWords = !diffs || diffs.some((diff) => searchedNames.has(diff.name));
      if (mayChangeWords && extract(before).words !== words) {
        dropWords.run(n);
        putWords.run(n, indexedText(words));
      }
      putRaw.run(raw, fetchedAt, n);
    },

    /**
     * Replaces the text without parsing the record, if only nightly dates of a simple form changed; returns
     * false otherwise.
     */
    updateDates(n: number, diffs: readonly FieldDiff[], raw: Buffer, fetchedAt: string): boolean {
      const changedColumns: string[] = [];
      const changedCells: Cell[] = [];
      for (const { name: dateName, after } of diffs) {
        const field = dates.get(dateName);
        if (!field) return false;
        const value = after === undefined ? null : dateOf(after);
        if (value === undefined || (value !== null && !FITS_KIND[field.kind](value))) return false;
        if (field.column === undefined) continue;
        changedColumns.push(`"${dateName}"`);
        changedCells.push(cellOf(field, value));
      }
      putCells(n, changedColumns, changedCells);
      putRaw.run(raw, fetchedAt, n);
      return true;
    },
  };
}

/** Returns a function that writes some columns of a row, with a prepared statement per set of columns. */
function cellWriter(db: Db, table: string) {
  const updatesBySql = new Map<string, { run(...values: unknown[]): unknown }>();
  return (n: number, quotedColumns: readonly string[], cells: readonly Cell[]): void => {
    if (quotedColumns.length === 0) return;
    const sql = quotedColumns.map((column) => `${column} = ?`).join(', ');
    let update = updatesBySql.get(sql);
    if (!update) {
      if (updatesBySql.size >= MAX_STATEMENTS) updatesBySql.clear();
      update = db.prepare(`UPDATE ${table} SET ${sql} WHERE n = ?`);
      updatesBySql.set(sql, update);
    }
    update.run(...cells, n);
  };
}

/** Returns the value of a date's JSON text; undefined if it needs a full parse. */
const dateOf = (text: string): string | null | undefined =>
  text === 'null' ? null : /^"[^"\\\p{Cc}]*"$/u.test(text) ? text.slice(1, -1) : undefined;
