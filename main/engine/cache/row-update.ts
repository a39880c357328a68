import type { FieldDiff } from '../../../preload/contract/exact-json/diff';
import type { Cell } from '../../../preload/contract/query';
import type { Db } from '../sqlite/open-database';
import { indexed } from '../sqlite/words';
import { datesMoved, type Fingerprint } from '../wire/record-bytes';
import { cellOf, FITS } from './cells';
import { dataDates } from './data-dates';
import type { Extract } from './extract';
import type { Table } from './schema';

/** Statements kept for the sets of columns that change together. */
const MOST_SETS = 200;

/** The text of a record that another one takes the place of, and the fields in which they differ. */
export interface Earlier {
  readonly before: string;
  readonly diffs: readonly FieldDiff[] | undefined;
}

/** Makes what writes another text of a record in its row: only what differs. */
export function rowUpdater(db: Db, table: Table, extract: (raw: string) => Extract) {
  const { name, stored } = table;
  const names = ['title', 'subtitle', 'drift', ...stored.map((cell) => `"${cell}"`)];
  const row = db.prepare<[number], Cell[]>(`SELECT ${names.join(', ')} FROM ${name} WHERE n = ?`).raw();
  // As the bytes that came: they are UTF-8, and making a text of them only to take it apart again costs a third of this.
  const putRaw = db.prepare<[Buffer, string, number]>(
    `UPDATE ${name}_raw SET raw = CAST(? AS TEXT), fetched = ? WHERE n = ?`,
  );
  const dropWords = db.prepare<[number]>(`DELETE FROM ${name}_fts WHERE rowid = ?`);
  const putWords = db.prepare<[number, string]>(`INSERT INTO ${name}_fts (rowid, words) VALUES (?, ?)`);
  const sets = new Map<string, { run(...values: unknown[]): unknown }>();
  const dates = dataDates(table);
  const dateNames = [...dates.keys()];
  const worded = new Set(table.searched.flatMap((column) => [column.name, ...(column.also ?? [])]));

  function putCells(n: number, set: readonly string[], cells: readonly Cell[]): void {
    if (set.length === 0) return;
    const sql = set.map((column) => `${column} = ?`).join(', ');
    let put = sets.get(sql);
    if (!put) {
      if (sets.size >= MOST_SETS) sets.clear();
      put = db.prepare(`UPDATE ${name} SET ${sql} WHERE n = ?`);
      sets.set(sql, put);
    }
    put.run(...cells, n);
  }

  return {
    /** What differs between two texts of a record, where it is data dates alone and their fingerprints tell. */
    datesMoved: (before: Fingerprint, after: Fingerprint) => datesMoved(dateNames, before, after),

    /** Writes a record in the place of an earlier text of it; `diffs`: what differs, where that is known. */
    update(n: number, { before, diffs }: Earlier, now: Extract, raw: Buffer, at: string): void {
      const { title, subtitle, drift, cells, words } = now;
      const old = row.get(n) ?? [];
      const set: string[] = [];
      const put: Cell[] = [];
      [title, subtitle, drift, ...cells].forEach((cell, place) => {
        if (cell === old[place]) return;
        set.push(names[place] ?? '');
        put.push(cell);
      });
      putCells(n, set, put);
      const isWorded = !diffs || diffs.some((diff) => worded.has(diff.name));
      if (isWorded && extract(before).words !== words) {
        dropWords.run(n);
        putWords.run(n, indexed(words));
      }
      putRaw.run(raw, at, n);
    },

    /** The same where nothing but data dates moved, without reading the record; false when something else did. */
    moveDates(n: number, diffs: readonly FieldDiff[], raw: Buffer, at: string): boolean {
      const set: string[] = [];
      const put: Cell[] = [];
      for (const { name: moved, after } of diffs) {
        const field = dates.get(moved);
        if (!field) return false;
        const value = after === undefined ? null : dateOf(after);
        if (value === undefined || (value !== null && !FITS[field.kind](value))) return false;
        if (field.column === undefined) continue;
        set.push(`"${moved}"`);
        put.push(cellOf(field, value));
      }
      putCells(n, set, put);
      putRaw.run(raw, at, n);
      return true;
    },
  };
}

/** The value of a date's text; undefined for whatever needs a closer look. */
const dateOf = (text: string): string | null | undefined =>
  text === 'null' ? null : /^"[^"\\\p{Cc}]*"$/u.test(text) ? text.slice(1, -1) : undefined;
